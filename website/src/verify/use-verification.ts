import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { trustedUrl } from '../runtime/trusted-url.ts';
import {
  skipped,
  type StepId,
  type StepResult,
  type Tally,
  tallyOf,
  type Verdict,
  verdictOf,
} from './findings.ts';
import type { Receipt } from './parse-input.ts';
import type { StoredCheckpoints } from './checkpoints.ts';
import type { Numbered, VerifyRequest, WorkerMessage } from './worker.ts';
// oxlint-disable-next-line import/default -- the export is Vite's: the worker's URL
import workerUrl from './worker.ts?worker&url';

/** State of a verification, as the page shows it. */
export interface Verification {
  readonly planned: readonly StepId[];
  readonly results: ReadonlyMap<StepId, StepResult>;
  readonly running: StepId | undefined;
  /** Of the running step. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly done: boolean;
  /** True if the worker did not load, or failed. */
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
function after(before: Verification, message: WorkerMessage): Verification {
  switch (message.kind) {
    case 'plan':
      return { ...NOTHING, planned: message.ids };
    case 'begin':
      return { ...before, running: message.id, progress: undefined };
    case 'progress':
      return { ...before, progress: { done: message.done, total: message.total } };
    case 'result': {
      const results = new Map([...before.results, [message.result.id, message.result]]);
      return { ...before, running: undefined, progress: undefined, results };
    }
    case 'checkpoints':
      return before;
    default:
      return { ...before, running: undefined, done: true, receipt: message.receipt };
  }
}

/** State after the user has stopped it: the remaining steps are skipped. */
function stopped(before: Verification): Verification {
  const rest = before.planned
    .filter((id) => !before.results.has(id))
    .map((id) => [id, skipped(id, { code: 'stopped' })] as const);
  const results = new Map([...before.results, ...rest]);
  return { ...before, running: undefined, progress: undefined, done: true, results };
}

export function tallyOfVerification({ results, planned }: Verification): Tally {
  return tallyOf([...results.values()], planned.length);
}

/** The verdict so far; `running` until every step has ended, but `differs` as soon as one has failed. */
export function verdictSoFar(verification: Verification): Verdict | 'running' {
  const verdict = verdictOf(tallyOfVerification(verification));
  if (verification.broken) return verdict === 'differs' ? verdict : 'unchecked';
  return verification.done || verdict === 'differs' ? verdict : 'running';
}

/**
 * Runs a verification in the worker, and again when the request changes. The worker is loaded when the component mounts, so
 * that a later request works without a network.
 * @param request must be the same object until it changes; absent while there is nothing to verify
 * @param onCheckpoints called with the headers checked so far
 */
export function useVerification(
  request: VerifyRequest | undefined,
  onCheckpoints: (stored: StoredCheckpoints) => void = () => undefined,
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
    // A busy worker would finish the earlier request first, so it is replaced.
    if (isBusy.current) close();
    if (worker.current === undefined) {
      worker.current = new Worker(trustedUrl(workerUrl), { type: 'module', name: 'verify' });
      worker.current.addEventListener('error', () => {
        isBusy.current = true;
        setState((before) => ({ ...before, broken: true }));
      });
      worker.current.addEventListener('message', ({ data }: MessageEvent<Numbered<WorkerMessage>>) => {
        if (data.run !== run.current) return;
        if (data.content.kind === 'done') isBusy.current = false;
        if (data.content.kind === 'checkpoints') onCheckpoints(data.content.stored);
        setState((before) => after(before, data.content));
      });
    }
    isBusy.current = request !== undefined;
    run.current += 1;
    setState(NOTHING);
    if (request !== undefined) worker.current.postMessage({ run: run.current, content: request });
  }, [request, attempt]);
  useEffect(() => close, []);

  const stop = useCallback(() => {
    close();
    isBusy.current = false;
    setState(stopped);
  }, []);
  return { state, again: useCallback(() => setAttempt((count) => count + 1), []), stop };
}
