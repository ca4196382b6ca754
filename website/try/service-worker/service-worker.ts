/**
 * The service worker of a site whose chain lives in a tab. Requests of explorer and wallet go to the shell page that holds the
 * chain; all others are for files of the build, which it keeps, so that the site works offline. It remembers nothing: browsers
 * end it and start it again as they like.
 */
import { ask } from '@cairn/tab/exchange';
import type { TabInterface, TabRequest } from '@cairn/tab/messages';
import {
  askedOfChain,
  CHAIN_LOCK,
  FRAME_POLICY,
  PAGES,
  SCRIPT_POLICY,
  type ToServiceWorker,
} from '../addresses.ts';
import { gatewayResponse } from './gateway.ts';

/** What the build writes before this script. */
declare const BUILD: {
  /** Differs with each byte of the files. */
  readonly id: string;
  /** Paths of all files. */
  readonly files: readonly string[];
};
declare const self: ServiceWorkerGlobalScope;

const FILES: ReadonlySet<string> = new Set(BUILD.files);
const CACHE = `cairn-${BUILD.id}`;

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), removeOldFiles()]));
});

self.addEventListener('message', (event) => {
  const acts: Record<ToServiceWorker, () => Promise<unknown>> = {
    'take over': () => self.skipWaiting(),
    claim: () => self.clients.claim(),
    'keep all': keepAllFiles,
  };
  event.waitUntil(acts[event.data as ToServiceWorker]());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  // A form of any site can lead here, and no chain shall obey it.
  const asked =
    request.mode === 'navigate' && request.method !== 'GET' ? undefined : askedOfChain(url.pathname);
  if (asked !== undefined) event.respondWith(askChain(asked.to, asked.path + url.search, request));
  else if (url.pathname.startsWith('/gateway/')) event.respondWith(gatewayResponse(url.pathname));
  else if (request.mode === 'navigate') event.respondWith(openPage(request, url));
  else event.respondWith(getFile(url.pathname, url.pathname));
});

/** Whether any tab holds the chain. */
async function isHeld(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === CHAIN_LOCK);
}

/** Asks the shell page of each tab: the one that holds the chain answers. Fails as a request to a server that is away. */
async function askChain(to: TabInterface, target: string, request: Request): Promise<Response> {
  const { method, signal } = request;
  try {
    const body = new Uint8Array(await request.arrayBuffer());
    const asked: TabRequest = { to, target, method, headers: Object.fromEntries(request.headers), body };
    const pages = await self.clients.matchAll({ type: 'window' });
    const shells = pages.filter(
      ({ frameType, url }) => frameType === 'top-level' && new URL(url).pathname === '/',
    );
    return await Promise.any(shells.map((shell) => ask((port) => shell.postMessage(asked, [port]), signal)));
  } catch {
    return Response.error();
  }
}

/** A page in a frame, or in a tab of its own beside the one that holds the chain; without such a tab, it becomes one. */
async function openPage({ destination }: Request, { pathname, search }: URL): Promise<Response> {
  if (destination === 'iframe' || FILES.has(pathname)) return getFile(pathname);
  if (pathname === '/') return getFile('/index.html');
  return (await isHeld()) ? getFile(pathname) : Response.redirect(`/#${pathname}${search}`);
}

/** One file has the pages of all blocks. */
const ONE_OF_MANY = /^((?:\/de)?\/(?:blocks|transactions|addresses))\/[^/]+\/?$/;

/** The file of a path: its own, or that of a page of wallet or explorer. */
function findFile(pathname: string): string | undefined {
  const path = pathname.replace(/\/$/, '');
  const [, folder] = ONE_OF_MANY.exec(path) ?? [];
  const files = [pathname, `${path}/index.html`, `${PAGES}${path}/index.html`, `${PAGES}${folder}/_.html`];
  // The first page of the explorer is `/` in its frame; `/index.html` is the shell.
  return files.find((file) => FILES.has(file) && (file !== '/index.html' || pathname === file));
}

const NOT_FOUND = `${PAGES}/404.html`;

/**
 * A file of the build, kept or from the host.
 * @param otherwise the file for a path that this build does not know: a page that came from the host may be of a newer one
 */
async function getFile(pathname: string, otherwise = NOT_FOUND): Promise<Response> {
  const file = findFile(pathname) ?? otherwise;
  const cache = await caches.open(CACHE);
  const response = (await cache.match(file)) ?? (await loadFile(cache, file));
  // A copy, since hosts redirect as they like, and browsers take no redirected page.
  const headers = new Headers(response.headers);
  headers.set('content-security-policy', file.endsWith('.js') ? SCRIPT_POLICY : FRAME_POLICY);
  if (file.endsWith('.wasm')) headers.set('content-type', 'application/wasm'); // which not every host knows
  return new Response(response.body, { status: file === NOT_FOUND ? 404 : response.status, headers });
}

/** Folders of files whose names are of their content. */
const UNCHANGING = /^\/(_astro|_recompute|assets)\//;

async function loadFile(cache: Cache, file: string): Promise<Response> {
  // By an address of this build, since the browser's own cache may have the file of a former one.
  const response = await fetch(UNCHANGING.test(file) ? file : `${file}?${BUILD.id}`);
  if (response.ok && FILES.has(file)) await cache.put(file, response.clone()).catch(() => undefined); // without room, there is no offline copy
  return response;
}

/** The program that recomputes a chain, as large as all else: kept once it was asked for. */
const RECOMPUTE = /^\/(_recompute\/|_astro\/secp256k1)/;

/** Keeps every other file, one after another: the visitor's own requests go first. */
async function keepAllFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const file of BUILD.files)
    if (!kept.has(file) && !RECOMPUTE.test(file)) await loadFile(cache, file).catch(() => undefined);
}

async function removeOldFiles(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('cairn-') && name !== CACHE) await caches.delete(name);
}
