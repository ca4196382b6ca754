import { type ExplorerClient, type ExplorerStatus, TransportError } from '@cairn/api/explorer';
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { explorer } from './api.ts';
import { type Failure, failureOf, isRetryable } from './failure.ts';
import { useChain } from './use-chain.ts';

/**
 * A question of a page to the API. The server asks it while it renders the page (`loadPage`), the browser where the
 * server has no answer and whenever the answer may have changed (`useRequest`).
 */
export interface Request<Data> {
  /** Names what is asked: requests with the same key have the same answer. */
  readonly key: string;
  /** @param before the answer until now, if there is one */
  load(api: ExplorerClient, options: { signal: AbortSignal }, before?: NoInfer<Data>): Promise<Data>;
  /** A text that changes when the answer may have. Absent if the answer does not change while the page is open. */
  readonly version?: Version | undefined;
  /** Milliseconds from one answer to the next question that a new version alone causes: for what costs many requests. */
  pauseMs?(answer: NoInfer<Data>): number;
}

type Version = (status: ExplorerStatus) => string | undefined;

/** Defines a request. */
export const request = <Data>(
  key: string,
  load: Request<Data>['load'],
  version?: Version,
): Request<Data> => ({ key, load, version });

/**
 * A list as it was asked for: what place its rows have is not for the answer to say, or a lie about it would pass for proven.
 * @param offset rows before the first one
 */
export const startingAt = <List extends { readonly pagination: { readonly offset: number } }>(
  list: List,
  offset: number,
): List => ({ ...list, pagination: { ...list.pagination, offset } });

/**
 * An answer whose fields have these types. The browser does not check answers against the contract, but a page that proves must
 * be there to say that one is malformed.
 * @throws TransportError
 */
export function readable<Answer extends object>(
  answer: Answer,
  types: { readonly [Name in keyof Answer]?: 'number' | 'string' },
): Answer {
  for (const [name, type] of Object.entries(types)) {
    if (typeof answer[name as keyof Answer] === type) continue;
    throw new TransportError('unexpected_shape', `${name} is no ${String(type)}`);
  }
  return answer;
}

/** Version of an answer from the blocks: changes with the tip. */
export const byTip: Version = ({ tip_id }) => tip_id;

/** Version of an answer from the index: changes with the index's state, and with a tip that the index has reached. */
export const byIndex: Version = ({ index, height, tip_id }) => {
  if (!index.ready) return index.state;
  return index.indexed_height >= height ? tip_id : undefined;
};

/** An API answer that the server fetched for the page, or the reason why it could not. Plain data. */
export type LoadResult<Data> = { readonly data: Data } | { readonly failure: Failure };

/** The server's answers by key. Answers that did not arrive in time are absent. */
export type Initial = Readonly<Record<string, LoadResult<unknown>>>;

/** The server's answers for the components of an island, set by `island()`. */
export const InitialContext = createContext<Initial>({});

/**
 * An answer of the API. `data` remains while it is requested again, and when that fails; `failure` is the failure of the
 * latest attempt.
 */
export interface Answer<Data> {
  readonly data: Data | undefined;
  readonly failure: Failure | undefined;
  /** True if the item of `data` is no longer there, as after a reorganization; only an answer with data ends this. */
  readonly isGone: boolean;
  readonly loading: boolean;
  readonly retry: () => void;
}

type State<Data> = Omit<Answer<Data>, 'retry'>;

const WAITING = { data: undefined, failure: undefined, isGone: false, loading: true };

/**
 * The answer to a request: that of the server at first; asked anew when the key changes (the old data is removed) and when
 * the version changes or `retry` is called (the old data remains until the answer). A failed request is repeated when the
 * next status arrives, one for something that was not found with the next tip.
 * @param asked `undefined` while there is nothing to ask yet
 */
