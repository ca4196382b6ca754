import { ApiError } from '@cairn/api/explorer';
import { useEffect, useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';

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
