import type { TransactionList as Transactions } from '@cairn/api/explorer';
import { Card, EmptyState, LinkButton } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { useRequest } from '../../site/request.ts';
import {
  CsvButton,
  ListFoot,
  ListPage,
  listPageParams,
  type ListParams,
  LiveListContainer,
  neighbours,
  numbersOf,
  transactionsRequest,
  TransactionTable,
  useLiveList,
} from '../lists/index.ts';
import { island } from '../../site/island.tsx';
import { translationsFor, useTranslations } from './texts.ts';

export interface TransactionListProps {
  params: ListParams;
}

/** All confirmed transactions, newest first. Needs the index. */
function TransactionList({ params }: TransactionListProps) {
  const { t } = useTranslations();
  const transactions = useRequest(transactionsRequest(params));
  const { data, failure } = transactions;
  return (
    <ListPage
      answer={transactions}
      skeleton={
        <Card title={t('transactions.title')} flush>
          <TransactionTable
            caption={t('transactions.caption')}
            transactions={undefined}
            waitingRows={params.size}
            view="feed"
          />
        </Card>
      }
    >
      {data !== undefined && failure?.kind !== 'index' && <Page transactions={data} params={params} />}
    </ListPage>
  );
}

function Page({ transactions, params }: { transactions: Transactions; params: ListParams }) {
  return transactions.items.length === 0 ? (
    <Nothing total={transactions.pagination.total} />
  ) : (
    <Rows transactions={transactions} params={params} />
  );
}

/** The rows. Heading, CSV file and footer describe only shown rows; new rows can wait behind a button. */
function Rows({ transactions, params }: { transactions: Transactions; params: ListParams }) {
  const { t, count, link } = useTranslations();
  const live = useLiveList(transactions);
  const { items, pagination } = live.shown;
  const { highest, lowest } = numbersOf(live.shown);
  const rows = { highest, lowest, newest: pagination.total, oldest: 1 };
  // Memoized, because there may be a hundred rows, and the chain's status changes more often than they do.
  const table = useMemo(
    () => (
      <TransactionTable
        caption={t('transactions.caption')}
        transactions={items}
        view="feed"
        rowClass={({ id }) => (live.fresh.has(id) ? 'row-new' : undefined)}
      />
    ),
    [t, items, live.fresh],
  );
  return (
    <Card
      title={t('common.transactions', { count: pagination.total })}
      flush
      actions={
        <CsvButton kind="transactions" rows={items} name={`cairn-transactions-${lowest}-${highest}`} />
      }
      footer={
        <ListFoot
          label={t('transactions.title')}
          path={link.page('/transactions')}
          params={params}
          neighbours={neighbours(params.size, rows)}
          position={t('list.span', { first: count(lowest), last: count(highest) })}
        />
      }
    >
      <LiveListContainer live={live} waitingText={(waiting) => t('live.newTransactions', { count: waiting })}>
        {table}
      </LiveListContainer>
    </Card>
  );
}

function Nothing({ total }: { total: number }) {
  const { t, link } = useTranslations();
  const empty = total === 0;
  return (
    <Card flush>
      <EmptyState
        title={t(empty ? 'transactions.none' : 'transactions.nothingBelow')}
        action={
          empty ? undefined : (
            <LinkButton href={link.page('/transactions')}>{t('home.transactions')}</LinkButton>
          )
        }
      >
        <p>{t(empty ? 'transactions.noneText' : 'transactions.nothingBelowText')}</p>
      </EmptyState>
    </Card>
  );
}

export default island(TransactionList, {
  params: listPageParams,
  title: (_, locale) => translationsFor(locale).t('transactions.title'),
});
