import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type CheckId, type CheckResult, type Tally, tallyOf, type Verdict, verdictOf } from './model.ts';
import type { Evidence } from './offline/evidence.ts';
import { startVerifier, type Verifier } from './start-worker.ts';
import type { News, Order } from './thread.ts';

/** How a verification stands, for the screen. */
export interface Verification {
  readonly planned: readonly CheckId[];
  readonly results: ReadonlyMap<CheckId, CheckResult>;
  readonly running: CheckId | undefined;
  /** Of the running check. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly done: boolean;
  /** The worker could not be loaded, or broke. */
  readonly broken: boolean;
  readonly evidence: Evidence | undefined;
}

const NOTHING: Verification = {
  planned: [],
  results: new Map(),
  running: undefined,
  progress: undefined,
  done: false,
  broken: false,
  evidence: undefined,
};

/** What is known after some news. */
export function after(before: Verification, news: News): Verification {
  switch (news.kind) {
    case 'plan':
      return { ...NOTHING, planned: news.ids };
    case 'begin':
      return { ...before, running: news.id, progress: undefined };
    case 'progress':
      return { ...before, progress: { done: news.done, total: news.total } };
    case 'result':
      return {
        ...before,
        running: undefined,
        progress: undefined,
        results: new Map([...before.results, [news.result.id, news.result]]),
      };
    default:
      return { ...before, running: undefined, done: true, evidence: news.evidence };
  }
}

export function tallyOfVerification({ results, planned }: Verification): Tally {
  return tallyOf([...results.values()], planned.length);
}

/** The verdict; `running` until every check has ended. A difference shows as soon as it is found. */
export function verdictNow(verification: Verification): Verdict | 'running' {
  const verdict = verdictOf(tallyOfVerification(verification));
  if (verification.broken) return verdict === 'differs' ? verdict : 'unchecked';
  return verification.done || verdict === 'differs' ? verdict : 'running';
}

/**
 * Carries out an order in the worker, and again when it changes. The worker starts with the component, so that one which
 * gets its orders later needs no network then.
 * @param order a stable object; absent while there is nothing to verify
 */
export function useVerification(order: Order | undefined): { state: Verification; again: () => void } {
  const [state, setState] = useState<Verification>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const verifier = useRef<Verifier | undefined>(undefined);
  const isBusy = useRef(false);

  useEffect(() => {
    // A worker that is at an earlier order would finish that first.
    if (isBusy.current) {
      verifier.current?.close();
      verifier.current = undefined;
    }
    verifier.current ??= startVerifier(() => {
      isBusy.current = true;
      setState((before) => ({ ...before, broken: true }));
    });
    isBusy.current = order !== undefined;
    setState(NOTHING);
    if (order === undefined) return;
    verifier.current.verify(order, (news) => {
      if (news.kind === 'done') isBusy.current = false;
      setState((before) => after(before, news));
    });
  }, [order, attempt]);
  useEffect(() => () => verifier.current?.close(), []);

  return { state, again: useCallback(() => setAttempt((count) => count + 1), []) };
}
