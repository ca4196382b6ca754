import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged, websiteBuild, type WebsiteUrls } from './build.ts';
import { inRoot } from './paths.ts';

/**
 * Placeholder addresses in the build that `npm start` and all test suites share. A site has both addresses built in, so each
 * start serves a copy with its own addresses, which is faster than a build. The placeholder hosts cannot exist (RFC 2606), so
 * an address that is not replaced reaches no server.
 */
const PLACEHOLDER_URLS: WebsiteUrls = { api: 'http://explorer-api.invalid', wallet: 'http://wallet.invalid' };

/** File names in a build that may contain the addresses. */
const TEXT_FILES = /\.(html|js|mjs|txt)$|^_headers$/;

function buildFolder(name: string): string {
  return inRoot('node_modules/.cache/cairn/builds', name);
}

/**
 * Builds the website for `copyWebsite` if its sources changed since the last build, which takes about 20 s. Call it before
 * starting several suites at once, since builds must not run in parallel.
 * @returns the build's folder
 * @throws Error with the build's own output
 */
export async function buildWebsite(
  say: (line: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<string> {
  const build = websiteBuild(PLACEHOLDER_URLS, buildFolder('website'));
  await buildIfChanged(build, say, signal);
  return build.output;
}

/** Builds the website without an API: every page of data is then a placeholder. */
export async function buildPlaceholder(say: (line: string) => void = () => undefined): Promise<string> {
  const build = websiteBuild(undefined, buildFolder('placeholder'));
  await buildIfChanged(build, say);
  return build.output;
}

/**
 * Copies the shared build, 5 MB, with the addresses of another API and wallet.
 * @param folder destination of the copy
 * @throws Error if the build does not contain the placeholder addresses
 */
export function copyWebsite(build: string, urls: WebsiteUrls, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(build, folder, { recursive: true });
  const texts = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT_FILES.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const name of ['api', 'wallet'] as const) {
    const changed = texts.filter((path) => replaceIn(path, PLACEHOLDER_URLS[name], urls[name]));
    if (changed.length === 0)
      throw new Error(`the website in ${build} was not built for ${PLACEHOLDER_URLS[name]}`);
  }
}

function replaceIn(path: string, from: string, to: string): boolean {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) return false;
  writeFileSync(path, text.replaceAll(from, to));
  return true;
}
