import type { Address, BlockId } from '@cairn/protocol';
import type { AddressHistory as History, ExplorerStatus } from '@cairn/api/explorer';
import { Card, EmptyState } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { type Direction, DIRECTIONS, PAGE_SIZE } from '../../site/url.ts';
import { explorer } from '../../site/api.ts';
import type { LoadResult } from '../../site/page-context.ts';
import { useChange, useRecovery } from '../../site/use-chain.ts';
import { useResource } from '../../site/resource.ts';
import { CsvButton } from '../lists/index.ts';
import { CsvHistory } from '../lists/index.ts';
import type { ChainView } from '../../site/chain-feed.ts';
import { useTranslations } from './texts.ts';
import { FailureNotice, PastEnd } from '../../site/notices.tsx';
import { NumberedPager } from '../lists/index.ts';
import { isCoinbase, TransactionTable } from '../lists/index.ts';
import type { ListedHistory } from './filtered-history.tsx';
import type { Reload } from './use-reload.ts';
import type * as Filtered from './filtered-history.tsx';

export interface AddressHistoryProps {
  address: Address;
  page: number;
  direction: Direction;
  /** Changes when the address's account changes, and after a reorganization. */
  version: string | undefined;
  view: ChainView;
  initial?: LoadResult<History> | undefined;
  reload: Reload;
  /** Called with the page's rows, and with `undefined` while they load. */
  onListed: (listed: ListedHistory) => void;
}

/** The history of an address, or a notice if it cannot be loaded, for example because the node has no index. */
export function AddressHistory(props: AddressHistoryProps) {
  const { direction } = props;
  return direction === 'all' ? (
    <WholeHistory {...props} />
  ) : (
    <FilteredHistory {...props} direction={direction} />
  );
}

/**
 * The browser searches a history by direction, with a script that is loaded only for this; the server renders a
 * placeholder.
 */
function FilteredHistory(props: Omit<Filtered.FilteredHistoryProps, 'filter'>) {
  const { t } = useTranslations();
  const [filtered, setFiltered] = useState<typeof Filtered>();
  useEffect(() => void import('./filtered-history.tsx').then(setFiltered), []);
  const filter = <DirectionFilter {...props} />;
  if (filtered !== undefined) return <filtered.FilteredHistory {...props} filter={filter} />;
  return (
    <Card title={t('address.history')} flush actions={filter}>
      <TransactionTable caption={t('address.caption')} transactions={undefined} view="history" />
    </Card>
  );
}

function WholeHistory(props: AddressHistoryProps) {
  const { address, page, version, view, initial, reload, onListed } = props;
  const { t, link } = useTranslations();
  const { status } = view;
  const offset = (page - 1) * PAGE_SIZE;
  const history = useResource<History & { asOf?: BlockId | undefined }>(
    (signal) =>
      reload.mark(
        (options) => explorer.listAddressTransactions({ address, limit: PAGE_SIZE, offset }, options),
        signal,
      ),
    `${address} ${page}`,
    initial,
  );
  useChange(`${reload.count}`, history.retry);
  useChange(status && historyVersion(status, page, version), history.retry);
  useRecovery(history.failure, view, history.retry);
  const { data, failure, loading } = history;
  useEffect(() => {
    if (loading) onListed(undefined);
    else if (failure !== undefined || data === undefined) onListed('unavailable');
    else {
      const { total } = data.pagination;
      onListed({ items: data.items, offset, limit: PAGE_SIZE, total, asOf: data.asOf });
    }
  }, [data, failure, loading]);
  const path = link.address(address);
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
      actions={
        shows && total > 0 ? <HistoryActions address={address} page={page} history={data} /> : undefined
      }
      footer={shows && total > PAGE_SIZE ? pager : undefined}
    >
      {failure !== undefined && (
        <FailureNotice failure={failure} onRetry={history.retry} retrying={history.loading} status={status} />
      )}
      {failure === undefined && data === undefined && (
        <TransactionTable caption={t('address.caption')} transactions={undefined} view="history" />
      )}
      {shows && rows > 0 && (
        <>
          <TransactionTable caption={t('address.caption')} transactions={data.items} view="history" />
          <CsvHistory address={address} total={total} />
        </>
      )}
      {shows && rows === 0 && <NoTransactions total={total} path={path} />}
    </Card>
  );
}

function HistoryActions({ address, page, history }: { address: Address; page: number; history: History }) {
  const { t, link } = useTranslations();
  const { items, pagination } = history;
  return (
    <>
      <span>{t('common.transactions', { count: pagination.total })}</span>
      {items.some(isCoinbase) && <a href={link.miner(address)}>{t('address.mined')}</a>}
      {items.length > 0 && (
        <CsvButton kind="transactions" rows={items} name={`cairn-${address}-page-${page}`} />
      )}
      <DirectionFilter address={address} direction="all" />
    </>
  );
}

/** Changes with the state of the index and, on the first page, with `version`: the page is then loaded again. */
function historyVersion({ index }: ExplorerStatus, page: number, version: string | undefined): string {
  return page === 1 ? `${index.state} ${version}` : index.state;
}

function NoTransactions({ total, path }: { total: number; path: string }) {
  const { t } = useTranslations();
  if (total === 0) {
    return (
      <EmptyState title={t('address.empty')}>
        <p>{t('address.emptyText')}</p>
      </EmptyState>
    );
  }
  return <PastEnd path={path} text={t('address.pastEnd', { count: total })} />;
}

/** Choice of the direction, made of links so that Back, Forward and a copied URL work. */
function DirectionFilter({ address, direction }: Pick<AddressHistoryProps, 'address' | 'direction'>) {
  const { t, link } = useTranslations();
  const names = { all: t('address.filterAll'), in: t('address.filterIn'), out: t('address.filterOut') };
  const path = link.address(address);
  return (
    <nav class="c-segmented needs-script" aria-label={t('address.filter')}>
      {DIRECTIONS.map((one) => (
        <a
          key={one}
          class="c-segmented__option"
          href={one === 'all' ? path : `${path}?direction=${one}`}
          aria-current={one === direction ? 'true' : undefined}
        >
          {names[one]}
        </a>
      ))}
    </nav>
  );
}
