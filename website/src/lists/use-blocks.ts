import type { BlockId } from '@cairn/protocol';
import type { BlockList } from '@cairn/api/explorer';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus, explorer } from '../app.ts';
import type { Loaded } from '../frame/frame.ts';
import { useRecovery } from '../hooks/use-chain.ts';
import { type Resource, useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../lib/status-store.ts';
import { withTip } from '../live/newest-blocks.ts';
import { loadBlocks } from './load-blocks.ts';

/**
 * The newest blocks, or those below an anchor. The newest keep up: each tip is put on top as it is told; what was missed
 * or stepped back is asked for.
 */
export function useBlocks(
  view: ChainView,
  { before, size }: { before?: number | undefined; size: number },
  initial?: Loaded<BlockList>,
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
  const [told, setTold] = useState<BlockList | undefined>(undefined);
  const { retry } = blocks;
  const data = told ?? blocks.data;
  held.current = data;
  useEffect(() => setTold(undefined), [blocks.data]);
  useEffect(() => {
    if (before !== undefined) return undefined;
    return chainStatus.onTip((tip) => {
      const next = held.current && withTip(held.current, tip, size);
      if (next !== undefined) setTold(next);
    });
  }, [before, size]);
  useTip(before === undefined ? view.status?.tip_id : undefined, data, retry);
  useRecovery(blocks.failure, view, retry);
  return { ...blocks, data };
}

/** Asks once for each tip that the list does not begin with. */
function useTip(tipId: BlockId | undefined, data: BlockList | undefined, retry: () => void): void {
  const askedFor = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (data === undefined || tipId === undefined) return;
    if (data.items[0]?.id === tipId || askedFor.current === tipId) return;
    askedFor.current = tipId;
    retry();
  }, [data, tipId]);
}
