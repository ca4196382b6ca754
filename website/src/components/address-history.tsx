import type { AddressHistory as History, ExplorerStatus } from '@cairn/api/explorer';
import { Card, EmptyState, LinkButton } from '@cairn/ui';
import { explorer } from '../app.ts';
import type { Loaded } from '../frame/initial.ts';
import { useChange } from '../hooks/use-change.ts';
import { useRecovery } from '../hooks/use-recovery.ts';
import { useResource } from '../hooks/use-resource.ts';
import { addressLink } from '../lib/links.ts';
import { PAGE_SIZE, pageWindow } from '../lib/pages.ts';
import type { ChainView } from '../lib/status-store.ts';
import { plural } from '../lib/words.ts';
import { FailureNotice } from './failure-notice.tsx';
import { ListPager } from './list-pager.tsx';
import { TransactionTable, TransactionTableSkeleton } from './transaction-table.tsx';

const CAPTION = 'Confirmed transactions of this address, newest first';
const SKELETON_ROWS = 5;

export interface AddressHistoryProps {
  address: string;
  page: number;
  view: ChainView;
  initial?: Loaded<History> | undefined;
}

/** The history of an address, which needs the node's index; without one, why it is missing. */
export function AddressHistory({ address, page, view, initial }: AddressHistoryProps) {
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
  useChange(status && historyVersion(status, page), history.retry);
  useRecovery(history.failure, view, history.retry);
  const { data, failure } = history;
  const path = addressLink(address);
  const total = data?.pagination.total ?? 0;
  const pager = data && total > PAGE_SIZE && (
    <ListPager label="Transactions" path={path} shown={pageWindow(page, data.items.length, total)} />
  );
  return (
    <Card
      title="Transactions"
      flush={failure === undefined}
      actions={failure === undefined && data ? plural(total, 'transaction') : undefined}
      footer={failure === undefined && pager ? pager : undefined}
    >
      {failure !== undefined && (
        <FailureNotice failure={failure} onRetry={history.retry} retrying={history.loading} status={status} />
      )}
      {failure === undefined && data === undefined && (
        <TransactionTableSkeleton caption={CAPTION} view="history" rows={SKELETON_ROWS} />
      )}
      {failure === undefined && data !== undefined && data.items.length > 0 && (
        <TransactionTable caption={CAPTION} transactions={data.items} view="history" />
      )}
      {failure === undefined && data !== undefined && data.items.length === 0 && (
        <NoTransactions total={total} path={path} />
      )}
    </Card>
  );
}

/** Changes when there is reason to ask again: another state of the index, or, on the first page, a new block in it. */
function historyVersion({ index }: ExplorerStatus, page: number): string {
  return page === 1 ? `${index.state} ${index.indexed_height}` : index.state;
}

function NoTransactions({ total, path }: { total: number; path: string }) {
  if (total === 0) {
    return (
      <EmptyState title="No transactions yet">
        <p>No confirmed transaction names this address.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="This page is past the end" action={<LinkButton href={path}>First page</LinkButton>}>
      <p>{`This address has ${plural(total, 'transaction')}.`}</p>
    </EmptyState>
  );
}
