import { STATUS_CODES } from 'node:http';
import { createExplorerClient, type ExplorerClient } from '@cairn/api/explorer';
import { API_BASE_URL } from '../config.ts';
import type { Frame, Initial, Loaded } from '../frame/frame.ts';
import { type Failure, failureOf } from '../lib/failure.ts';
import { type ChainView, NOTHING_KNOWN } from '../lib/status-store.ts';
import { localeOfPath } from '../messages/locale.ts';
import { createPatience } from './patience.ts';
import { RENDERS_SHELLS } from './shell.ts';

/** How long a page waits for the API, in milliseconds; after that the browser asks by itself. */
export const SERVER_TIMEOUT_MS = 1_500;

/** How long pages do not wait again after the API kept one waiting, in milliseconds. */
const REST_MS = 3_000;

/** API requests of a page, by name. */
export type Loads = Readonly<
  Record<string, (api: ExplorerClient, options: { signal: AbortSignal }) => Promise<unknown>>
>;

/** The results: the frame for every island, the answers for the page's own. */
export interface OnServer<Parts extends object> {
  readonly frame: Frame;
  readonly initial: Initial<Parts>;
  /** Whether the API answered the server; `undefined` where nothing was asked (preview build, static shells). */
  readonly answered: boolean | undefined;
}

/** The parts of Astro's global that are used here. */
export interface PageContext {
  readonly url: URL;
  readonly response: { status?: number; statusText?: string; readonly headers: Headers };
}

type PartsOf<Asked extends Loads> = { [Name in keyof Asked]: Awaited<ReturnType<Asked[Name]>> };

const client = createExplorerClient({ baseUrl: API_BASE_URL ?? '', timeoutMs: SERVER_TIMEOUT_MS });
const patience = createPatience(REST_MS, () => Date.now());

/**
 * Asks the API for a page while the server renders it: the chain's status always, and what the page names. Sets the
 * response's status: 404 where something named does not exist or is no reference at all, but for a transaction, which may
 * wait for a block; 503 where the API does not
 * answer, so that neither caches nor search engines keep a page without its data.
 */
export async function loadOnServer<const Asked extends Loads>(
  context: PageContext,
  loads: Asked = {} as Asked,
): Promise<OnServer<PartsOf<Asked>>> {
  const locale = localeOfPath(context.url.pathname);
  if (API_BASE_URL === undefined || RENDERS_SHELLS) {
    return withoutChain(context.url);
  }
  const asked = { ...loads, status: (api, options) => api.status({}, options) } satisfies Loads;
  const loaded = patience.isResting() ? undefined : await loadAll(asked);
  const { status, ...own } = loaded ?? {};
  const answered = status !== undefined && !isUnreachable(status);
  if (loaded !== undefined) patience.note(answered);
  setStatus(context, answered, Object.values(own));
  const renderedAt = Date.now();
  return {
    frame: {
      locale,
      chain: chainViewOf(status as Loaded<NonNullable<ChainView['status']>> | undefined, renderedAt),
      renderedAt,
    },
    initial: withoutUnreachable(own) as Initial<PartsOf<Asked>>,
    answered,
  };
}

/** A page for which nothing is asked: error pages, the preview build, the pages of a static host. */
export function withoutChain(url: URL): OnServer<object> {
  const locale = localeOfPath(url.pathname);
  const frame: Frame = { locale, chain: NOTHING_KNOWN, ...(RENDERS_SHELLS ? { shell: true } : {}) };
  return { frame, initial: {}, answered: undefined };
}

async function loadAll(loads: Loads): Promise<Record<string, Loaded<unknown>>> {
  const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS);
  const entries = Object.entries(loads).map(
    async ([name, load]) => [name, await loadOne(load, signal)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function loadOne(load: Loads[string], signal: AbortSignal): Promise<Loaded<unknown>> {
  try {
    return { data: await load(client, { signal }) };
  } catch (error) {
    return { failure: signal.aborted ? { kind: 'unreachable', slow: true } : failureOf(error) };
  }
}

const isUnreachable = (loaded: Loaded<unknown>): boolean =>
  'failure' in loaded && loaded.failure.kind === 'unreachable';

/** The browser may reach an API that this server cannot: what did not answer here is asked again there. */
function withoutUnreachable(parts: Record<string, Loaded<unknown>>): Record<string, Loaded<unknown>> {
  return Object.fromEntries(Object.entries(parts).filter(([, loaded]) => !isUnreachable(loaded)));
}

function chainViewOf(
  status: Loaded<NonNullable<ChainView['status']>> | undefined,
  receivedAt: number,
): ChainView {
  if (status === undefined || isUnreachable(status)) return NOTHING_KNOWN;
  if ('failure' in status) return { ...NOTHING_KNOWN, failure: status.failure };
  return { status: status.data, receivedAt, failure: undefined };
}

function setStatus(context: PageContext, answered: boolean, parts: readonly Loaded<unknown>[]): void {
  const kinds: (Failure['kind'] | undefined)[] = parts.map((part) =>
    'failure' in part ? part.failure.kind : undefined,
  );
  if (!answered || kinds.includes('unreachable')) {
    setResponseStatus(context, 503);
    context.response.headers.set('retry-after', '5');
  } else if (parts.some(awaitsBlock)) {
    context.response.headers.set('x-robots-tag', 'noindex');
  } else if (kinds.some((kind) => kind === 'not_found' || kind === 'invalid')) {
    setResponseStatus(context, 404);
  }
}

/** The API shows no pending transactions: one that it does not have may come with the next block. Its page waits for it. */
const awaitsBlock = (part: Loaded<unknown>): boolean =>
  'failure' in part && part.failure.kind === 'not_found' && part.failure.what === 'transaction';

/** Both: beside another status, Astro's own `OK` would stay. */
function setResponseStatus({ response }: PageContext, status: number): void {
  response.status = status;
  response.statusText = STATUS_CODES[status] ?? '';
}
