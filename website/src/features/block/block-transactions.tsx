import { Card } from '@cairn/ui';
import { useEffect } from 'preact/hooks';
import { request, useRequest } from '../../site/request.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import { useTranslations } from './texts.ts';
import type { ShownRows } from '../verify/index.ts';
import { FailureNotice, PastEnd } from '../../site/notices.tsx';
import { NumberedPager, TransactionTable } from '../lists/index.ts';

/** The transactions that a block's page lists; `undefined` until they load, `unavailable` if that failed. */
export type ListedTransactions = ShownRows | 'unavailable' | undefined;

/** A page of a block's transactions. @param page counted from 1 */
export const blockTransactionsRequest = (reference: string, page: number) =>
  request(`transactions of ${reference} ${page}`, (api, options) =>
    api.listBlockTransactions(
      { height_or_hash: reference, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
      options,
    ),
  );

export interface BlockTransactionsProps {
  reference: string;
  page: number;
  /** Number of transactions in the block. */
  count: number;
  /** Called with the page's transactions whenever they change or fail to load. */
  onListed?: ((listed: ListedTransactions) => void) | undefined;
}

/** One page of a block's transactions, in block order. */
export function BlockTransactions(props: BlockTransactionsProps) {
  const { reference, page, count, onListed } = props;
  const { t, link } = useTranslations();
  const offset = (page - 1) * PAGE_SIZE;
  const transactions = useRequest(blockTransactionsRequest(reference, page));
  const { data, failure } = transactions;
  useEffect(() => {
    if (data === undefined) onListed?.(failure === undefined ? undefined : 'unavailable');
    else onListed?.({ items: data.items, offset, limit: PAGE_SIZE, total: data.pagination.total });
  }, [data, failure]);
  if (failure !== undefined) return <FailureNotice of={transactions} />;
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
