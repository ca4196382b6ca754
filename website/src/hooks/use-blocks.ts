import type { BlockList } from '@cairn/api/explorer';
import { useEffect, useRef } from 'preact/hooks';
import { explorer } from '../app.ts';
import type { Loaded } from '../frame/initial.ts';
import { BLOCK_PAGE_SIZE } from '../lib/pages.ts';
import type { ChainView } from '../lib/status-store.ts';
import { useRecovery } from './use-recovery.ts';
import { type Resource, useResource } from './use-resource.ts';

/**
 * The newest blocks, or those below an anchor. The newest follow the tip: asked again once for each tip that the list
 * does not start with.
 */
export function useBlocks(
  view: ChainView,
  before?: number,
  initial?: Loaded<BlockList>,
): Resource<BlockList> {
  const blocks = useResource(
    (signal) => explorer.listBlocks({ limit: BLOCK_PAGE_SIZE, before_height: before }, { signal }),
    String(before),
    initial,
  );
  const { data, retry } = blocks;
  const tipId = view.status?.tip_id;
  const askedFor = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (before !== undefined || data === undefined || tipId === undefined) return;
    if (data.items[0]?.id === tipId || askedFor.current === tipId) return;
    askedFor.current = tipId;
    retry();
  }, [before, data, tipId, retry]);
  useRecovery(blocks.failure, view, retry);
  return blocks;
}
