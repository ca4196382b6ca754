import type { BlockSummary, ExplorerTransaction, TransactionList } from '@cairn/api/explorer';
import { explorer } from '../app.ts';
import type { Loaded } from '../frame/frame.ts';
import { useChange, useRecovery } from '../hooks/use-chain.ts';
import { type Resource, useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../lib/status-store.ts';
import { loadNewestTransactions } from './newest-transactions.ts';

export interface NewestTransactionsOptions {
  /** Newest first; absent until they are known. */
  readonly blocks: readonly BlockSummary[] | undefined;
  readonly count: number;
  readonly initial: Loaded<TransactionList> | undefined;
}

/** The chain's newest transactions, from the index where it answers, else from the newest blocks. */
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
