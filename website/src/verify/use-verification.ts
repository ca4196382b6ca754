import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { trustedUrl } from '../frame/trusted-url.ts';
import {
  skipped,
  type StepId,
  type StepResult,
  type Tally,
  tallyOf,
  type Verdict,
  verdictOf,
} from './findings.ts';
import type { Receipt } from './input.ts';
import type { KeptRecord } from './kept-chain.ts';
import type { News, Numbered, Order } from './thread.ts';
// oxlint-disable-next-line import/default -- Vite makes the address: the worker itself exports nothing
import workerUrl from './worker.ts?worker&url';

/** State of a verification, for the screen. */
export interface Verification {
  readonly planned: readonly StepId[];
  readonly results: ReadonlyMap<StepId, StepResult>;
  readonly running: StepId | undefined;
  /** Of the running step. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly done: boolean;
  /** The worker could not be loaded, or broke. */
  readonly broken: boolean;
  readonly receipt: Receipt | undefined;
}

const NOTHING: Verification = {
  planned: [],
  results: new Map(),
  running: undefined,
  progress: undefined,
  done: false,
  broken: false,
  receipt: undefined,
};

/** State after a message of the worker. */
export function after(before: Verification, news: News): Verification {
  switch (news.kind) {
    case 'plan':
      return { ...NOTHING, planned: news.ids };
    case 'begin':
      return { ...before, running: news.id, progress: undefined };
    case 'progress':
      return { ...before, progress: { done: news.done, total: news.total } };
    case 'result': {
      const results = new Map([...before.results, [news.result.id, news.result]]);
      return { ...before, running: undefined, progress: undefined, results };
    }
    case 'kept':
      return before;
    default:
      return { ...before, running: undefined, done: true, receipt: news.receipt };
  }
}

/** The reader has stopped it: what was not done is skipped. */
export function stopped(before: Verification): Verification {
  const rest = before.planned
    .filter((id) => !before.results.has(id))
    .map((id) => [id, skipped(id, { code: 'stopped' })] as const);
  const results = new Map([...before.results, ...rest]);
  return { ...before, running: undefined, progress: undefined, done: true, results };
}

export function tallyOfVerification({ results, planned }: Verification): Tally {
  return tallyOf([...results.values()], planned.length);
}

/** The verdict; `running` until every step has ended. A difference shows as soon as it is found. */
export function verdictNow(verification: Verification): Verdict | 'running' {
  const verdict = verdictOf(tallyOfVerification(verification));
  if (verification.broken) return verdict === 'differs' ? verdict : 'unchecked';
  return verification.done || verdict === 'differs' ? verdict : 'running';
}

/**
 * Carries out an order in the worker, and again when it changes. The worker starts with the component, so that one which
 * gets its orders later needs no network then.
 * @param order a stable object; absent while there is nothing to verify
 * @param onKept called with the headers that were checked so far
 */
export function useVerification(
  order: Order | undefined,
  onKept: (record: KeptRecord) => void = () => undefined,
): { state: Verification; again: () => void; stop: () => void } {
  const [state, setState] = useState<Verification>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const worker = useRef<Worker | undefined>(undefined);
  const isBusy = useRef(false);
  const run = useRef(0);

  const close = useCallback(() => {
    worker.current?.terminate();
    worker.current = undefined;
    run.current += 1;
  }, []);

  useEffect(() => {
    // A worker that is at an earlier order would finish that first.
    if (isBusy.current) close();
    if (worker.current === undefined) {
      worker.current = new Worker(trustedUrl(workerUrl), { type: 'module', name: 'verify' });
      worker.current.addEventListener('error', () => {
        isBusy.current = true;
        setState((before) => ({ ...before, broken: true }));
      });
      worker.current.addEventListener('message', ({ data }: MessageEvent<Numbered<News>>) => {
        if (data.run !== run.current) return;
        if (data.content.kind === 'done') isBusy.current = false;
        if (data.content.kind === 'kept') onKept(data.content.record);
        setState((before) => after(before, data.content));
      });
    }
    isBusy.current = order !== undefined;
    run.current += 1;
    setState(NOTHING);
    if (order !== undefined) worker.current.postMessage({ run: run.current, content: order });
  }, [order, attempt]);
  useEffect(() => close, []);

  const stop = useCallback(() => {
    close();
    isBusy.current = false;
    setState(stopped);
  }, []);
  return { state, again: useCallback(() => setAttempt((count) => count + 1), []), stop };
}
