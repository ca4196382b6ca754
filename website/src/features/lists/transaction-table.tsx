import type { ExplorerTransaction } from '@cairn/api/explorer';
import { COINBASE_SENDER } from '@cairn/protocol';
import { Amount, Identifier, Timestamp } from '@cairn/ui';
import { type Column, DataTable } from '../../site/data-table.tsx';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { useTranslations, type Translations } from './texts.ts';
import { addressLink, heightLink, tableAmount } from '../../site/cells.tsx';

/**
 * The list that a table shows: a block's transactions, an address's history, or the chain's newest transactions
 * (`feed`).
 */
type TransactionView = 'block' | 'history' | 'feed';

type TransactionColumn = Column<ExplorerTransaction>;

const COLUMNS_OF: Record<TransactionView, readonly (keyof ReturnType<typeof columnsOf>)[]> = {
  block: ['index', 'id', 'from', 'to', 'value', 'fee'],
  history: ['block', 'time', 'id', 'party', 'value', 'fee', 'balance'],
  feed: ['block', 'time', 'id', 'from', 'to', 'value', 'fee'],
};

/** @param balances after each transaction; the column is empty where one is not known */
function columnsOf(
  translations: Translations,
  {
    balances,
    linkedFrom = 0,
    coinbases,
  }: Pick<TransactionTableProps, 'balances' | 'linkedFrom' | 'coinbases'>,
) {
  /** A cell that the history does not prove: of a row below the headers that were checked. */
  const cellOf = ({ block_height: height }: ExplorerTransaction, cell: VNode): VNode =>
    height < linkedFrom ? <span data-proof="none">{cell}</span> : cell;
  const { t, count, link } = translations;
  return {
    index: {
      id: 'index',
      header: t('column.position'),
      cell: ({ transaction_index }) => count(transaction_index),
    },
    block: {
      id: 'block',
      header: t('column.block'),
      cell: ({ block_height }) => heightLink(block_height, translations),
    },
    time: {
      id: 'time',
      header: t('column.time'),
      narrow: 'beside',
      cell: (row) => cellOf(row, <Timestamp seconds={row.block_timestamp} />),
    },
    id: {
      id: 'id',
      header: t('column.transactionId'),
      narrow: 'lead',
      cell: (row) => {
        const { id } = row;
        const shown = (
          <Identifier value={id} what={t('what.transactionId')} length="short" href={link.transaction(id)} />
        );
        // The history has the ID of a transfer, and only a part of a coinbase.
        if (!isCoinbase(row)) return shown;
        return coinbases === 'said' ? <span data-proof="none">{shown}</span> : cellOf(row, shown);
      },
    },
    from: {
      id: 'from',
      header: t('column.from'),
      narrow: 'below',
      cell: (transaction) => sender(transaction, translations),
    },
    to: {
      id: 'to',
      header: t('column.to'),
      narrow: 'below',
      cell: ({ to_address }) => addressLink(to_address, translations.t('what.address'), translations),
    },
    party: {
      id: 'party',
      header: t('column.with'),
      narrow: 'below',
      cell: (transaction) => (
        <>
          <span class="c-table__narrow c-faint">
            {t(transaction.direction === 'in' ? 'list.from' : 'list.to')}
          </span>
          {counterparty(transaction, translations)}
        </>
      ),
    },
    value: {
      id: 'value',
      header: t('column.amount'),
      narrow: 'aside',
      unit: 'CRN',
      align: 'end',
      cell: ({ value, direction }) => tableAmount(value, direction),
    },
    fee: {
      id: 'fee',
      header: t('column.fee'),
      align: 'end',
      wideOnly: true,
      cell: (transaction) =>
        isCoinbase(transaction) ? (
          <span class="c-faint">{t('common.none')}</span>
        ) : (
          // What a payment cost its sender is no figure of who received it.
          transaction.direction !== 'in' && tableAmount(transaction.fee)
        ),
    },
    balance: {
      id: 'balance',
      header: t('column.balanceAfter'),
      align: 'end',
      wideOnly: true,
      cell: (row) => {
        const after = balances?.get(placeOf(row));
        return after === undefined ? '' : <Amount value={after} unit={false} />;
      },
    },
  } satisfies Record<string, TransactionColumn>;
}

function useColumns({ view, balances, linkedFrom, coinbases }: TransactionTableProps): TransactionColumn[] {
  const translations = useTranslations();
  return useMemo(() => {
    const columns = columnsOf(translations, { balances, linkedFrom, coinbases });
    const shown = COLUMNS_OF[view].filter((name) => name !== 'balance' || balances !== undefined);
    return shown.map((name) => columns[name]);
  }, [translations, view, balances, linkedFrom, coinbases]);
}

/** Names a transaction by its place in the chain. */
export const placeOf = ({
  block_height: height,
  transaction_index: index,
}: Pick<ExplorerTransaction, 'block_height' | 'transaction_index'>): string => `${height}-${index}`;

/** True for a transaction that pays a miner new coins. */
export function isCoinbase({ from_address }: Pick<ExplorerTransaction, 'from_address'>): boolean {
  return from_address === COINBASE_SENDER;
}

function sender(transaction: ExplorerTransaction, translations: Translations): VNode {
  return isCoinbase(transaction) ? (
    <span class="c-muted">
      {translations.t(transaction.block_height === 0 ? 'common.startingCoins' : 'common.newCoins')}
    </span>
  ) : (
    addressLink(transaction.from_address, translations.t('what.address'), translations)
  );
}

/** Who sent a transaction, outside a table: a link to the address, or what kind of coins it created. */
export function Sender({ transaction }: { transaction: ExplorerTransaction }) {
  return sender(transaction, useTranslations());
}

function counterparty(transaction: ExplorerTransaction, translations: Translations): VNode {
  return transaction.direction === 'in'
    ? sender(transaction, translations)
    : addressLink(transaction.to_address, translations.t('what.address'), translations);
}

export interface TransactionTableProps {
  caption: string;
  /** `undefined` until they load. */
  transactions: readonly ExplorerTransaction[] | undefined;
  /** Number of placeholder rows until then. */
  waitingRows?: number | undefined;
  view: TransactionView;
  /** Pebbles after each transaction, by `placeOf`: adds a column to a history. */
  balances?: ReadonlyMap<string, bigint> | undefined;
  /** In a history that was proven: time and coinbase ID of a row below this height are the server's word. */
  linkedFrom?: number | undefined;
  /** `said` if the IDs of the coinbases were not proven. */
  coinbases?: 'said' | undefined;
  /** IDs of transactions that have just arrived: their rows are briefly highlighted. */
  fresh?: ReadonlySet<string> | undefined;
}

/** Transactions as a table; `view` decides its columns. */
export function TransactionTable(props: TransactionTableProps) {
  const { caption, transactions, waitingRows, fresh } = props;
  return (
    <DataTable
      caption={caption}
      columns={useColumns(props)}
      rows={transactions}
      waitingRows={waitingRows}
      rowKey={({ id }) => id}
      rowClass={({ id }) => (fresh?.has(id) === true ? 'row-new' : undefined)}
    />
  );
}
