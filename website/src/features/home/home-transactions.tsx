import { Card } from '@cairn/ui';
import type { ChainView } from '../../site/chain-feed.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { byIndex, request, useRequest } from '../../site/request.ts';
import { LiveList, TransactionTable } from '../lists/index.ts';
import { useTranslations } from './texts.ts';

/** Rows of each list on the front page. */
export const HOME_ROWS = 10;

/** The newest transactions, from the index. */
export const feedRequest = request(
  'newest transactions',
  (api, options) => api.listTransactions({ limit: HOME_ROWS }, options),
  byIndex,
);

/** The newest transactions; nothing while the node has no index for them. */
export function HomeTransactions({ view }: { view: ChainView }) {
  const { t, link } = useTranslations();
  const isKnown = view.status?.capabilities.transaction_feed;
  const newest = useRequest(isKnown === true ? feedRequest : undefined);
  const { data } = newest;
  const caption = t('home.transactions');
  // If the API does not answer at all, the notice at the top of the page says so.
  const failure = data === undefined && view.failure === undefined ? newest.failure : undefined;
  if (isKnown === false) return null;
  return (
    <Card
      title={caption}
      flush
      actions={<a href={link.page('/transactions')}>{t('home.allTransactions')}</a>}
    >
      <FailureNotice of={{ ...newest, failure }} />
      {failure === undefined && (
        <LiveList latest={data} waitingText={(count) => t('live.newTransactions', { count })}>
          {(list, fresh) => (
            <TransactionTable
              caption={caption}
              transactions={list?.items}
              waitingRows={HOME_ROWS}
              view="feed"
              fresh={fresh}
            />
          )}
        </LiveList>
      )}
    </Card>
  );
}
