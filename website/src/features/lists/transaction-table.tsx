import type { ExplorerTransaction } from '@cairn/api/explorer';
import { COINBASE_SENDER } from '@cairn/protocol';
import { Badge, Identifier, Timestamp, useUnitName } from '@cairn/ui';
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
  history: ['block', 'time', 'id', 'direction', 'party', 'value', 'fee'],
  feed: ['block', 'time', 'id', 'from', 'to', 'value', 'fee'],
};

function columnsOf(translations: Translations, unit: string) {
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
      header: t('column.age'),
      printHeader: t('column.time'),
      narrow: 'beside',
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
      narrow: 'below',
      cell: (transaction) => sender(transaction, translations),
    },
    to: {
      id: 'to',
      header: t('column.to'),
      narrow: 'below',
      cell: ({ to_address }) => addressLink(to_address, translations.t('what.address'), translations),
    },
    direction: {
      id: 'direction',
      header: t('column.direction'),
      cell: (transaction) => directionBadge(transaction, translations),
    },
    party: {
      id: 'party',
      header: t('column.with'),
      narrow: 'below',
      cell: (transaction) => (
        <>
          <span class="list-word">{t(transaction.direction === 'in' ? 'list.from' : 'list.to')}</span>
          {counterparty(transaction, translations)}
        </>
      ),
    },
    value: {
      id: 'value',
      header: t('column.amount', { unit }),
      narrow: 'aside',
      unit,
      align: 'end',
      cell: ({ value, direction }) => tableAmount(value, direction),
    },
    fee: {
      id: 'fee',
      header: t('column.fee', { unit }),
      align: 'end',
      wideOnly: true,
      cell: (transaction) =>
        isCoinbase(transaction) ? (
          <span class="c-faint">{t('common.none')}</span>
        ) : (
          tableAmount(transaction.fee)
        ),
    },
  } satisfies Record<string, TransactionColumn>;
}

function useColumns(view: TransactionView): TransactionColumn[] {
  const translations = useTranslations();
  const unit = useUnitName();
  return useMemo(() => {
    const columns = columnsOf(translations, unit);
    return COLUMNS_OF[view].map((name) => columns[name]);
  }, [translations, unit, view]);
}

/** True for a transaction that pays a miner new coins. */
export function isCoinbase({ from_address }: Pick<ExplorerTransaction, 'from_address'>): boolean {
  return from_address === COINBASE_SENDER;
}

function sender(transaction: ExplorerTransaction, translations: Translations): VNode {
  return isCoinbase(transaction) ? (
    <Badge tone="accent">{translations.t('common.newCoins')}</Badge>
  ) : (
    addressLink(transaction.from_address, translations.t('what.address'), translations)
  );
}

function directionBadge({ direction }: ExplorerTransaction, { t }: Translations): VNode {
  if (direction === undefined) return <span class="c-faint">{t('common.notGiven')}</span>;
  return <Badge tone={direction === 'in' ? 'success' : 'neutral'}>{t(`direction.${direction}`)}</Badge>;
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
  /** Class of a row, such as for one that has just arrived. */
  rowClass?: ((transaction: ExplorerTransaction) => string | undefined) | undefined;
}

/** Transactions as a table; `view` decides its columns. */
export function TransactionTable(props: TransactionTableProps) {
  const { caption, transactions, waitingRows, view, rowClass } = props;
  return (
    <DataTable
      caption={caption}
      columns={useColumns(view)}
      rows={transactions}
      waitingRows={waitingRows}
      rowKey={({ id }) => id}
      rowClass={rowClass}
    />
  );
}
