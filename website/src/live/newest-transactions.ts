import type { BlockSummary, ExplorerClient, ExplorerTransaction, TransactionList } from '@cairn/api/explorer';
import { explorer } from '../app.ts';
import type { LoadResult } from '../runtime/page-context.ts';
import { useChange, useRecovery } from '../hooks/use-chain.ts';
import { type Resource, useResource } from '../hooks/use-resource.ts';
import type { ChainView } from './chain-feed.ts';

interface NewestTransactions {
  /** True if the index lists transactions; otherwise they are read from the blocks. */
  readonly feed: boolean;
  /** Newest first; used if `feed` is false. */
  readonly blocks: readonly BlockSummary[];
  /** Number of transactions to load. */
  readonly count: number;
}

/** Loads the chain's newest transactions, newest first. @throws the client's error */
async function loadNewestTransactions(
  client: Pick<ExplorerClient, 'listTransactions' | 'listBlockTransactions'>,
  { feed, blocks, count }: NewestTransactions,
  signal: AbortSignal,
): Promise<readonly ExplorerTransaction[]> {
  if (feed) return (await client.listTransactions({ limit: count }, { signal })).items;
  const parts = await Promise.all(
    blocksHolding(blocks, count).map(({ id, transaction_count }) =>
      client.listBlockTransactions(
        { height_or_hash: id, limit: count, offset: Math.max(0, transaction_count - count) },
        { signal },
      ),
    ),
  );
  return parts.flatMap(({ items }) => items.toReversed()).slice(0, count);
}

/** The newest blocks, as many as are needed for `count` transactions. @param blocks newest first */
function blocksHolding(blocks: readonly BlockSummary[], count: number): BlockSummary[] {
  let total = 0;
  return blocks.filter(({ transaction_count }) => {
    const needed = total < count;
    total += transaction_count;
    return needed;
  });
}

interface NewestTransactionsOptions {
  /** Newest first; `undefined` until they load. */
  readonly blocks: readonly BlockSummary[] | undefined;
  readonly count: number;
  readonly initial: LoadResult<TransactionList> | undefined;
}

/** The chain's newest transactions, from the index or, without one, from the newest blocks. */
export function useNewestTransactions(
  view: ChainView,
  { blocks, count, initial }: NewestTransactionsOptions,
): Resource<readonly ExplorerTransaction[]> & { feed: boolean } {
  const { status } = view;
  const feed = status?.capabilities.transaction_feed ?? false;
  const known = status !== undefined && (feed || blocks !== undefined);
  const transactions = useResource(
    known
      ? (signal) => loadNewestTransactions(explorer, { feed, blocks: blocks ?? [], count }, signal)
      : undefined,
    feed ? 'feed' : 'blocks',
    initial && 'data' in initial ? { data: initial.data.items } : undefined,
  );
  const version = feed ? status?.index.indexed_height : blocks?.[0]?.id;
  useChange(version === undefined ? undefined : `${feed} ${version}`, transactions.retry);
  useRecovery(transactions.failure, view, transactions.retry);
  return { ...transactions, feed };
}
