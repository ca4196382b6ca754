import type { BlockSummary, TransactionList } from '@cairn/api/explorer';
import { Card } from '@cairn/ui';
import type { LoadResult } from '../../runtime/page-context.ts';
import type { ChainView } from '../../live/chain-feed.ts';
import { LiveRows } from '../../live/live-rows.tsx';
import { useNewestTransactions } from '../../live/newest-transactions.ts';
import { useTranslations } from '../../messages/translations.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { TransactionTable } from '../transaction-table.tsx';
import { HOME_ROWS } from '../../lib/pages.ts';

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
