import type { BlockSummary, ExplorerClient, ExplorerTransaction } from '@cairn/api/explorer';

export interface NewestTransactions {
  /** Whether the index answers; without it they are read from the blocks. */
  readonly feed: boolean;
  /** Newest first, for when there is no feed. */
  readonly blocks: readonly BlockSummary[];
  readonly count: number;
}

/** The chain's newest transactions, newest first. @throws what the client rejects with */
export async function loadNewestTransactions(
  explorer: Pick<ExplorerClient, 'listTransactions' | 'listBlockTransactions'>,
  { feed, blocks, count }: NewestTransactions,
  signal: AbortSignal,
): Promise<readonly ExplorerTransaction[]> {
  if (feed) return (await explorer.listTransactions({ limit: count }, { signal })).items;
  const parts = await Promise.all(
    blocksHolding(blocks, count).map(({ id, transaction_count }) =>
      explorer.listBlockTransactions(
        { height_or_hash: id, limit: count, offset: Math.max(0, transaction_count - count) },
        { signal },
      ),
    ),
  );
  return parts.flatMap(({ items }) => items.toReversed()).slice(0, count);
}

/** The fewest newest blocks that hold so many transactions together. @param blocks newest first */
export function blocksHolding(blocks: readonly BlockSummary[], count: number): BlockSummary[] {
  let held = 0;
  return blocks.filter(({ transaction_count }) => {
    const needed = held < count;
    held += transaction_count;
    return needed;
  });
}
