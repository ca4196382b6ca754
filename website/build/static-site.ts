import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPages } from '../server/site.ts';
import { formerPaths } from './localized-routes.ts';
import { readScriptPolicies, RECOMPUTE_FOLDER, type ScriptPolicies } from './script-policy.ts';
import { LOCALES, localizedPath } from '../src/site/locale.ts';

/**
 * Response headers for hosts that read `_headers`; for other hosts, operators configure them. The policy in a page's <meta>
 * cannot contain `frame-ancestors`, and does not apply to the page's worker.
 */
const headersOf = ({ scripts, recompute }: ScriptPolicies): string => `/*
  Content-Security-Policy: frame-ancestors 'none'
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin
  Speculation-Rules: "/speculation-rules.json"
  Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()
/speculation-rules.json
  Content-Type: application/speculationrules+json
/_astro/*
  Cache-Control: public, max-age=31536000, immutable
  Content-Security-Policy: ${scripts}
/${RECOMPUTE_FOLDER}/*
  Cache-Control: public, max-age=31536000, immutable
  Content-Security-Policy: ${recompute}
`;

const ROBOTS = `User-agent: *
Disallow: /search
Disallow: /de/search
`;

/** Renders a page. @throws Error for another status, or without a Content-Security-Policy */
async function render(origin: string, path: string, status: number): Promise<string> {
  const response = await fetch(origin + path);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy');
  if (response.status !== status || policy === null) {
    throw new Error(`cannot export ${path}: status ${response.status}`);
  }
  return withPolicy(html, policy);
}

/** Adds the policy to the page, because not every static host can send headers. */
export function withPolicy(html: string, policy: string): string {
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !directive.startsWith('frame-ancestors'))
    .join('; ');
  const meta = `<meta http-equiv="content-security-policy" content="${directives.replaceAll('"', '&quot;')}">`;
  return html.replace('<head>', `<head>${meta}`);
}

/** Contents of `_redirects`, which several hosts read: a line for each page that serves many URLs, and for each former path. */
function redirects(pages: readonly SitePage[]): string {
  const served = pages
    .filter(({ pattern }) => pattern !== undefined)
    .map(({ pattern, file }) => `${pattern} /${file} 200`);
  const former = formerPaths().map(([from, to]) => `${from} ${to} 301`.replaceAll(/\[(\w+)\]/g, ':$1'));
  return `${[...served, ...former].join('\n')}\n`;
}

/**
 * Writes a build of the server as files for any static host.
 * @param output folder of the build
 * @param folder of the site, which is emptied first
 */
export async function writeStaticSite(output: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(output, 'client'), folder, { recursive: true });
  await writePages(output, folder);
  writeFileSync(join(folder, '_redirects'), redirects(sitePages()));
  writeFileSync(join(folder, '_headers'), headersOf(readScriptPolicies(output)));
  writeFileSync(join(folder, 'robots.txt'), ROBOTS);
}

/**
 * Writes the pages of a build, and the one of what is not found. The built server renders them without data, with the addresses
 * of this process's environment; the browser loads all data.
 */
export async function writePages(output: string, folder: string): Promise<void> {
  process.env['CAIRN_WEBSITE_SHELLS'] = '1';
  const server = createServer(await loadPages(output));
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const write = (file: string, html: string): void => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, html);
  };
  for (const { path, file } of sitePages()) write(file, await render(origin, path, 200));
  write('404.html', await render(origin, '/404-for-a-static-host', 404));
  server.close();
  server.closeAllConnections();
}

const PAGES = fileURLToPath(new URL('../src/pages', import.meta.url));
const ERROR_PAGES = /^\d{3}\.astro$/;

/** Path segment in place of a reference, which only the browser knows; the page's title shows it until then. */
const ANY_REFERENCE = '…';

/** One page of the site on a static host. */
interface SitePage {
  /** Path to render it at: `/de/blocks/…` for every block. */
  readonly path: string;
  /** File of the static site: `de/blocks/_.html`. */
  readonly file: string;
  /** For a page that serves many URLs, their pattern in `_redirects`: `/de/blocks/:reference`. */
  readonly pattern: string | undefined;
}

/** Every page of `src/pages` in every language, without error pages. */
function sitePages(): SitePage[] {
  const routes = globSync('**/*.astro', { cwd: PAGES })
    .filter((file) => !ERROR_PAGES.test(file))
    .map((file) => `/${file.replace(/\.astro$/, '').replace(/(^|\/)index$/, '')}`)
    .toSorted();
  return LOCALES.flatMap((locale) => routes.map((route) => pageOf(localizedPath(locale, route))));
}

function pageOf(route: string): SitePage {
  const dynamic = /^(?<folder>.*)\/\[(?<name>\w+)\]$/.exec(route)?.groups;
  if (dynamic === undefined) {
    return { path: route, file: `${route}/index.html`.replace(/^\/+/, ''), pattern: undefined };
  }
  const { folder = '', name = '' } = dynamic;
  return {
    path: `${folder}/${encodeURIComponent(ANY_REFERENCE)}`,
    file: `${folder.slice(1)}/_.html`,
    pattern: `${folder}/:${name}`,
  };
}
