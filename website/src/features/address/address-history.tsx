import type { AddressHistory as History, ExplorerStatus } from '@cairn/api/explorer';
import { type Address, type BlockId, parsePebbles } from '@cairn/protocol';
import { Card, EmptyState } from '@cairn/ui';
import { useEffect, useMemo } from 'preact/hooks';
import { FailureNotice, PastEnd } from '../../site/notices.tsx';
import { type Answer, request, useRequest } from '../../site/request.ts';
import { type Direction, DIRECTIONS, onlyOf, PAGE_SIZE } from '../../site/url.ts';
import { CsvButton, CsvHistory, isCoinbase, NumberedPager, TransactionTable } from '../lists/index.ts';
import type { ShownRows } from '../verify/index.ts';
import type { BalanceHistory } from './balance-history.ts';
import { balancesAfter } from './statement.ts';
import { useTranslations } from './texts.ts';

/** The rows of an address's page for its verification; `undefined` while they load, `unavailable` if they cannot be proven. */
export type ListedHistory = (ShownRows & { asOf: BlockId | undefined }) | 'unavailable' | undefined;

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
      return { ...(await api.listAddressTransactions(query, options)), asOf };
    },
    ({ index }: ExplorerStatus) => `${index.state} ${page === 1 ? version : ''} ${asOf}`,
  );

export interface AddressHistoryProps extends HistoryPage {
  /** As in {@link historyRequest}. */
  version: string | undefined;
  asOf: BlockId | undefined;
  /** The account's balance, if it is the one after the newest row of the first page. */
  balance: string | undefined;
  /** The newest part of the history, for the balances on later pages. */
  read: BalanceHistory | undefined;
  /** Called with the page's rows, and with `undefined` while they load. */
  onListed: (listed: ListedHistory) => void;
}

/** The history of an address, or a notice if it cannot be loaded, for example because the node has no index. */
export function AddressHistory(props: AddressHistoryProps) {
  const { address, page, direction, version, asOf, onListed } = props;
  const { t } = useTranslations();
  const history = useRequest(historyRequest(props, version, asOf));
  const { data, failure, loading } = history;
  useEffect(() => {
    if (loading) onListed(undefined);
    else if (failure !== undefined || data === undefined) onListed('unavailable');
    else {
      const { total, offset } = data.pagination;
      onListed({ items: data.items, offset, limit: PAGE_SIZE, total, asOf: data.asOf });
    }
  }, [data, failure, loading]);
  const balances = useBalances(props, history);
  const path = usePath(address, direction);
  const total = data?.pagination.total ?? 0;
  const rows = data?.items.length ?? 0;
  const shows = failure === undefined && data !== undefined;
  const pager = (
    <NumberedPager label={t('address.history')} path={path} page={page} count={rows} total={total} />
  );
  return (
    <Card
      title={t('address.history')}
      flush={failure === undefined}
      actions={shows ? <HistoryActions {...props} history={data} /> : undefined}
      footer={shows && total > PAGE_SIZE ? pager : undefined}
    >
      <FailureNotice of={history} />
      {failure === undefined && (data === undefined || rows > 0) && (
        <TransactionTable
          caption={t('address.caption')}
          transactions={data?.items}
          view="history"
          balances={balances}
        />
      )}
      {shows && rows > 0 && direction === 'all' && <CsvHistory address={address} total={total} />}
      {shows && rows === 0 && <NoTransactions total={total} path={path} direction={direction} />}
    </Card>
  );
}

const UNKNOWN: ReadonlyMap<string, bigint> = new Map();

/** The balance after each row, of an unfiltered page; empty where it is not known, `undefined` for a filtered page. */
function useBalances(
  { address, page, direction, balance, read }: AddressHistoryProps,
  { data, loading }: Answer<History>,
): ReadonlyMap<string, bigint> | undefined {
  return useMemo(() => {
    if (direction !== 'all') return undefined;
    if (page > 1) return read === undefined ? UNKNOWN : balancesAfter(read.items, address, read.balance);
    if (balance === undefined || data === undefined || loading) return UNKNOWN;
    return balancesAfter(data.items, address, parsePebbles(balance));
  }, [address, page, direction, balance, read, data, loading]);
}

/** Path of the history's first page. */
function usePath(address: Address, direction: Direction): string {
  const { link } = useTranslations();
  const path = link.address(address);
  return direction === 'all' ? path : `${path}?direction=${direction}`;
}

function HistoryActions({ address, page, direction, history }: HistoryPage & { history: History }) {
  const { t, link } = useTranslations();
  const { items, pagination } = history;
  return (
    <>
      <span>{t('common.transactions', { count: pagination.total })}</span>
      {items.some(isCoinbase) && <a href={link.miner(address)}>{t('address.mined')}</a>}
      {items.length > 0 && (
        <CsvButton kind="transactions" rows={items} name={`cairn-${address}-${direction}-page-${page}`} />
      )}
      <DirectionFilter address={address} direction={direction} />
    </>
  );
}

function NoTransactions({ total, path, direction }: { total: number; path: string; direction: Direction }) {
  const { t } = useTranslations();
  if (total === 0) {
    return (
      <EmptyState title={t(`address.empty.${direction}`)}>
        {direction === 'all' && <p>{t('address.emptyText')}</p>}
      </EmptyState>
    );
  }
  return <PastEnd path={path} text={t('address.pastEnd', { count: total })} />;
}

/** Choice of the direction, made of links so that Back, Forward and a copied URL work. */
function DirectionFilter({ address, direction }: Pick<HistoryPage, 'address' | 'direction'>) {
  const { t, link } = useTranslations();
  const path = link.address(address);
  return (
    <nav class="c-segmented" aria-label={t('address.filter')}>
      {DIRECTIONS.map((one) => (
        <a
          key={one}
          class="c-segmented__option"
          href={one === 'all' ? path : `${path}?direction=${one}`}
          aria-current={one === direction ? 'true' : undefined}
        >
          {t(`address.filter.${one}`)}
        </a>
      ))}
    </nav>
  );
}
