import type { TransactionList as Transactions } from '@cairn/api/explorer';
import { definePage } from '../../site/island.tsx';
import { EmptyChain, FailureNotice } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import { type Answer, byIndex, request, startingAt } from '../../site/request.ts';
import { PAGE_SIZE, readPage } from '../../site/url.ts';
import {
  type Filter,
  LiveList,
  NumberedList,
  queryOf,
  readFilter,
  timesToAsk,
  TransactionTable,
} from '../lists/index.ts';
import { Region } from '../verify/index.ts';
import { texts, useTranslations } from './texts.ts';

interface ListParams {
  /** Counted from 1. */
  readonly page: number;
  readonly filter: Filter<'kind'>;
}

/** A page of what is chosen of the chain's transactions. */
const transactionsRequest = ({ page, filter }: ListParams) =>
  request(
    `transactions ${queryOf(filter)} ${page}`,
    async (api, options) => {
      const { only: kind, order } = filter;
      const offset = (page - 1) * PAGE_SIZE;
      const times = await timesToAsk(filter, api, options);
      const list = await api.listTransactions({ limit: PAGE_SIZE, offset, kind, order, ...times }, options);
      return startingAt(list, offset);
    },
    page === 1 ? byIndex : ({ index }) => index.state,
  );

/** Confirmed transactions, the newest or the largest first. Needs the index. */
function TransactionList(props: ListParams & { transactions: Answer<Transactions> }) {
  const { transactions } = props;
  const { data, failure } = transactions;
  const { t } = useTranslations();
  const shown = failure?.kind === 'index' ? undefined : data;
  return (
    <Page title={t('page.transactions')}>
      {shown !== undefined && <FailureNotice of={transactions} />}
      <LiveList latest={shown} waitingText={(count) => t('live.newTransactions', { count })}>
        {(list, fresh) => <List {...props} list={list} fresh={fresh} />}
      </LiveList>
    </Page>
  );
}

interface ListProps extends ListParams {
  readonly transactions: Answer<Transactions>;
  readonly list: Transactions | undefined;
  readonly fresh: ReadonlySet<string>;
}

function List({ page, filter, transactions, list, fresh }: ListProps) {
  const { t, link } = useTranslations();
  const { total = 0, total_is_minimum: isMinimum = false } = list?.pagination ?? {};
  const title = t(isMinimum ? 'common.transactionsAtLeast' : 'common.transactions', { count: total });
  return (
    <Region proof="none">
      <NumberedList
        label={t('page.transactions')}
        title={list === undefined ? undefined : title}
        path={link.page('/transactions')}
        filter={filter}
        page={page}
        list={list}
        answer={transactions}
        isMinimum={isMinimum}
        empty={<EmptyChain />}
        pastEnd={title}
      >
        {(rows) => (
          <TransactionTable
            caption={t(`transactions.caption.${filter.order ?? 'newest'}`)}
            transactions={rows}
            waitingRows={PAGE_SIZE}
            view="feed"
            fresh={fresh}
          />
        )}
      </NumberedList>
    </Region>
  );
}

export default definePage({
  texts,
  params: (url): ListParams => ({
    page: readPage(url.searchParams.get('page')),
    filter: readFilter('kind', url.searchParams),
  }),
  requests: (params) => ({ transactions: transactionsRequest(params) }),
  head: ({ t }) => ({ title: t('page.transactions'), description: t('transactions.description') }),
  view: TransactionList,
});
