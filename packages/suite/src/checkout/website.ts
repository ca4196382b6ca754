import { execa } from 'execa';
import { websiteEnvironment, type WebsiteUrls } from '../website.ts';
import { buildIfChanged, websiteBuild } from './build.ts';
import { inRoot, ROOT } from './paths.ts';

/**
 * Builds the website if its sources changed since the last build, which takes about 20 s. `npm start` and all tests serve this
 * build, each with its own addresses. Call it before starting several suites at once, since builds must not run in
 * parallel.
 * @returns the build's folder
 * @throws Error with the build's own output
 */
export async function buildWebsite(
  say: (line: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<string> {
  const build = websiteBuild(inRoot('node_modules/.cache/cairn/builds/website'));
  await buildIfChanged(build, say, signal);
  return build.output;
}

/** Writes the pages of the shared build for a static host. @param folder destination, which is emptied first */
export async function exportStaticWebsite(urls: WebsiteUrls, folder: string): Promise<void> {
  const env = websiteEnvironment(await buildWebsite(), urls);
  await execa(process.execPath, [inRoot('website/build/export-static.ts'), folder], { cwd: ROOT, env });
}
