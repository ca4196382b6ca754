import { useEffect, useRef, useState } from 'preact/hooks';
import { API_BASE_URL, NETWORK, WITNESSES } from '../../site/config.ts';
import { onRecomputed, type Place, readRecomputed } from './recomputed.ts';
import { useChain } from '../../site/use-chain.ts';
import { useLoaded } from '../../site/use-loaded.ts';
import {
  type ChainSubject,
  NOTHING,
  type ProofRequest,
  type ProofState,
  type ProvenOf,
  type Subject,
} from './proof.ts';
import type { ReasonCode } from './seal.texts.ts';

/** The state of a page's proof, and what the page can do with it. */
export interface PageProof<Value = unknown> extends ProofState<Value> {
  /** Proves the subject anew. */
  readonly again: () => void;
  /** Proves it without the limits of what is fetched unasked; absent if nothing is left out. */
  readonly proveRest: (() => void) | undefined;
  /** Why nothing is being proven: the program did not load, or has failed; the reader saves data, and has not asked for it. */
  readonly obstacle: 'broken' | 'saver' | undefined;
}

const loadOpener = () =>
  typeof Worker === 'undefined' ? Promise.reject(new Error('no workers')) : import('./open-worker.ts');
const STOPPED: ProofState<never> = { ...NOTHING, verdict: 'skipped' };
/** Reasons that end once the user asks for the rest. */
const LEFT_OUT: ReadonlySet<ReasonCode> = new Set(['large_block', 'no_anchor', 'far', 'deep_page']);

/** What nobody proves unasked. */
const ASKED: ReadonlySet<Subject['kind'] | undefined> = new Set(['input', 'recompute']);

/** True if the browser is told to save data: then up to 3.5 MB are fetched only when the reader asks for a proof. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** True if the proof says itself that this is what it leaves open. */
export const isLimitedBy = ({ checks }: PageProof, code: ReasonCode): boolean =>
  checks.some(({ reasons }) => reasons.some((reason) => reason.code === code));

/**
 * Proves in the browser what a page shows. The worker is loaded once the page is idle, lives as long as the page, and follows
 * each tip of the chain feed.
 * @param subject a new one, by its values without what is painted, starts a new proof; `undefined` until it is known
 */
export function useProof<Of extends Subject>(subject: Of | undefined): PageProof<ProvenOf<Of>> {
  /** What the worker has said last; nothing until it takes requests. */
  const [posted, setPosted] = useState<ProofState>();
  /** Keys of the proofs whose worker did not load, or threw: each is tried twice. */
  const [crashes, setCrashes] = useState<readonly string[]>([]);
  const [attempt, setAttempt] = useState({ count: 0, isWhole: false });
  const loaded = useLoaded(loadOpener);
  const worker = useRef<Worker | undefined>(undefined);
  const { status } = useChain();
  const key = JSON.stringify([subject && { ...subject, painted: undefined }, attempt.count]);
  const isReady = posted !== undefined;
  const latest = useRef(key);
  latest.current = key;
  const obstacle = ((): PageProof['obstacle'] => {
    if (loaded === undefined) return undefined;
    if (loaded === 'broken' || crashes.filter((one) => one === key).length > 1) return 'broken';
    return !ASKED.has(subject?.kind) && attempt.count === 0 && savesData() ? 'saver' : undefined;
  })();

  const send = (request: ProofRequest) => worker.current?.postMessage(request);
  const crash = () => {
    worker.current?.terminate();
    worker.current = undefined;
    setPosted(undefined);
    setCrashes((before) => [...before, latest.current]);
  };
  useEffect(() => {
    if (loaded === undefined || loaded === 'broken' || obstacle !== undefined) return;
    // From then on, the page works offline.
    try {
      worker.current ??= loaded.openWorker(subject?.kind, setPosted, crash);
    } catch {
      crash(); // a browser may forbid workers
    }
    if (subject === undefined || !isReady) return;
    const settings = { baseUrl: API_BASE_URL ?? '', network: NETWORK, witnesses: WITNESSES };
    const isWhole = attempt.isWhole || subject.kind === 'recompute';
    send({ kind: 'prove', key, subject, settings, isWhole, recomputed: readRecomputed() });
  }, [loaded, key, crashes, isReady]);
  const sendTip = () => send({ kind: 'tip', recomputed: readRecomputed() });
  useEffect(() => {
    if (status?.tip_id !== undefined) sendTip();
  }, [status?.tip_id]);
  useEffect(() => onRecomputed(sendTip), []);
  useEffect(() => () => worker.current?.terminate(), []);

  const current = posted?.key === key ? (posted as ProofState<ProvenOf<Of>>) : NOTHING;
  const state = obstacle === undefined ? current : STOPPED;
  const isLeftOut = state.checks.some(({ reasons }) => reasons.some(({ code }) => LEFT_OUT.has(code)));
  const proveAgain = (isWhole: boolean) => () => setAttempt(({ count }) => ({ count: count + 1, isWhole }));
  return {
    ...state,
    again: loaded === 'broken' ? () => location.reload() : proveAgain(false),
    proveRest: isLeftOut && !attempt.isWhole && state.verdict !== 'running' ? proveAgain(true) : undefined,
    obstacle,
  };
}

const CHAIN: ChainSubject = { kind: 'chain' };

/** Walks the server's chain, from its first header up to the tip, and on to each new one. @param isOn false until there is one */
export const useWalk = (isOn = true): PageProof<Place> => useProof(isOn ? CHAIN : undefined);
