import type { ExplorerStatus } from '@cairn/api/explorer';
import { Card, EmptyState, LinkButton } from '@cairn/ui';
import { explorer } from '../app.ts';
import { useResource } from '../hooks/use-resource.ts';
import { addressLink } from '../lib/links.ts';
import { PAGE_SIZE, pageWindow } from '../lib/pages.ts';
import { plural } from '../lib/words.ts';
import { FailureNotice } from './failure-notice.tsx';
import { ListPager } from './list-pager.tsx';
import { TransactionTable, TransactionTableSkeleton } from './transaction-table.tsx';

const CAPTION = 'Confirmed transactions of this address, newest first';
const SKELETON_ROWS = 5;

export interface AddressHistoryProps {
  address: string;
  page: number;
  status: ExplorerStatus | undefined;
}

/** The history of an address, which needs the node's index; without one, why it is missing. */
export function AddressHistory({ address, page, status }: AddressHistoryProps) {
  const history = useResource(
    (signal) =>
      explorer.listAddressTransactions(
        { address, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
        { signal },
      ),
    `${address} ${page}`,
    // Ask again when the index changes its state, and on the first page when a block has come.
    `${status?.index.state} ${page === 1 ? status?.index.indexed_height : ''}`,
  );
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
