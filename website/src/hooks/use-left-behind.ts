import { ApiError } from '@cairn/api/explorer';
import { useEffect, useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';

/**
 * True once the chain has left the block that a page shows, or that holds the transaction it shows, for a branch with
 * more work.
 * @param height of that block; `undefined` while nothing is shown
 * @param ask asks the API for what is shown again; `block_not_found` or `transaction_not_found` says that it was left
 */
export function useLeftBehind(
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
        // Any other failure says nothing about the chain; the status strip shows it.
        if (!signal.aborted && error instanceof ApiError && error.status === 404) setLeft(true);
      }
    };
    const endReorganized = chainStatus.onReorganized(({ common_height: common }) => {
      if (common < height) void check();
    });
    // Without an event stream, a tip below the block shows the same.
    const endStatus = chainStatus.subscribe(() => {
      const tip = chainStatus.current().status?.height;
      if (tip !== undefined && tip >= 0 && tip < height) void check();
    });
    return () => {
      request?.abort();
      endReorganized();
      endStatus();
    };
    // `ask` is a new function on every render; `height` changes with what it asks for.
  }, [height]);
  return isLeft;
}
