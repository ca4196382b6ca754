import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged, websiteBuild, type WebsiteUrls } from './build.ts';
import { inRoot } from './paths.ts';

/**
 * Addresses in the build that `npm start` and all test suites share. A build contains both addresses as text. Each
 * start serves a copy in which they are replaced by its own, which is faster than a build. These hosts cannot exist
 * (RFC 2606), so an address that is not replaced reaches no server.
 */
const PLACEHOLDER_URLS: WebsiteUrls = { api: 'http://explorer-api.invalid', wallet: 'http://wallet.invalid' };

/** Names of the files of a build that may contain the addresses. */
const TEXT_FILES = /\.(html|js|mjs|txt)$|^_headers$/;

function buildFolder(name: string): string {
  return inRoot('node_modules/.cache/cairn/builds', name);
}

/**
 * Builds the website for `copyWebsite` if its sources changed since the last build, which takes about 20 s. Call it
 * before starting several suites at once, since builds must not run in parallel.
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

/**
 * Builds the website without the address of an Explorer API: its pages are a preview without data.
 * @returns the build's folder
 */
export async function buildWebsiteWithoutApi(say: (line: string) => void = () => undefined): Promise<string> {
  const build = websiteBuild(undefined, buildFolder('website-without-api'));
  await buildIfChanged(build, say);
  return build.output;
}

/**
 * Copies the shared build (5 MB) and replaces its addresses.
 * @param folder destination of the copy, which is emptied first
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
