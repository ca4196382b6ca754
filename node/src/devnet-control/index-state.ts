import type { DevnetState } from '@cairn/api/devnet';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { RunningProjection } from '../projection/index.ts';

/** The part of the projection that the devnet's control uses: calls return once it caught up with the chain. */
export type WatchedProjection = Pick<RunningProjection, 'status' | 'subscribe'>;

/** Resolves once the index has the chain's tip, failed (its state is in the answer), or the signal aborts. */
export function indexed({
  projection,
  chain,
  signal,
}: {
  projection: WatchedProjection | undefined;
  chain: Pick<ChainReader, 'tip'>;
  signal: AbortSignal;
}): Promise<void> {
  if (projection === undefined) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    const { state, indexedHeight } = projection.status();
    const isLevel = state === 'ready' && indexedHeight === chain.tip()?.height;
    if (isLevel || state === 'error' || signal.aborted) resolve();
  };
  const unsubscribe = projection.subscribe(look);
  signal.addEventListener('abort', look);
  look();
  return promise.finally(() => {
    unsubscribe();
    signal.removeEventListener('abort', look);
  });
}

/** @param projection `undefined` if the node keeps none */
export function indexState(projection: WatchedProjection | undefined): DevnetState['index'] {
  const status = projection?.status();
  return {
    enabled: status !== undefined,
    ready: status?.state === 'ready',
    state: status?.state ?? 'disabled',
    indexed_height: status?.indexedHeight ?? -1,
    target_height: status?.targetHeight ?? -1,
    progress: status?.progress ?? 0,
  };
}
