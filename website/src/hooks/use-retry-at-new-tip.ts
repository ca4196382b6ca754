import { useEffect, useRef } from 'preact/hooks';
import type { Failure } from '../lib/failure.ts';

/** Asks again for what was not there each time the chain gets a new tip: it may have come with it. */
export function useRetryAtNewTip(
  failure: Failure | undefined,
  tipId: string | undefined,
  retry: () => void,
): void {
  const missing = failure?.kind === 'not_found';
  const seenTip = useRef(tipId);
  useEffect(() => {
    const isNews = seenTip.current !== undefined && seenTip.current !== tipId;
    seenTip.current = tipId;
    if (isNews && missing) retry();
  }, [tipId, missing, retry]);
}
