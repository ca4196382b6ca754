import type { TransactionList as Transactions } from '@cairn/api/explorer';
import { EmptyState, LinkButton } from '@cairn/ui';
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
import { translationsFor, useTranslations } from './texts.ts';

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
      label={t('transactions.title')}
      path={link.page('/transactions')}
      table={Table}
      heading={(total) => t('common.transactions', { count: total })}
      numbers={(list) => ({ ...numbersOf(list), newest: list.pagination.total, oldest: 1 })}
      waitingText={(count) => t('live.newTransactions', { count })}
      nothing={(total) => <Nothing total={total} />}
    />
  );
}

function Nothing({ total }: { total: number }) {
  const { t, link } = useTranslations();
  if (total === 0) {
    return (
      <EmptyState title={t('transactions.none')}>
        <p>{t('transactions.noneText')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('transactions.nothingBelow')}
      action={<LinkButton href={link.page('/transactions')}>{t('home.transactions')}</LinkButton>}
    >
      <p>{t('transactions.nothingBelowText')}</p>
    </EmptyState>
  );
}

export default definePage({
  params: listPageParams,
  requests: (params) => ({ transactions: transactionsRequest(params) }),
  head: (_, locale) => {
    const { t } = translationsFor(locale);
    return { title: t('transactions.title'), description: t('transactions.description') };
  },
})(TransactionList);
