import type { BlockSummary } from '@cairn/api/explorer';
import { Card } from '@cairn/ui';
import { byIndex, request, useRequest } from '../../site/request.ts';
import type { ChainView } from '../../site/chain-feed.ts';
import { LiveRows } from '../lists/index.ts';
import { useTranslations } from './texts.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { TransactionTable } from '../lists/index.ts';

/** Rows of each list on the front page. */
export const HOME_ROWS = 10;

export interface HomeTransactionsProps {
  view: ChainView;
  blocks: readonly BlockSummary[] | undefined;
}

/** The newest transactions. Without an index, they are read from the newest blocks, and the footer says so. */
export function HomeTransactions({ view, blocks }: HomeTransactionsProps) {
  const { t, link } = useTranslations();
  const feed = view.status?.capabilities.transaction_feed;
  const newest = useRequest(
    feed === true
      ? feedRequest
      : feed === false && blocks !== undefined
        ? fromBlocksRequest(blocks)
        : undefined,
  );
  const { data, failure } = newest;
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
      <FailureNotice of={{ ...newest, failure: shownFailure }} />
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

/** The newest transactions, from the index. */
export const feedRequest = request(
  'newest transactions',
  async (api, options) => (await api.listTransactions({ limit: HOME_ROWS }, options)).items,
  byIndex,
);

/** The newest transactions of a node without an index, from its newest blocks. @param blocks newest first */
const fromBlocksRequest = (blocks: readonly BlockSummary[]) =>
  request(
    'transactions of the newest blocks',
    async (api, options) => {
      const parts = await Promise.all(
        blocksHolding(blocks, HOME_ROWS).map(({ id, transaction_count: count }) =>
          api.listBlockTransactions(
            { height_or_hash: id, limit: HOME_ROWS, offset: Math.max(0, count - HOME_ROWS) },
            options,
          ),
        ),
      );
      return parts.flatMap(({ items }) => items.toReversed()).slice(0, HOME_ROWS);
    },
    () => blocks[0]?.id,
  );

/** The newest blocks, as many as are needed for `count` transactions. @param blocks newest first */
function blocksHolding(blocks: readonly BlockSummary[], count: number): BlockSummary[] {
  let total = 0;
  return blocks.filter(({ transaction_count }) => {
    const needed = total < count;
    total += transaction_count;
    return needed;
  });
}
