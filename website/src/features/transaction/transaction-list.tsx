import type { TransactionList as Transactions } from '@cairn/api/explorer';
import {
  ListPage,
  listPageParams,
  type ListParams,
  type ListTableProps,
  numbersOf,
  transactionsRequest,
  TransactionTable,
} from '../lists/index.ts';
import { definePage } from '../../site/island.tsx';
import type { Answer } from '../../site/request.ts';
import { texts, useTranslations } from './texts.ts';

function Table({ rows, ...rest }: ListTableProps<Transactions>) {
  const { t } = useTranslations();
  return <TransactionTable caption={t('transactions.caption')} transactions={rows} view="feed" {...rest} />;
}

/** All confirmed transactions, newest first. Needs the index. */
function TransactionList({ transactions }: ListParams & { transactions: Answer<Transactions> }) {
  const { t, link } = useTranslations();
  return (
    <ListPage
      answer={transactions}
      label={t('page.transactions')}
      path={link.page('/transactions')}
      table={Table}
      heading={(total) => t('common.transactions', { count: total })}
      numbers={(list) => ({ ...numbersOf(list), newest: list.pagination.total, oldest: 1 })}
      waitingText={(count) => t('live.newTransactions', { count })}
    />
  );
}

export default definePage({
  texts,
  params: listPageParams,
  requests: (params) => ({ transactions: transactionsRequest(params) }),
  head: ({ t }) => ({ title: t('page.transactions'), description: t('transactions.description') }),
  view: TransactionList,
});
