import type { Address } from '@cairn/protocol';
import type { AddressHistory as History, ExplorerStatus } from '@cairn/api/explorer';
import { Card, EmptyState, LinkButton } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import type { Direction } from '../address/direction.ts';
import { DirectionFilter } from '../address/direction-filter.tsx';
import type * as Filtered from '../address/filtered-history-card.tsx';
import { explorer } from '../app.ts';
import type { Loaded } from '../frame/frame.ts';
import { useChange, useRecovery } from '../hooks/use-chain.ts';
import { useResource } from '../hooks/use-resource.ts';
import { PAGE_SIZE } from '../lib/pages.ts';
import { CsvButton } from '../lists/csv-button.tsx';
import { CsvHistory } from '../lists/csv-history.tsx';
import type { ChainView } from '../lib/status-store.ts';
import { useWords } from '../messages/context.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { NumberedPager } from './numbered-pager.tsx';
import { TransactionTable } from './transaction-table.tsx';

export interface AddressHistoryProps {
  address: Address;
  page: number;
  direction: Direction;
  /** Changes when there is something new in the history. */
  version: string | undefined;
  view: ChainView;
  initial?: Loaded<History> | undefined;
}

/** The history of an address, which needs the node's index; without one, why it is missing. */
export function AddressHistory(props: AddressHistoryProps) {
  const { direction } = props;
  return direction === 'all' ? (
    <WholeHistory {...props} />
  ) : (
    <FilteredHistory {...props} direction={direction} />
  );
}

/** Only the browser searches a history, by a script of its own; the server shows the card's place. */
function FilteredHistory(props: Filtered.FilteredHistoryProps) {
  const { t } = useWords();
  const [filtered, setFiltered] = useState<typeof Filtered>();
  useEffect(() => void import('../address/filtered-history-card.tsx').then(setFiltered), []);
  if (filtered !== undefined) return <filtered.FilteredHistory {...props} />;
  return (
    <Card title={t('address.history')} flush actions={<DirectionFilter {...props} />}>
      <TransactionTable caption={t('address.caption')} transactions={undefined} view="history" />
    </Card>
  );
}

function WholeHistory({ address, page, version, view, initial }: AddressHistoryProps) {
  const { t, link } = useWords();
  const { status } = view;
  const history = useResource(
    (signal) =>
      explorer.listAddressTransactions(
        { address, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
        { signal },
      ),
    `${address} ${page}`,
    initial,
  );
  useChange(status && historyVersion(status, page, version), history.retry);
  useRecovery(history.failure, view, history.retry);
  const { data, failure } = history;
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
  const { t } = useWords();
  const { items, pagination } = history;
  return (
    <>
      <span>{t('common.transactions', { count: pagination.total })}</span>
      {items.length > 0 && (
        <CsvButton kind="transactions" rows={items} name={`cairn-${address}-page-${page}`} />
      )}
      <DirectionFilter address={address} direction="all" />
    </>
  );
}

/** Changes when there is reason to ask again: another state of the index, or, on the first page, something new in it. */
function historyVersion({ index }: ExplorerStatus, page: number, version: string | undefined): string {
  return page === 1 ? `${index.state} ${version}` : index.state;
}

function NoTransactions({ total, path }: { total: number; path: string }) {
  const { t } = useWords();
  if (total === 0) {
    return (
      <EmptyState title={t('address.empty')}>
        <p>{t('address.emptyText')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('common.pastEnd')}
      action={<LinkButton href={path}>{t('common.firstPage')}</LinkButton>}
    >
      <p>{t('address.pastEnd', { count: total })}</p>
    </EmptyState>
  );
}
