import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';
import { ChainContext } from '../frame/frame.ts';
import { type Failure, isPassing } from '../lib/failure.ts';
import { type ChainView, NOTHING_KNOWN } from '../lib/status-store.ts';

/** The chain's current status, kept up to date while the component is mounted. */
export function useChain(): ChainView {
  // The first render is the server's: markup that differs would be taken over wrongly.
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

/** Calls back when a value changes from one known value to another; its first arrival is no change. */
export function useChange(value: string | undefined, onChange: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    const changed = last.current !== undefined && value !== undefined && last.current !== value;
    if (value !== undefined) last.current = value;
    if (changed) onChange();
    // `onChange` is a new function on every render; only the value matters.
  }, [value]);
}

/**
 * Asks again for what failed: whenever the API is heard from after a failure to reach it, and at each new tip for what
 * was not there, since it may have come with it.
 */
export function useRecovery(failure: Failure | undefined, view: ChainView, retry: () => void): void {
  useEffect(() => {
    if (failure !== undefined && isPassing(failure)) retry();
    // Only news from the API gives reason to ask again, not the failure itself.
  }, [view.receivedAt]);
  useChange(view.status?.tip_id, () => {
    if (failure?.kind === 'not_found') retry();
  });
}
