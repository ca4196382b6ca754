import { Card, EmptyState, LinkButton } from '@cairn/ui';
import type { BlockTransactions as Transactions } from '@cairn/api/explorer';
import { explorer } from '../app.ts';
import type { Loaded } from '../frame/initial.ts';
import { useRecovery } from '../hooks/use-recovery.ts';
import { useResource } from '../hooks/use-resource.ts';
import { blockLink } from '../lib/links.ts';
import { PAGE_SIZE, pageWindow } from '../lib/pages.ts';
import type { ChainView } from '../lib/status-store.ts';
import { plural } from '../lib/words.ts';
import { FailureNotice } from './failure-notice.tsx';
import { ListPager } from './list-pager.tsx';
import { TransactionTable, TransactionTableSkeleton } from './transaction-table.tsx';

const CAPTION = 'Transactions of this block';

export interface BlockTransactionsProps {
  reference: string;
  page: number;
  /** Transactions in the block, for the skeleton's size. */
  count: number;
  view: ChainView;
  initial?: Loaded<Transactions> | undefined;
}

/** One page of a block's transactions, in block order. */
export function BlockTransactions({ reference, page, count, view, initial }: BlockTransactionsProps) {
  const offset = (page - 1) * PAGE_SIZE;
  const transactions = useResource(
    (signal) =>
      explorer.listBlockTransactions({ height_or_hash: reference, limit: PAGE_SIZE, offset }, { signal }),
    `${reference} ${page}`,
    initial,
  );
  const { data, failure } = transactions;
  useRecovery(failure, view, transactions.retry);
  if (failure !== undefined) {
    return <FailureNotice failure={failure} onRetry={transactions.retry} retrying={transactions.loading} />;
  }
  const path = blockLink(reference);
  const total = data?.pagination.total ?? count;
  const shown = pageWindow(page, data?.items.length ?? 0, total);
  return (
    <Card
      title="Transactions"
      flush
      actions={plural(total, 'transaction')}
      footer={
        data && total > PAGE_SIZE ? <ListPager label="Transactions" path={path} shown={shown} /> : undefined
      }
    >
      {data === undefined && (
        <TransactionTableSkeleton
          caption={CAPTION}
          view="block"
          rows={Math.min(PAGE_SIZE, Math.max(1, count - offset))}
        />
      )}
      {data !== undefined && data.items.length > 0 && (
        <TransactionTable caption={CAPTION} transactions={data.items} view="block" />
      )}
      {data !== undefined && data.items.length === 0 && (
        <EmptyState
          title="This page is past the end"
          action={<LinkButton href={path}>First page</LinkButton>}
        >
          <p>{`The block has ${plural(total, 'transaction')}.`}</p>
        </EmptyState>
      )}
    </Card>
  );
}

/** The card while its block is on its way. */
export function BlockTransactionsSkeleton() {
  return (
    <Card title="Transactions" flush>
      <TransactionTableSkeleton caption={CAPTION} view="block" rows={PAGE_SIZE} />
    </Card>
  );
}
