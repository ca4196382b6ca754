import { STATUS_CODES } from 'node:http';
import { createExplorerClient, type ExplorerClient } from '@cairn/api/explorer';
import { API_BASE_URL } from './config.ts';
import type { Initial, LoadResult, PageContext } from './page-context.ts';
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

/** The API requests of a page, by name. */
type Loads = Readonly<
  Record<string, (api: ExplorerClient, options: { signal: AbortSignal }) => Promise<unknown>>
>;

/** The result of `loadOnServer`: the context of every island, and the answers for the page. */
export interface ServerData<Parts extends object> {
  readonly context: PageContext;
  readonly initial: Initial<Parts>;
  /** True if the API answered; false also during `PAUSE_MS`; `undefined` for a page without data (`withoutChain`). */
  readonly answered: boolean | undefined;
}

/** The part of Astro's global object that is used here. */
export interface AstroPage {
  readonly url: URL;
  readonly response: { status?: number; statusText?: string; readonly headers: Headers };
}

type AnswersOf<Asked extends Loads> = { [Name in keyof Asked]: Awaited<ReturnType<Asked[Name]>> };

const client = createExplorerClient({ baseUrl: API_BASE_URL ?? '', timeoutMs: SERVER_TIMEOUT_MS });
const outage = createOutageMemory(PAUSE_MS, () => Date.now());

/**
 * Loads a page's data and the chain's status while the server renders the page, and sets the response's status. 404: an
 * item does not exist or its reference is invalid; but 200 for an unknown transaction, which may be waiting for a
 * block. 503: the API does not answer, so that neither caches nor search engines keep a page without its data.
 */
export async function loadOnServer<const Asked extends Loads>(
  astro: AstroPage,
  loads: Asked = {} as Asked,
): Promise<ServerData<AnswersOf<Asked>>> {
  const locale = localeOfPath(astro.url.pathname);
  if (API_BASE_URL === undefined || RENDERS_SHELLS) {
    return withoutChain(astro.url);
  }
  const asked = { ...loads, status: (api, options) => api.status({}, options) } satisfies Loads;
  const loaded = outage.isPaused() ? undefined : await loadAll(asked);
  const { status, ...parts } = loaded ?? {};
  const answered = status !== undefined && !isUnreachable(status);
  if (loaded !== undefined) outage.record(answered);
  setStatus(astro, answered, Object.values(parts));
  const renderedAtMs = Date.now();
  return {
    context: {
      locale,
      chain: chainViewOf(status as LoadResult<NonNullable<ChainView['status']>> | undefined, renderedAtMs),
      renderedAtMs,
    },
    initial: withoutUnreachable(parts) as Initial<AnswersOf<Asked>>,
    answered,
  };
}

/** Server data of a page that loads nothing: an error page, or a page of the preview build or of a static host. */
export function withoutChain(url: URL): ServerData<object> {
  const locale = localeOfPath(url.pathname);
  const context: PageContext = { locale, chain: NOTHING_KNOWN, ...(RENDERS_SHELLS ? { shell: true } : {}) };
  return { context, initial: {}, answered: undefined };
}

async function loadAll(loads: Loads): Promise<Record<string, LoadResult<unknown>>> {
  const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS);
  const entries = Object.entries(loads).map(
    async ([name, load]) => [name, await loadOne(load, signal)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function loadOne(load: Loads[string], signal: AbortSignal): Promise<LoadResult<unknown>> {
  try {
    return { data: await load(client, { signal }) };
  } catch (error) {
    return { failure: signal.aborted ? { kind: 'unreachable', slow: true } : failureOf(error) };
  }
}

const isUnreachable = (loaded: LoadResult<unknown>): boolean =>
  'failure' in loaded && loaded.failure.kind === 'unreachable';

/**
 * Leaves out requests without an answer: the browser repeats them, since it may reach an API that this server cannot.
 */
function withoutUnreachable(parts: Record<string, LoadResult<unknown>>): Record<string, LoadResult<unknown>> {
  return Object.fromEntries(Object.entries(parts).filter(([, loaded]) => !isUnreachable(loaded)));
}

function chainViewOf(
  status: LoadResult<NonNullable<ChainView['status']>> | undefined,
  receivedAt: number,
): ChainView {
  if (status === undefined || isUnreachable(status)) return NOTHING_KNOWN;
  if ('failure' in status) return { ...NOTHING_KNOWN, failure: status.failure };
  return { status: status.data, receivedAt, failure: undefined };
}

function setStatus(astro: AstroPage, answered: boolean, parts: readonly LoadResult<unknown>[]): void {
  const kinds: (Failure['kind'] | undefined)[] = parts.map((part) =>
    'failure' in part ? part.failure.kind : undefined,
  );
  if (!answered || kinds.includes('unreachable')) {
    setResponseStatus(astro, 503);
    astro.response.headers.set('retry-after', '5');
  } else if (parts.some(awaitsBlock)) {
    astro.response.headers.set('x-robots-tag', 'noindex');
  } else if (kinds.some((kind) => kind === 'not_found' || kind === 'invalid')) {
    setResponseStatus(astro, 404);
  }
}

/** The API does not know pending transactions: an unknown one may be in the next block, and its page waits for that. */
const awaitsBlock = (part: LoadResult<unknown>): boolean =>
  'failure' in part && part.failure.kind === 'not_found' && part.failure.what === 'transaction';

/** Sets the status and its text, because Astro would leave the text at `OK`. */
function setResponseStatus({ response }: AstroPage, status: number): void {
  response.status = status;
  response.statusText = STATUS_CODES[status] ?? '';
}

/** Decides whether to send requests to an API that has just not answered. */
interface OutageMemory {
  isPaused: () => boolean;
  /** @param answered true if the API answered in time */
  record: (answered: boolean) => void;
}

/**
 * After a request without an answer, no page requests anything for `pauseMs`: while the API hangs, few pages wait for
 * it.
 * @param now Unix milliseconds
 */
export function createOutageMemory(pauseMs: number, now: () => number): OutageMemory {
  let pausedUntil = 0;
  return {
    isPaused: () => now() < pausedUntil,
    record: (answered) => {
      pausedUntil = answered ? 0 : now() + pauseMs;
    },
  };
}

/**
 * The site's public origin, for the absolute URLs of link previews, sitemap and OpenSearch: the request's `Host`, with
 * the scheme of `X-Forwarded-Proto` if a proxy sets it.
 */
export function siteOrigin(request: Request, url: URL): string {
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
  const scheme = forwarded === 'https' || forwarded === 'http' ? `${forwarded}:` : url.protocol;
  return `${scheme}//${url.host}`;
}
