import type { ExplorerTransaction } from '@cairn/api/explorer';
import { COINBASE_SENDER } from '@cairn/protocol';
import { Badge, type Column, DataTable, DataTableSkeleton, Identifier, Timestamp } from '@cairn/ui';
import { addressLink, blockLink, transactionLink } from '../lib/links.ts';
import { formatCount } from '../lib/words.ts';
import { TableAmount } from './table-amount.tsx';

const idColumn: Column<ExplorerTransaction> = {
  id: 'id',
  header: 'Transaction ID',
  narrow: 'lead',
  cell: ({ id }) => <Identifier value={id} what="transaction ID" length="short" href={transactionLink(id)} />,
};

const feeColumn: Column<ExplorerTransaction> = {
  id: 'fee',
  header: 'Fee (CRN)',
  align: 'end',
  wideOnly: true,
  narrow: 'hidden',
  cell: (transaction) =>
    isCoinbase(transaction) ? <span class="c-faint">none</span> : <TableAmount pebbles={transaction.fee} />,
};

const BLOCK_COLUMNS: readonly Column<ExplorerTransaction>[] = [
  {
    id: 'index',
    header: '#',
    narrow: 'hidden',
    cell: ({ transaction_index }) => formatCount(transaction_index),
  },
  idColumn,
  { id: 'from', header: 'From', cell: (transaction) => <Sender transaction={transaction} /> },
  { id: 'to', header: 'To', cell: ({ to_address }) => <Party address={to_address} /> },
  {
    id: 'value',
    header: 'Amount (CRN)',
    align: 'end',
    narrow: 'aside',
    cell: ({ value }) => <TableAmount pebbles={value} />,
  },
  feeColumn,
];

const HISTORY_COLUMNS: readonly Column<ExplorerTransaction>[] = [
  {
    id: 'block',
    header: 'Block',
    cell: ({ block_height }) => (
      <a class="height-link" href={blockLink(block_height)}>
        {formatCount(block_height)}
      </a>
    ),
  },
  { id: 'time', header: 'Age', cell: ({ block_timestamp }) => <Timestamp seconds={block_timestamp} /> },
  idColumn,
  {
    id: 'direction',
    header: 'Direction',
    narrow: 'hidden',
    cell: (transaction) => <Direction transaction={transaction} />,
  },
  { id: 'party', header: 'With', cell: (transaction) => <Counterparty transaction={transaction} /> },
  {
    id: 'value',
    header: 'Amount (CRN)',
    align: 'end',
    narrow: 'aside',
    cell: ({ value, direction }) => <TableAmount pebbles={value} direction={direction} />,
  },
  feeColumn,
];

function isCoinbase({ from_address }: ExplorerTransaction): boolean {
  return from_address === COINBASE_SENDER;
}

function Party({ address }: { address: string }) {
  return (
    <Identifier value={address} what="address" length="short" href={addressLink(address)} copy={false} />
  );
}

function Sender({ transaction }: { transaction: ExplorerTransaction }) {
  return isCoinbase(transaction) ? (
    <Badge tone="accent">New coins</Badge>
  ) : (
    <Party address={transaction.from_address} />
  );
}

const DIRECTIONS = { in: 'Received', out: 'Sent', self: 'To itself' } as const;

function Direction({ transaction }: { transaction: ExplorerTransaction }) {
  const { direction } = transaction;
  if (direction === undefined) return <span class="c-faint">not given</span>;
  return <Badge tone={direction === 'in' ? 'success' : 'neutral'}>{DIRECTIONS[direction]}</Badge>;
}

function Counterparty({ transaction }: { transaction: ExplorerTransaction }) {
  return transaction.direction === 'in' ? (
    <Sender transaction={transaction} />
  ) : (
    <Party address={transaction.to_address} />
  );
}

export interface TransactionTableProps {
  caption: string;
  transactions: readonly ExplorerTransaction[];
  /** `block` lists in block order; `history` as one address saw them. */
  view: 'block' | 'history';
}

/** Transactions of a block or of an address, as `view` says. */
export function TransactionTable({ caption, transactions, view }: TransactionTableProps) {
  const columns = view === 'block' ? BLOCK_COLUMNS : HISTORY_COLUMNS;
  return <DataTable caption={caption} columns={columns} rows={transactions} rowKey={({ id }) => id} />;
}

/** The table's room while its transactions are on their way. */
export function TransactionTableSkeleton({
  caption,
  view,
  rows,
}: Pick<TransactionTableProps, 'caption' | 'view'> & { rows: number }) {
  return (
    <DataTableSkeleton
      caption={caption}
      columns={view === 'block' ? BLOCK_COLUMNS : HISTORY_COLUMNS}
      rows={rows}
    />
  );
}