export function useRequest<Data>(asked: Request<Data> | undefined): Answer<Data> {
  const key = asked?.key ?? '';
  const served = useContext(InitialContext)[key] as LoadResult<Data> | undefined;
  const [kept, setKept] = useState<{ key: string; state: State<Data> }>(() => ({
    key,
    state: { ...WAITING, ...served, loading: served === undefined || 'failure' in served },
  }));
  const [attempt, setAttempt] = useState(0);
  const state = kept.key === key ? kept.state : WAITING;
  const latest = useRef(state);
  latest.current = state;
  const askedAt = useRef(Date.now());
  // The server has just answered this: nothing to ask until the key changes or `retry` is called.
  const isAnswered = useRef(!state.loading);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  /** The question whose answer is on its way. */
  const running = useRef<{ isOutdated: boolean }>();
  /** Asks anew, but not before an answer that is on its way: if blocks come faster than answers, none would be shown. */
  const renew = () => {
    if (running.current !== undefined) running.current.isOutdated = true;
    else {
      running.current = { isOutdated: true };
      retry();
    }
  };
  useEffect(() => {
    if (asked === undefined || (isAnswered.current && attempt === 0 && kept.key === key)) return undefined;
    isAnswered.current = false;
    askedAt.current = Date.now();
    const question = (running.current = { isOutdated: false });
    const abort = new AbortController();
    const show = (next: Partial<State<Data>>) => {
      // An aborted request updates nothing.
      if (abort.signal.aborted) return;
      setKept((before) => ({ key, state: { ...(before.key === key ? before.state : WAITING), ...next } }));
    };
    const ask = async () => {
      try {
        const data = await asked.load(explorer, { signal: abort.signal }, latest.current.data);
        show({ data, failure: undefined, isGone: false, loading: false });
      } catch (error) {
        if (abort.signal.aborted) return;
        const failure = failureOf(error);
        // Any other failure says nothing about the item.
        show({ failure, loading: false, ...(failure.kind === 'not_found' && { isGone: true }) });
      }
      if (abort.signal.aborted) return;
      if (question.isOutdated) retry();
      else running.current = undefined;
    };
    show({ loading: true });
    void ask();
    return () => {
      abort.abort();
      running.current = undefined;
    };
    // `asked` is missing on purpose: it is a new object on every render, and its key changes with what it loads.
  }, [key, attempt, asked === undefined]);
  const failure = asked && state.failure;
  const { status, receivedAt } = useChain();
  const pause = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(pause.current), [key]);
  useChange(status && asked?.version?.(status), () => {
    clearTimeout(pause.current);
    const pauseMs = (state.data !== undefined && asked?.pauseMs?.(state.data)) || 0;
    pause.current = setTimeout(renew, Math.max(0, askedAt.current + pauseMs - Date.now()));
  });
  useChange(status?.tip_id, () => failure?.kind === 'not_found' && renew());
  useEffect(() => {
    if (failure !== undefined && isRetryable(failure) && running.current === undefined) retry();
    // `failure` is deliberately no dependency: only a new status is a reason to try again.
  }, [receivedAt]);
  return { ...state, retry };
}

/** Calls back when a value changes from one known value to another, but not when it first becomes known. */
function useChange(value: string | undefined, onChange: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    const changed = last.current !== undefined && value !== undefined && last.current !== value;
    if (value !== undefined) last.current = value;
    if (changed) onChange();
    // `onChange` is deliberately no dependency, because it may be a new function on every render.
  }, [value]);
}

/** Sums over the whole chain, for several pages. */
export const statsRequest = request('stats', (api, options) => api.getStats({}, options), byIndex);

/** Blocks that are not in the chain, the newest first: as many as one answer can have. */
export const staleRequest = request(
  'stale blocks',
  (api, options) => api.listStaleBlocks({ limit: 100 }, options),
  byTip,
);

/** Fees of recent transfers. */
export type Fees = Awaited<ReturnType<ExplorerClient['getFees']>>;

/** The fees with which a transfer comes into one of the next blocks. */
export const feesRequest = request('fees', (api, options) => api.getFees({}, options), byTip);
