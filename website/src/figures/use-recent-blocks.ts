import type { BlockId } from '@cairn/protocol';
import type { BlockSummary } from '@cairn/api/explorer';
import { useEffect, useState } from 'preact/hooks';
import { explorer } from '../app.ts';
import { type Failure, failureOf } from '../lib/failure.ts';
import type { ChainView } from '../lib/status-store.ts';
import { loadRecentBlocks, withNewBlock } from './recent-blocks.ts';

export interface RecentBlocks {
  /** Oldest first; stays while newer ones are asked for. */
  readonly blocks: readonly BlockSummary[] | undefined;
  readonly failure: Failure | undefined;
}

interface Held extends RecentBlocks {
  readonly count: number;
}

/**
 * The newest blocks for charts, kept up with the tip: one new block is one request, anything else asks for all again.
 * @param count blocks wanted
 */
export function useRecentBlocks({ status }: ChainView, count: number): RecentBlocks {
  const [held, setHeld] = useState<Held>({ blocks: undefined, failure: undefined, count });
  const tip = status?.height;
  const tipId = status?.tip_id;
  useEffect(() => {
    if (tip === undefined) return undefined;
    const abort = new AbortController();
    const load = async () => {
      try {
        const blocks = await follow(held, tip, tipId, count, abort.signal);
        if (!abort.signal.aborted) setHeld({ blocks, failure: undefined, count });
      } catch (error) {
        if (!abort.signal.aborted) setHeld((before) => ({ ...before, failure: failureOf(error) }));
      }
    };
    void load();
    return () => abort.abort();
    // The held blocks are those of the last run.
  }, [tip, tipId, count]);
  return held;
}

async function follow(
  held: Held,
  tip: number,
  tipId: BlockId | undefined,
  count: number,
  signal: AbortSignal,
): Promise<BlockSummary[]> {
  const { blocks } = held;
  const top = blocks?.at(-1);
  if (blocks !== undefined && held.count === count && top !== undefined) {
    if (top.id === tipId) return [...blocks];
    if (top.height + 1 === tip) {
      const [next] = await loadRecentBlocks(explorer, { tip, count: 1 }, signal);
      const followed = next === undefined ? undefined : withNewBlock(blocks, next, count);
      if (followed !== undefined) return followed;
    }
  }
  return loadRecentBlocks(explorer, { tip, count }, signal);
}
