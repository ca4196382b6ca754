import type { DevnetState } from '@cairn/api/devnet';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { RunningProjection } from '../projection/index.ts';

/** The part of the projection that devnet control uses. */
export type WatchedProjection = Pick<RunningProjection, 'status' | 'subscribe'>;

/** Resolves once the index has the chain's tip, the index has failed, or the signal aborts; at once without an index. */
export function untilIndexed({
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
  const check = (): void => {
    const { state, indexedHeight } = projection.status();
    const isCaughtUp = state === 'ready' && indexedHeight === chain.tip()?.height;
    if (isCaughtUp || state === 'error' || signal.aborted) resolve();
  };
  const unsubscribe = projection.subscribe(check);
  signal.addEventListener('abort', check);
  check();
  return promise.finally(() => {
    unsubscribe();
    signal.removeEventListener('abort', check);
  });
}

/** State of the index for answers. @param projection `undefined` if the node has none */
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
