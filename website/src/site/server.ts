import { STATUS_CODES } from 'node:http';
import { createExplorerClient, type ExplorerStatus } from '@cairn/api/explorer';
import { reportApiFailure } from './api-failures.ts';
import { readBaseUrl } from './base-url.ts';
import { API_BASE_URL } from './config.ts';
import type { Head, PageContext, PageIsland } from './island.tsx';
import type { Initial, LoadResult, Request } from './request.ts';
import { type Failure, failureOf } from './failure.ts';
import { type ChainView, NOTHING_KNOWN } from './chain-feed.ts';
import { localeOfPath } from './locale.ts';

/** Longest wait of a page for the API, in milliseconds; after that, the browser requests the missing data. */
const SERVER_TIMEOUT_MS = 1_500;

/** How long pages are rendered without a request to the API after it did not answer, in milliseconds. */
const PAUSE_MS = 3_000;

/**
 * True while `build/export-static.ts` renders the pages of a static host, without data. The islands of a page for many
 * URLs, such as that of a block, read the URL in the browser.
 */
const RENDERS_SHELLS: boolean = process.env['CAIRN_WEBSITE_SHELLS'] === '1';

/** What the server knows of a page when it renders it. */
export interface ServerData {
  /** What every island of the page gets: `<Block client:queued {...page.island} />`. */
  readonly island: { readonly context: PageContext; readonly initial: Initial };
  readonly context: PageContext;
  /** True if the API answered; false also during `PAUSE_MS`; `undefined` for a page without data (`withoutChain`). */
  readonly answered: boolean | undefined;
  /** The answer to a request of the page; `undefined` if the browser has to ask. */
  readonly answerTo: <Data>(asked: Request<Data>) => LoadResult<Data> | undefined;
}

/** What the server knows of a page whose content is one island. */
export interface ServerPage<Props> extends ServerData, Head {
  readonly island: ServerData['island'] & Props;
}

/** The part of Astro's global object that is used here. */
export interface AstroPage {
  readonly url: URL;
  readonly response: { status?: number; statusText?: string; readonly headers: Headers };
}

/**
 * Where this server reaches the API: a proxy in front of the API limits each client, and would count all visitors of the pages
 * as one.
 */
const SERVER_API_URL =
  readBaseUrl('EXPLORER_API_INTERNAL_URL', process.env['EXPLORER_API_INTERNAL_URL']) ?? API_BASE_URL;

const client = createExplorerClient({ baseUrl: SERVER_API_URL ?? '', timeoutMs: SERVER_TIMEOUT_MS });

/** Until when pages are rendered without a request, in Unix milliseconds: while the API hangs, few pages wait for it. */
let pausedUntil = 0;

/** Reads the props of a page from its URL, and loads what it asks; its head has a link preview only if it was found. */
export async function loadPage<Props extends object>(
  astro: AstroPage,
  { page }: PageIsland<Props>,
): Promise<ServerPage<Props>> {
  const props = page.params?.(astro.url) ?? ({} as Props);
  const asked = page.asked(props);
  const server = await loadOnServer(astro, asked);
  const { linkPreview, ...head } = page.head(props, server.context.locale);
  const isFound = asked.length > 0 && 'data' in (server.answerTo(asked[0]!) ?? {});
  return {
    ...server,
    ...head,
    ...(isFound && { linkPreview }),
    island: { ...server.island, ...props },
  };
}

/**
 * Loads a page's data and the chain's status while the server renders the page, and sets the response's status. 404: an
 * item does not exist or its reference is invalid. 503: the API does not answer, so that neither caches nor search engines keep a page without its data.
 */
