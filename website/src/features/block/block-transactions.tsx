import type { BlockTransactions as List } from '@cairn/api/explorer';
import { FailureNotice } from '../../site/notices.tsx';
import { type Answer, request, startingAt } from '../../site/request.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import { NumberedList, TransactionTable } from '../lists/index.ts';
import { useTranslations } from './texts.ts';

/** A page of a block's transactions. @param page counted from 1 */
export const blockTransactionsRequest = (reference: string, page: number) =>
  request(`transactions of ${reference} ${page}`, async (api, options) => {
    const offset = (page - 1) * PAGE_SIZE;
    const query = { height_or_hash: reference, limit: PAGE_SIZE, offset };
    return startingAt(await api.listBlockTransactions(query, options), offset);
  });

export interface BlockTransactionsProps {
  reference: string;
  page: number;
  transactions: Answer<List>;
  /** Number of transactions in the block; `undefined` until it loads. */
  count: number | undefined;
}

/** One page of a block's transactions, in block order. */
export function BlockTransactions({ reference, page, transactions, count }: BlockTransactionsProps) {
  const { t, link } = useTranslations();
  const { data, failure } = transactions;
  if (data === undefined && failure !== undefined) return <FailureNotice of={transactions} />;
  const total = data?.pagination.total ?? count;
  const waitingRows =
    count === undefined ? 4 : Math.min(PAGE_SIZE, Math.max(1, count - (page - 1) * PAGE_SIZE));
  return (
    <NumberedList
      label={t('column.transactions')}
      path={link.block(reference)}
      page={page}
      list={data}
      actions={total !== undefined && t('common.transactions', { count: total })}
      pastEnd={t('block.pastEnd', { count: total ?? 0 })}
    >
      {(rows) => (
        <TransactionTable
          caption={t('block.transactionsCaption')}
          transactions={rows}
          waitingRows={waitingRows}
          view="block"
        />
      )}
    </NumberedList>
  );
}
