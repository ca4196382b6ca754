import type { ExplorerTransaction } from '@cairn/api/explorer';
import { COINBASE_SENDER } from '@cairn/protocol';
import {
  Badge,
  type Column,
  DataTable,
  DataTableSkeleton,
  Identifier,
  Timestamp,
  useUnitName,
} from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { useWords } from '../messages/context.tsx';
import type { Words } from '../messages/words.ts';
import { TableAmount } from './table-amount.tsx';

/** Where transactions are listed: in their block, as one address saw them, or all of the chain. */
export type TransactionView = 'block' | 'history' | 'feed';

type TransactionColumn = Column<ExplorerTransaction>;

const COLUMNS_OF: Record<TransactionView, readonly (keyof ReturnType<typeof columnsOf>)[]> = {
  block: ['index', 'id', 'from', 'to', 'value', 'fee'],
  history: ['block', 'time', 'id', 'direction', 'party', 'value', 'fee'],
  feed: ['block', 'time', 'id', 'from', 'to', 'value', 'fee'],
};

function columnsOf(words: Words, unit: string) {
  const { t, count, link } = words;
  return {
    index: {
      id: 'index',
      header: t('column.position'),
      narrow: 'hidden',
      cell: ({ transaction_index }) => count(transaction_index),
    },
    block: {
      id: 'block',
      header: t('column.block'),
      cell: ({ block_height }) => (
        <a class="height-link" href={link.block(block_height)}>
          {count(block_height)}
        </a>
      ),
    },
    time: {
      id: 'time',
      header: t('column.age'),
      cell: ({ block_timestamp }) => <Timestamp seconds={block_timestamp} />,
    },
    id: {
      id: 'id',
      header: t('column.transactionId'),
      narrow: 'lead',
      cell: ({ id }) => (
        <Identifier value={id} what={t('what.transactionId')} length="short" href={link.transaction(id)} />
      ),
    },
    from: {
      id: 'from',
      header: t('column.from'),
      cell: (transaction) => <Sender transaction={transaction} />,
    },
    to: { id: 'to', header: t('column.to'), cell: ({ to_address }) => <Party address={to_address} /> },
    direction: {
      id: 'direction',
      header: t('column.direction'),
      narrow: 'hidden',
      cell: (transaction) => <Direction transaction={transaction} />,
    },
    party: {
      id: 'party',
      header: t('column.with'),
      cell: (transaction) => <Counterparty transaction={transaction} />,
    },
    value: {
      id: 'value',
      header: t('column.amount', { unit }),
      align: 'end',
      narrow: 'aside',
      cell: ({ value, direction }) => <TableAmount pebbles={value} direction={direction} />,
    },
    fee: {
      id: 'fee',
      header: t('column.fee', { unit }),
      align: 'end',
      wideOnly: true,
      narrow: 'hidden',
      cell: (transaction) =>
        isCoinbase(transaction) ? (
          <span class="c-faint">{t('common.none')}</span>
        ) : (
          <TableAmount pebbles={transaction.fee} />
        ),
    },
  } satisfies Record<string, TransactionColumn>;
}

function useColumns(view: TransactionView): TransactionColumn[] {
  const words = useWords();
  const unit = useUnitName();
  return useMemo(() => {
    const columns = columnsOf(words, unit);
    return COLUMNS_OF[view].map((name) => columns[name]);
  }, [words, unit, view]);
}

/** Whether a transaction pays a miner new coins. */
export function isCoinbase({ from_address }: Pick<ExplorerTransaction, 'from_address'>): boolean {
  return from_address === COINBASE_SENDER;
}

function Party({ address }: { address: string }) {
  const { t, link } = useWords();
  return (
    <Identifier
      value={address}
      what={t('what.address')}
      length="short"
      href={link.address(address)}
      copy={false}
    />
  );
}

function Sender({ transaction }: { transaction: ExplorerTransaction }) {
  const { t } = useWords();
  return isCoinbase(transaction) ? (
    <Badge tone="accent">{t('common.newCoins')}</Badge>
  ) : (
    <Party address={transaction.from_address} />
  );
}

function Direction({ transaction: { direction } }: { transaction: ExplorerTransaction }) {
  const { t } = useWords();
  if (direction === undefined) return <span class="c-faint">{t('common.notGiven')}</span>;
  return <Badge tone={direction === 'in' ? 'success' : 'neutral'}>{t(`address.${direction}`)}</Badge>;
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
  view: TransactionView;
  /** A class for some rows, such as those that have just arrived. */
  rowClass?: ((transaction: ExplorerTransaction) => string | undefined) | undefined;
}

/** Transactions as a table; the columns follow `view`. */
export function TransactionTable({ caption, transactions, view, rowClass }: TransactionTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={useColumns(view)}
      rows={transactions}
      rowKey={({ id }) => id}
      rowClass={rowClass}
    />
  );
}

/** The table's room while its transactions are on their way. */
export function TransactionTableSkeleton({
  caption,
  view,
  rows,
}: Pick<TransactionTableProps, 'caption' | 'view'> & { rows: number }) {
  return <DataTableSkeleton caption={caption} columns={useColumns(view)} rows={rows} />;
}
