import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { loadPages } from '../server/site.ts';
import { readScriptPolicy } from './script-policy.ts';
import { sitePages, type SitePage } from './site-pages.ts';

/**
 * Writes `static/` beside the server's build: the same pages as files for any static host. Each is rendered by the
 * built server itself, without data; the browser asks for all of it. Run after `astro build`.
 */
const output = resolve(process.env['CAIRN_WEBSITE_OUT_DIR'] ?? 'dist');
const folder = join(output, 'static');

/**
 * For hosts that read `_headers`; others set these by hand. A policy in the page itself cannot hold `frame-ancestors`, and
 * does not bind its worker.
 */
const HEADERS = `/*
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
  Content-Security-Policy: ${readScriptPolicy(output)}
`;

const ROBOTS = `User-agent: *
Disallow: /search
Disallow: /de/search
`;

function write(file: string, text: string): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** @throws Error where the page does not come, or comes without the policy that belongs into it */
async function render(origin: string, path: string, status: number): Promise<string> {
  const response = await fetch(origin + path);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy');
  if (response.status !== status || policy === null) {
    throw new Error(`${path} cannot be written for a static host: status ${response.status}`);
  }
  return withPolicy(html, policy);
}

/** Puts the policy into the page, since not every static host can send headers. */
function withPolicy(html: string, policy: string): string {
  const own = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !directive.startsWith('frame-ancestors'))
    .join('; ');
  const meta = `<meta http-equiv="content-security-policy" content="${own.replaceAll('"', '&quot;')}">`;
  return html.replace('<head>', `<head>${meta}`);
}

/** One line a page of many addresses, in the form that several hosts read and others are configured after. */
function redirects(pages: readonly SitePage[]): string {
  return pages
    .filter(({ pattern }) => pattern !== undefined)
    .map(({ pattern, file }) => `${pattern} /${file} 200\n`)
    .join('');
}

async function exportStatic(): Promise<void> {
  process.env['CAIRN_WEBSITE_SHELLS'] = '1';
  const server = createServer(await loadPages(output));
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = sitePages();
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(output, 'client'), folder, { recursive: true });
  for (const { path, file } of pages) write(file, await render(origin, path, 200));
  write('404.html', await render(origin, '/404-for-a-static-host', 404));
  write('_redirects', redirects(pages));
  write('_headers', HEADERS);
  write('robots.txt', ROBOTS);
  server.close();
  server.closeAllConnections();
}

await exportStatic();