export async function loadOnServer(
  astro: AstroPage,
  requests: readonly Request<unknown>[] = [],
): Promise<ServerData> {
  if (API_BASE_URL === undefined || RENDERS_SHELLS) return withoutChain(astro.url);
  const asked = Date.now() < pausedUntil ? undefined : await askAll([STATUS, ...requests]);
  const { status, ...answers } = asked ?? {};
  const answered = status !== undefined && !isUnreachable(status);
  if (asked !== undefined) pausedUntil = answered ? 0 : Date.now() + PAUSE_MS;
  setStatus(astro, answered, Object.values(answers));
  const renderedAtMs = Date.now();
  const chain = chainViewOf(status as LoadResult<ExplorerStatus> | undefined, renderedAtMs);
  return dataOf(
    { locale: localeOfPath(astro.url.pathname), chain, renderedAtMs },
    withoutUnreachable(answers),
    answered,
  );
}

/** Server data of a page that loads nothing: an error page, or a page of the preview build or of a static host. */
export function withoutChain(url: URL): ServerData {
  const locale = localeOfPath(url.pathname);
  return dataOf({ locale, chain: NOTHING_KNOWN, ...(RENDERS_SHELLS ? { shell: true } : {}) }, {}, undefined);
}

function dataOf(context: PageContext, initial: Initial, answered: boolean | undefined): ServerData {
  return {
    island: { context, initial },
    context,
    answered,
    answerTo: <Data>({ key }: Request<Data>) => initial[key] as LoadResult<Data> | undefined,
  };
}

const STATUS: Request<ExplorerStatus> = { key: 'status', load: (api, options) => api.status({}, options) };

async function askAll(requests: readonly Request<unknown>[]): Promise<Initial> {
  const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS);
  const answers = requests.map(async (one) => [one.key, await ask(one, signal)] as const);
  return Object.fromEntries(await Promise.all(answers));
}

async function ask(request: Request<unknown>, signal: AbortSignal): Promise<LoadResult<unknown>> {
  try {
    return { data: await request.load(client, { signal }) };
  } catch (error) {
    const failure: Failure = signal.aborted ? { kind: 'unreachable', slow: true } : failureOf(error);
    // What does not exist is an answer.
    if (failure.kind !== 'not_found' && failure.kind !== 'invalid') reportApiFailure(request.key, error);
    return { failure };
  }
}

const isUnreachable = (loaded: LoadResult<unknown>): boolean =>
  'failure' in loaded && loaded.failure.kind === 'unreachable';

/**
 * Leaves out requests without an answer: the browser repeats them, since it may reach an API that this server cannot.
 */
function withoutUnreachable(parts: Initial): Initial {
  return Object.fromEntries(Object.entries(parts).filter(([, loaded]) => !isUnreachable(loaded)));
}

function chainViewOf(status: LoadResult<ExplorerStatus> | undefined, receivedAt: number): ChainView {
  if (status === undefined || isUnreachable(status)) return NOTHING_KNOWN;
  if ('failure' in status) return { ...NOTHING_KNOWN, failure: status.failure };
  return { ...NOTHING_KNOWN, status: status.data, receivedAt };
}

function setStatus(astro: AstroPage, answered: boolean, parts: readonly LoadResult<unknown>[]): void {
  const kinds: (Failure['kind'] | undefined)[] = parts.map((part) =>
    'failure' in part ? part.failure.kind : undefined,
  );
  if (!answered || kinds.includes('unreachable')) {
    setResponseStatus(astro, 503);
    astro.response.headers.set('retry-after', '5');
  } else if (kinds.some((kind) => kind === 'not_found' || kind === 'invalid')) {
    setResponseStatus(astro, 404);
  }
}

/** Sets the status and its text, because Astro would leave the text at `OK`. */
function setResponseStatus({ response }: AstroPage, status: number): void {
  response.status = status;
  response.statusText = STATUS_CODES[status] ?? '';
}

/**
 * The site's public origin, for the absolute URLs of link previews, sitemap and OpenSearch: the request's `Host`, with
 * the scheme of `X-Forwarded-Proto` if a proxy sets it.
 */
export function siteOrigin(
  request: Pick<globalThis.Request, 'headers'>,
  url: Pick<URL, 'host' | 'protocol'>,
): string {
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
  const scheme = forwarded === 'https' || forwarded === 'http' ? `${forwarded}:` : url.protocol;
  return `${scheme}//${url.host}`;
}
