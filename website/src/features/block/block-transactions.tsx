import type { BlockTransactions as Transactions } from '@cairn/api/explorer';
import { Card } from '@cairn/ui';
import { useEffect } from 'preact/hooks';
import { explorer } from '../../site/api.ts';
import type { LoadResult } from '../../site/page-context.ts';
import { useRecovery } from '../../site/use-chain.ts';
import { useResource } from '../../site/resource.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import type { ChainView } from '../../site/chain-feed.ts';
import { useTranslations } from './texts.ts';
import type { ShownRows } from '../verify/index.ts';
import { FailureNotice, PastEnd } from '../../site/notices.tsx';
import { NumberedPager } from '../lists/index.ts';
import { TransactionTable } from '../lists/index.ts';

/** The transactions that a block's page lists; `undefined` until they load, `unavailable` if that failed. */
export type ListedTransactions = ShownRows | 'unavailable' | undefined;

export interface BlockTransactionsProps {
  reference: string;
  page: number;
  /** Number of transactions in the block. */
  count: number;
  view: ChainView;
  initial?: LoadResult<Transactions> | undefined;
  /** Called with the page's transactions whenever they change or fail to load. */
  onListed?: ((listed: ListedTransactions) => void) | undefined;
}

/** One page of a block's transactions, in block order. */
export function BlockTransactions(props: BlockTransactionsProps) {
  const { reference, page, count, view, initial, onListed } = props;
  const { t, link } = useTranslations();
  const offset = (page - 1) * PAGE_SIZE;
  const transactions = useResource(
    (signal) =>
      explorer.listBlockTransactions({ height_or_hash: reference, limit: PAGE_SIZE, offset }, { signal }),
    `${reference} ${page}`,
    initial,
  );
  const { data, failure } = transactions;
  useRecovery(failure, view, transactions.retry);
  useEffect(() => {
    if (data === undefined) onListed?.(failure === undefined ? undefined : 'unavailable');
    else onListed?.({ items: data.items, offset, limit: PAGE_SIZE, total: data.pagination.total });
  }, [data, failure]);
  if (failure !== undefined) {
    return <FailureNotice failure={failure} onRetry={transactions.retry} retrying={transactions.loading} />;
  }
  const path = link.block(reference);
  const total = data?.pagination.total ?? count;
  const rows = data?.items.length ?? 0;
  const pager = (
    <NumberedPager label={t('block.transactions')} path={path} page={page} count={rows} total={total} />
  );
  return (
    <Card
      title={t('block.transactions')}
      flush
      actions={t('common.transactions', { count: total })}
      footer={data !== undefined && total > PAGE_SIZE ? pager : undefined}
    >
      {(data === undefined || rows > 0) && (
        <TransactionTable
          caption={t('block.transactionsCaption')}
          transactions={data?.items}
          waitingRows={Math.min(PAGE_SIZE, Math.max(1, count - offset))}
          view="block"
        />
      )}
      {data !== undefined && rows === 0 && (
        <PastEnd path={path} text={t('block.pastEnd', { count: total })} />
      )}
    </Card>
  );
}
