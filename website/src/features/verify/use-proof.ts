import { useEffect, useRef, useState } from 'preact/hooks';
import { API_BASE_URL, NETWORK, WITNESSES } from '../../site/config.ts';
import { useChain } from '../../site/use-chain.ts';
import type { ReasonCode } from './finding.texts.ts';
import type { ChainSubject, ProofRequest, ProofState, ProvenOf, Subject } from './proof.ts';
import { useLoaded } from '../../site/use-loaded.ts';
import type { Place } from './walk.ts';

/** The state of a page's proof, and what the page can do with it. */
export interface PageProof<Value = unknown> extends ProofState<Value> {
  /** Proves the subject anew. */
  readonly again: () => void;
  /** Proves it without the limits of what is fetched unasked; absent if nothing is left out. */
  readonly checkRest: (() => void) | undefined;
  /** True if the program that checks could not be loaded, or has failed. */
  readonly isBroken: boolean;
}

const loadRunner = () =>
  typeof Worker === 'undefined' ? Promise.reject(new Error('no workers')) : import('./proof-runner.ts');
const NOTHING: ProofState<never> = { key: '', verdict: 'running', findings: [] };
const BROKEN: ProofState<never> = { key: '', verdict: 'skipped', findings: [] };
/** Reasons that end once the user asks for the rest. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'large_block',
  'many_transfers',
  'size_unknown',
  'no_anchor',
  'far',
  'deep_page',
]);

/** True if the proof says itself that this is what it leaves open. */
export const isLimitedBy = ({ findings }: PageProof, code: ReasonCode): boolean =>
  findings.some(({ reasons }) => reasons.some((reason) => reason.code === code));

/**
 * Proves in the browser what a page shows. The worker is loaded once the page is idle, lives as long as the page, and follows
 * each tip of the chain feed.
 * @param subject a new one, by its values without what is painted, starts a new proof; `undefined` until it is known
 */
export function useProof<Of extends Subject>(subject: Of | undefined): PageProof<ProvenOf<Of>> {
  const [posted, setPosted] = useState<ProofState>(NOTHING);
  /** Keys of the proofs whose worker did not load, or threw: each is tried twice. */
  const [crashes, setCrashes] = useState<readonly string[]>([]);
  const [attempt, setAttempt] = useState({ count: 0, isWhole: false });
  const loaded = useLoaded(loadRunner);
  const worker = useRef<Worker | undefined>(undefined);
  const { status } = useChain();
  const key = JSON.stringify([subject && { ...subject, painted: undefined }, attempt.count]);
  const latest = useRef(key);
  latest.current = key;
  const isBroken = loaded === 'broken' || crashes.filter((one) => one === key).length > 1;

  const send = (request: ProofRequest) => worker.current?.postMessage(request);
  useEffect(() => {
    if (loaded === undefined || loaded === 'broken' || isBroken) return;
    // From then on, the page works offline.
    worker.current ??= loaded.openWorker(setPosted, () => {
      worker.current?.terminate();
      worker.current = undefined;
      setCrashes((before) => [...before, latest.current]);
    });
    if (subject === undefined) return;
    const settings = { baseUrl: API_BASE_URL ?? '', network: NETWORK, witnesses: WITNESSES };
    send({ kind: 'prove', key, subject, settings, isWhole: attempt.isWhole });
  }, [loaded, key, crashes]);
  useEffect(() => {
    if (status?.tip_id !== undefined) send({ kind: 'tip' });
  }, [status?.tip_id]);
  useEffect(() => () => worker.current?.terminate(), []);

  const state = isBroken ? BROKEN : posted.key === key ? (posted as ProofState<ProvenOf<Of>>) : NOTHING;
  const isLeftOut = state.findings.some(({ reasons }) => reasons.some(({ code }) => LEFT_OUT.has(code)));
  const proveAgain = (isWhole: boolean) => () => setAttempt(({ count }) => ({ count: count + 1, isWhole }));
  return {
    ...state,
    again: proveAgain(false),
    checkRest: isLeftOut && !attempt.isWhole && state.verdict !== 'running' ? proveAgain(true) : undefined,
    isBroken,
  };
}

/** The server's chain as this browser walks it: from its first header up to the tip, and on to each new one. */
interface ChainWalk extends PageProof<Place> {
  /** Headers checked so far. */
  readonly headers: number;
}

const CHAIN: ChainSubject = { kind: 'chain' };

/** Walks the server's chain. @param isOn false until there is one */
export function useWalk(isOn = true): ChainWalk {
  const proof = useProof(isOn ? CHAIN : undefined);
  return { ...proof, headers: proof.findings.find(({ id }) => id === 'chain')?.count ?? 0 };
}
