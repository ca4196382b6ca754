import type { BlockId } from '@cairn/protocol';
import type { BlockList } from '@cairn/api/explorer';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus, explorer } from '../app.ts';
import type { LoadResult } from '../runtime/page-context.ts';
import { useRecovery } from '../hooks/use-chain.ts';
import { type Resource, useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../live/chain-feed.ts';
import { loadBlocks, withTip } from './load-blocks.ts';

/**
 * The newest blocks, or those below an anchor. The newest follow the chain: a tip of the event stream is added at once,
 * and the list is loaded again after missed blocks or a reorganization.
 */
export function useBlocks(
  view: ChainView,
  { before, size }: { before?: number | undefined; size: number },
  initial?: LoadResult<BlockList>,
): Resource<BlockList> {
  const held = useRef<BlockList | undefined>(undefined);
  const blocks = useResource(
    (signal) => {
      const known = before === undefined ? held.current?.items : undefined;
      return loadBlocks(explorer, { before, size, known }, signal);
    },
    `${before} ${size}`,
    initial,
  );
  const [streamed, setStreamed] = useState<BlockList | undefined>(undefined);
  const { retry } = blocks;
  const data = streamed ?? blocks.data;
  held.current = data;
  useEffect(() => setStreamed(undefined), [blocks.data]);
  useEffect(() => {
    if (before !== undefined) return undefined;
    return chainStatus.onTip((tip) => {
      const next = held.current && withTip(held.current, tip, size);
      if (next !== undefined) setStreamed(next);
    });
  }, [before, size]);
  useMissedTip(before === undefined ? view.status?.tip_id : undefined, data, retry);
  useRecovery(blocks.failure, view, retry);
  return { ...blocks, data };
}

/** Loads the list again, once per tip, if it does not begin with the tip. */
function useMissedTip(tipId: BlockId | undefined, data: BlockList | undefined, retry: () => void): void {
  const askedFor = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (data === undefined || tipId === undefined) return;
    if (data.items[0]?.id === tipId || askedFor.current === tipId) return;
    askedFor.current = tipId;
    retry();
  }, [data, tipId]);
}
