import type { AddressHistory as History, ExplorerStatus } from '@cairn/api/explorer';
import { type Address, type BlockId, parsePebbles } from '@cairn/protocol';
import { Card, EmptyState } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { Choice } from '../../site/choice.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import { type Answer, request, startingAt } from '../../site/request.ts';
import { type Direction, DIRECTIONS, onlyOf, PAGE_SIZE } from '../../site/url.ts';
import { isCoinbase, NumberedList, TransactionTable } from '../lists/index.ts';
import type { BalanceHistory } from './balance-history.tsx';
import { CsvHistory } from './csv-history.tsx';
import { balancesAfter } from './statement.ts';
import { useTranslations } from './texts.ts';

/** The page of a history that is shown. */
interface HistoryPage {
  readonly address: Address;
  /** Counted from 1. */
  readonly page: number;
  readonly direction: Direction;
}

/**
 * A page of an address's history.
 * @param version changes when the address's account changes, and after a reorganization: the first page is then loaded again
 * @param asOf the tip that the page was found to be behind: it is then loaded again
 */
export const historyRequest = ({ address, page, direction }: HistoryPage, version = '', asOf?: BlockId) =>
  request(
    `history of ${address} ${direction} ${page}`,
    async (api, options) => {
      const offset = (page - 1) * PAGE_SIZE;
      const query = { address, limit: PAGE_SIZE, offset, direction: onlyOf(direction) };
      return { ...startingAt(await api.listAddressTransactions(query, options), offset), asOf };
    },
    ({ index }: ExplorerStatus) => `${index.state} ${page === 1 ? version : ''} ${asOf}`,
  );

export interface AddressHistoryProps extends HistoryPage {
  history: Answer<History>;
  /** The account's balance, if it is the one after the newest row of the first page. */
  balance: string | undefined;
  /** The newest part of the history, for the balances on later pages. */
  read: BalanceHistory | undefined;
}

/** The history of an address, or a notice if it cannot be loaded, for example because the node has no index. */
export function AddressHistory(props: AddressHistoryProps) {
  const { address, page, direction, history } = props;
  const { data, failure } = history;
  const { t, link } = useTranslations();
  const balances = useBalances(props);
  const pathOf = (one: Direction) => link.address(address) + (one === 'all' ? '' : `?direction=${one}`);
  if (failure !== undefined) {
    return (
      <Card title={t('address.history')}>
        <FailureNotice of={history} />
      </Card>
    );
  }
  const total = data?.pagination.total ?? 0;
  const isAll = direction === 'all';
  return (
    <NumberedList
      label={t('address.history')}
      path={pathOf(direction)}
      page={page}
      list={data}
      pastEnd={t('address.pastEnd', { count: total })}
      empty={
        <EmptyState title={t(`address.empty.${direction}`)}>
          {isAll && <p>{t('address.emptyText')}</p>}
        </EmptyState>
      }
      actions={
        data && (
          <>
            <span>{t('common.transactions', { count: total })}</span>
            {data.items.some(isCoinbase) && <a href={link.miner(address)}>{t('address.mined')}</a>}
            <Choice
              label={t('address.filter')}
              options={DIRECTIONS.map((one) => ({
                text: t(`address.filter.${one}`),
                href: pathOf(one),
                isChosen: one === direction,
              }))}
            />
          </>
        )
      }
      below={
        isAll && (
          <div class="c-card__footer needs-script">
            <CsvHistory address={address} total={total} />
          </div>
        )
      }
    >
      {(rows) => (
        <TransactionTable
          caption={t('address.caption')}
          transactions={rows}
          view="history"
          balances={balances}
        />
      )}
    </NumberedList>
  );
}

const UNKNOWN: ReadonlyMap<string, bigint> = new Map();

/** The balance after each row, of an unfiltered page; empty where it is not known, `undefined` for a filtered page. */
function useBalances({ address, page, direction, balance, read, history }: AddressHistoryProps) {
  const { data, loading } = history;
  return useMemo((): ReadonlyMap<string, bigint> | undefined => {
    if (direction !== 'all') return undefined;
    if (page > 1) return read === undefined ? UNKNOWN : balancesAfter(read.items, address, read.balance);
    if (balance === undefined || data === undefined || loading) return UNKNOWN;
    return balancesAfter(data.items, address, parsePebbles(balance));
  }, [address, page, direction, balance, read, data, loading]);
}
