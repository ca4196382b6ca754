import type { BlockSummary, TransactionList, ExplorerClient, ExplorerTransaction } from '@cairn/api/explorer';
import { Card } from '@cairn/ui';
import type { LoadResult } from '../../site/page-context.ts';
import type { ChainView } from '../../site/chain-feed.ts';
import { LiveRows } from '../lists/index.ts';
import { useTranslations } from './texts.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { TransactionTable } from '../lists/index.ts';
import { explorer } from '../../site/api.ts';
import { useChange, useRecovery } from '../../site/use-chain.ts';
import { type Resource, useResource } from '../../site/resource.ts';

/** Rows of each list on the front page. */
export const HOME_ROWS = 10;

export interface HomeTransactionsProps {
  view: ChainView;
  blocks: readonly BlockSummary[] | undefined;
  initial: LoadResult<TransactionList> | undefined;
}

/** The newest transactions. Without an index, they are read from the newest blocks, and the footer says so. */
export function HomeTransactions({ view, blocks, initial }: HomeTransactionsProps) {
  const { t, link } = useTranslations();
  const { data, failure, feed, retry, loading } = useNewestTransactions(view, {
    blocks,
    count: HOME_ROWS,
    initial,
  });
  const caption = t('home.transactions');
  // If the API does not answer at all, the notice at the top of the page says so.
  const shownFailure = data === undefined && view.failure === undefined ? failure : undefined;
  const index = view.status?.index;
  return (
    <Card
      title={caption}
      flush
      actions={<a href={link.page('/transactions')}>{t('home.allTransactions')}</a>}
      footer={
        !feed && data !== undefined && index !== undefined ? (
          <span class="c-small c-muted">{t('home.withoutIndex')}</span>
        ) : undefined
      }
    >
      {shownFailure !== undefined && (
        <FailureNotice failure={shownFailure} onRetry={retry} retrying={loading} status={view.status} />
      )}
      {shownFailure === undefined && data === undefined && (
        <TransactionTable caption={caption} transactions={undefined} waitingRows={HOME_ROWS} view="feed" />
      )}
      {data !== undefined && (
        <LiveRows rows={data} waitingText={(count) => t('live.newTransactions', { count })}>
          {(rows, fresh) => (
            <TransactionTable
              caption={caption}
              transactions={rows}
              view="feed"
              rowClass={({ id }) => (fresh.has(id) ? 'row-new' : undefined)}
            />
          )}
        </LiveRows>
      )}
    </Card>
  );
}

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
