import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';
import { ChainContext } from '../runtime/page-context.ts';
import { type Failure, isRetryable } from '../lib/failure.ts';
import { type ChainView, NOTHING_KNOWN } from '../live/chain-feed.ts';

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
