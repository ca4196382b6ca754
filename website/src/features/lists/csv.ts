import type { BlockSummary, ExplorerTransaction, MinerList, Series } from '@cairn/api/explorer';
import { COINBASE_SENDER, formatCoins, parsePebbles } from '@cairn/protocol';
import { saveFile } from '@cairn/ui';
import { type CsvField, csvHead, csvRows } from '@cairn/ui/csv.js';
import { AMOUNT_FIGURES } from '../../site/figures.ts';

/** What can be saved as a file. Rows have the file's name, without its extension. */
export type CsvTable =
  | { readonly kind: 'blocks'; readonly name: string; readonly rows: readonly BlockSummary[] }
  | { readonly kind: 'transactions'; readonly name: string; readonly rows: readonly ExplorerTransaction[] }
  /** The values of a chart. */
  | { readonly kind: 'series'; readonly series: Series }
  /** The miners of a range of blocks. */
  | { readonly kind: 'miners'; readonly list: MinerList };

/** Saves a table as a CSV file. */
export function saveTable(table: CsvTable): void {
  switch (table.kind) {
    case 'blocks':
      return saveRows(table.name, BLOCK_COLUMNS, table.rows);
    case 'transactions':
      return saveRows(table.name, TRANSACTION_COLUMNS, table.rows);
    case 'series': {
      const { figure, from, step_seconds: step, values } = table.series;
      const columns: Columns<readonly [at: number, value: CsvField]> = {
        from_utc: ([at]) => utc(at),
        [AMOUNT_FIGURES.has(figure) ? `${figure}_pebbles` : figure]: ([, value]) => value,
      };
      // The mean of a bucket without blocks is an empty field.
      const rows = values.map((value, index) => [from + index * step, value ?? ''] as const);
      return saveRows(`cairn-${figure}-${utc(from).slice(0, 10)}`, columns, rows);
    }
    case 'miners': {
      const { items, blocks, indexed_height: height } = table.list;
      return saveRows(`cairn-miners-${height - blocks + 1}-${height}`, MINER_COLUMNS, items);
    }
  }
}

function saveRows<Row>(name: string, columns: Columns<Row>, rows: readonly Row[]): void {
  saveCsv(name, [csvHead(Object.keys(columns)), csvRows(rows.map((row) => fieldsOf(columns, row)))]);
}

/** Downloads a CSV file. @param name without the extension */
export const saveCsv = (name: string, parts: string[]): void =>
  saveFile(`${name}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }));

type Columns<Row> = Readonly<Record<string, (row: Row) => CsvField>>;

/** A row's fields, in the order of the columns. */
export const fieldsOf = <Row>(columns: Columns<Row>, row: Row): CsvField[] =>
  Object.values(columns).map((field) => field(row));

/**
 * Columns of a file of blocks. Their names are English in every language, because programs read them. Amounts are exact.
 */
export const BLOCK_COLUMNS: Columns<BlockSummary> = {
  height: ({ height }) => height,
  id: ({ id }) => id,
  time_utc: ({ timestamp }) => utc(timestamp),
  miner: ({ miner }) => miner,
  transactions: ({ transaction_count }) => transaction_count,
  size_bytes: ({ size_bytes }) => size_bytes,
  fees_crn: ({ total_fees }) => coins(total_fees),
  fees_pebbles: ({ total_fees }) => total_fees,
  reward_crn: ({ reward }) => coins(reward),
  reward_pebbles: ({ reward }) => reward,
  bits: ({ bits }) => bits,
  nonce: ({ nonce }) => nonce,
  version: ({ version }) => version,
  previous_id: ({ prev_block_hash }) => prev_block_hash,
};

/** Columns of a file of transactions; new coins have no sender. */
export const TRANSACTION_COLUMNS: Columns<ExplorerTransaction> = {
  id: ({ id }) => id,
  time_utc: ({ block_timestamp }) => utc(block_timestamp),
  block_height: ({ block_height }) => block_height,
  block_id: ({ block_id }) => block_id,
  position: ({ transaction_index }) => transaction_index,
  coinbase: (transaction) => (isCoinbase(transaction) ? 'yes' : 'no'),
  direction: ({ direction }) => direction ?? '',
  from: (transaction) => (isCoinbase(transaction) ? '' : transaction.from_address),
  to: ({ to_address }) => to_address,
  amount_crn: ({ value }) => coins(value),
  amount_pebbles: ({ value }) => value,
  fee_crn: ({ fee }) => coins(fee),
  fee_pebbles: ({ fee }) => fee,
  nonce: ({ nonce }) => nonce,
};

const MINER_COLUMNS: Columns<MinerList['items'][number]> = {
  miner: ({ address }) => address,
  blocks: ({ blocks }) => blocks,
  share: ({ share }) => share,
  rewards_pebbles: ({ rewards }) => rewards,
  fees_pebbles: ({ fees }) => fees,
  last_height: ({ last_height }) => last_height,
};

const isCoinbase = ({ from_address }: ExplorerTransaction): boolean => from_address === COINBASE_SENDER;

const coins = (pebbles: string): string => formatCoins(parsePebbles(pebbles));

/** A time as text in UTC. @param seconds Unix time */
const utc = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
