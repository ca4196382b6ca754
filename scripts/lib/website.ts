import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged, websiteBuild, type WebsiteUrls } from './build.ts';
import { inRoot } from './paths.ts';

/**
 * Explorer API and wallet of the one build that `npm start` and all suites of tests share. A site has both addresses built
 * in: each start serves a copy with its own addresses instead, so that starts on different ports do not rebuild one
 * another's site. No such hosts exist (RFC 2606): an address that was left in would reach no server.
 */
const BUILT_IN: WebsiteUrls = { api: 'http://explorer-api.invalid', wallet: 'http://wallet.invalid' };

/** Files of a build that may name them, by the ends of their names. */
const TEXTS = /\.(html|js|mjs|txt)$|^_headers$/;

function buildFolder(name: string): string {
  return inRoot('node_modules/.cache/cairn/builds', name);
}

/**
 * Builds the website that is copied where its sources changed since the last build; that takes about 20 s. Suites that
 * start side by side must not build side by side: call it before the first of them.
 * @returns the build's folder
 * @throws Error with the build's own output
 */
export async function buildWebsite(
  say: (line: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<string> {
  const build = websiteBuild(BUILT_IN, buildFolder('website'));
  await buildIfChanged(build, say, signal);
  return build.output;
}

/** As `buildWebsite`, without an API: the site is then a placeholder on every page of data. */
export async function buildPlaceholder(say: (line: string) => void = () => undefined): Promise<string> {
  const build = websiteBuild(undefined, buildFolder('placeholder'));
  await buildIfChanged(build, say);
  return build.output;
}

/**
 * Copies the shared build, 5 MB, so that the copy asks another API and leads to another wallet.
 * @param folder where the copy goes
 * @throws Error if the build does not name an address that it was built for
 */
export function copyWebsite(build: string, urls: WebsiteUrls, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(build, folder, { recursive: true });
  const texts = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const name of ['api', 'wallet'] as const) {
    const changed = texts.filter((path) => replaceIn(path, BUILT_IN[name], urls[name]));
    if (changed.length === 0) throw new Error(`the website in ${build} was not built for ${BUILT_IN[name]}`);
  }
}

function replaceIn(path: string, from: string, to: string): boolean {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) return false;
  writeFileSync(path, text.replaceAll(from, to));
  return true;
}
