import { useEffect } from 'preact/hooks';
import { type Failure, isPassing } from '../lib/failure.ts';
import type { ChainView } from '../lib/status-store.ts';
import { useChange } from './use-change.ts';

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
