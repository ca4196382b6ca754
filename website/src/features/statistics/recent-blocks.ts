import type { BlockSummary, ExplorerClient } from '@cairn/api/explorer';
import type { BlockId } from '@cairn/protocol';
import { useEffect, useState } from 'preact/hooks';
import { linkedTop, loadParts, partsBelow } from '../lists/index.ts';
import { explorer } from '../../site/api.ts';
import { type Failure, failureOf } from '../../site/failure.ts';
import type { ChainView } from '../../site/chain-feed.ts';

/**
 * Loads the newest blocks of a chain, oldest first.
 * @param tip height of the newest block
 * @param count number of blocks; fewer are returned if the chain is shorter, or if it was reorganized between two
 *   answers
 * @throws the client's error
 */
export async function loadRecentBlocks(
  client: Pick<ExplorerClient, 'listBlocks'>,
  { tip, count }: { tip: number; count: number },
  signal?: AbortSignal,
): Promise<BlockSummary[]> {
  const answers = await loadParts(client, partsBelow(tip + 1, count), signal);
  return linkedTop(answers.flatMap(({ items }) => items)).toReversed();
}

/**
 * Adds a block, and keeps the newest `count`.
 * @param blocks oldest first
 * @returns `undefined` if `next` is not the child of the newest block: all blocks must then be loaded again
 */
export function withNewBlock(
  blocks: readonly BlockSummary[],
  next: BlockSummary,
  count: number,
): BlockSummary[] | undefined {
  const top = blocks.at(-1);
  if (top?.id === next.id) return [...blocks];
  if (top === undefined || next.prev_block_hash !== top.id) return undefined;
  return [...blocks, next].slice(-count);
}

interface RecentBlocks {
  /** Oldest first; unchanged while newer ones load. */
  readonly blocks: readonly BlockSummary[] | undefined;
  readonly failure: Failure | undefined;
}

interface State extends RecentBlocks {
  readonly count: number;
}

/**
 * The newest `count` blocks, kept up to date. A new block takes one request; after any other change, all are loaded
 * again.
 */
export function useRecentBlocks({ status }: ChainView, count: number): RecentBlocks {
  const [state, setState] = useState<State>({ blocks: undefined, failure: undefined, count });
  const tip = status?.height;
  const tipId = status?.tip_id;
  useEffect(() => {
    if (tip === undefined) return undefined;
    const abort = new AbortController();
    const load = async () => {
      try {
        const blocks = await follow(state, tip, tipId, count, abort.signal);
        if (!abort.signal.aborted) setState({ blocks, failure: undefined, count });
      } catch (error) {
        if (!abort.signal.aborted) setState((before) => ({ ...before, failure: failureOf(error) }));
      }
    };
    void load();
    return () => abort.abort();
    // `state` is deliberately no dependency, because the effect sets it.
  }, [tip, tipId, count]);
  return state;
}

async function follow(
  state: State,
  tip: number,
  tipId: BlockId | undefined,
  count: number,
  signal: AbortSignal,
): Promise<BlockSummary[]> {
  const { blocks } = state;
  const top = blocks?.at(-1);
  if (blocks !== undefined && state.count === count && top !== undefined) {
    if (top.id === tipId) return [...blocks];
    if (top.height + 1 === tip) {
      const [next] = await loadRecentBlocks(explorer, { tip, count: 1 }, signal);
      const followed = next === undefined ? undefined : withNewBlock(blocks, next, count);
      if (followed !== undefined) return followed;
    }
  }
  return loadRecentBlocks(explorer, { tip, count }, signal);
}
