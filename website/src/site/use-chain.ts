import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '@cairn/api/explorer';
import { chainStatus } from './api.ts';
import { ChainContext } from './page-context.ts';
import { type Failure, isRetryable } from './failure.ts';
import { type ChainView, NOTHING_KNOWN } from './chain-feed.ts';

/**
 * The chain's current status, kept up to date while the component is mounted; at first the status that the server had.
 */
export function useChain(): ChainView {
  // The first rendering must equal the server's, or hydration mixes up the markup.
  const [view, setView] = useState<ChainView>(useContext(ChainContext));
  useEffect(() => {
    const update = () => {
      const current = chainStatus.current();
      if (current !== NOTHING_KNOWN) setView(current);
    };
    const unsubscribe = chainStatus.subscribe(update);
    update();
    return unsubscribe;
  }, []);
  return view;
}

/** Calls back when a value changes from one known value to another, but not when it first becomes known. */
export function useChange(value: string | undefined, onChange: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    const changed = last.current !== undefined && value !== undefined && last.current !== value;
    if (value !== undefined) last.current = value;
    if (changed) onChange();
    // `onChange` is deliberately no dependency, because it is a new function on every render.
  }, [value]);
}

/**
 * Repeats a failed request: whenever a new status arrives if the failure may be temporary, and at each new tip if the
 * item was not found, because the new block may contain it.
 */
export function useRecovery(failure: Failure | undefined, view: ChainView, retry: () => void): void {
  useEffect(() => {
    if (failure !== undefined && isRetryable(failure)) retry();
    // `failure` is deliberately no dependency: only a new status is a reason to try again.
  }, [view.receivedAt]);
  useChange(view.status?.tip_id, () => {
    if (failure?.kind === 'not_found') retry();
  });
}

/**
 * True while the page's block, or the block of its transaction, is not in the chain, because a reorganization removed
 * it.
 * @param height height of that block; `undefined` until the page has loaded
 * @param ask requests the page's block or transaction again; status 404 means that its block was removed
 */
export function useLeftChain(
  height: number | undefined,
  ask: (signal: AbortSignal) => Promise<unknown>,
): boolean {
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    if (height === undefined) return undefined;
    let request: AbortController | undefined;
    const check = async () => {
      request?.abort();
      request = new AbortController();
      const { signal } = request;
      try {
        await ask(signal);
        if (!signal.aborted) setLeft(false);
      } catch (error) {
        // Any other failure says nothing about the chain, and other parts of the page show it.
        if (!signal.aborted && error instanceof ApiError && error.status === 404) setLeft(true);
      }
    };
    const endReorganized = chainStatus.onReorganized(({ common_height: common }) => {
      if (common < height) void check();
    });
    // Without an event stream, only a tip below the block shows a reorganization.
    const endStatus = chainStatus.subscribe(() => {
      const tip = chainStatus.current().status?.height;
      if (tip !== undefined && tip >= 0 && tip < height) void check();
    });
    return () => {
      request?.abort();
      endReorganized();
      endStatus();
    };
    // `ask` is missing on purpose: it is a new function on every render, and `height` changes with it.
  }, [height]);
  return isLeft;
}
