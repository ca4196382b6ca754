import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { API_BASE_URL, NETWORK, WITNESSES } from '../../site/config.ts';
import { useChain } from '../../site/use-chain.ts';
import type { ProofState, ProvenOf, Subject } from './proof.ts';
import type { ProofRunner } from './proof-runner.ts';
import { useLoaded } from './use-loaded.ts';

/** The state of a page's proof, and what the page can do with it. */
export interface PageProof<Value = unknown> extends ProofState<Value> {
  /** Proves the subject anew. */
  readonly again: () => void;
  /** Proves it without the limits of what is fetched unasked; absent if nothing is left out. */
  readonly checkRest: (() => void) | undefined;
  /** True if the program that checks could not be loaded, or has failed. */
  readonly isBroken: boolean;
}

const NOTHING: ProofState<never> = { verdict: 'running', findings: [] };
const BROKEN: ProofState<never> = { verdict: 'skipped', findings: [] };
/** Reasons that end once the user asks for the rest. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'large_block',
  'many_transfers',
  'size_unknown',
  'no_anchor',
  'far',
  'far_rows',
  'deep_page',
]);

/**
 * Proves in the browser what a page shows. The worker is loaded once the page is idle, lives as long as the page, and follows
 * each tip of the chain feed.
 * @param subject a new one, by its values without what is painted, starts a new proof; `undefined` until it is known
 */
export function useProof<Of extends Subject>(subject: Of | undefined): PageProof<ProvenOf<Of>> {
  const [shown, setShown] = useState<{ key: string; state: ProofState }>({ key: '', state: NOTHING });
  const [attempt, setAttempt] = useState({ count: 0, isWhole: false });
  const load = useLoaded(() => import('./proof-runner.ts'));
  const runner = useRef<ProofRunner | undefined>(undefined);
  const { status } = useChain();
  const key = subject === undefined ? '' : `${keyOf(subject)} ${attempt.count}`;
  const latest = useRef(key);
  latest.current = key;

  useEffect(() => {
    if (load === undefined || load === 'broken') return;
    // From then on, the page works offline.
    runner.current ??= new load.ProofRunner(
      (state) => setShown({ key: latest.current, state }),
      () => {
        runner.current?.close();
        runner.current = undefined; // so that the next subject gets another one
        setShown({ key: latest.current, state: BROKEN });
      },
    );
    if (subject === undefined) return;
    const settings = { baseUrl: API_BASE_URL ?? '', network: NETWORK, witnesses: WITNESSES };
    runner.current.send({ kind: 'prove', subject, settings, isWhole: attempt.isWhole });
  }, [load, key]);
  useEffect(() => {
    if (status?.tip_id !== undefined) runner.current?.send({ kind: 'tip' });
  }, [status?.tip_id]);
  useEffect(() => () => runner.current?.close(), []);

  const again = useCallback(() => setAttempt(({ count }) => ({ count: count + 1, isWhole: false })), []);
  const checkRest = useCallback(() => setAttempt(({ count }) => ({ count: count + 1, isWhole: true })), []);
  const isBroken = load === 'broken' || (shown.key === key && shown.state === BROKEN);
  const state = load === 'broken' ? BROKEN : shown.key === key ? shown.state : NOTHING;
  const isLimited = state.findings.some(({ reasons }) => reasons.some(({ code }) => LEFT_OUT.has(code)));
  return {
    ...(state as ProofState<ProvenOf<Of>>),
    again,
    checkRest: attempt.isWhole || !isLimited || state.verdict === 'running' ? undefined : checkRest,
    isBroken,
  };
}

function keyOf(subject: Subject): string {
  return JSON.stringify(subject, (name, value: unknown) => {
    if (name === 'painted') return undefined;
    return value instanceof Uint8Array ? [...value].join() : value;
  });
}
