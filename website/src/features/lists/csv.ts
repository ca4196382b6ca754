import type { BlockSummary, ExplorerTransaction, MinerList, Series } from '@cairn/api/explorer';
import { COINBASE_SENDER, formatCoins, parsePebbles } from '@cairn/protocol';
import { saveFile } from '@cairn/ui';
import { type CsvField, csvHead, csvRows } from '@cairn/ui/csv.js';
import { AMOUNT_FIGURES } from '../../site/figures.ts';

/** Rows on a page, and the file name for them, without its extension. */
export type ShownRows = { readonly name: string } & (
  | { readonly kind: 'blocks'; readonly rows: readonly BlockSummary[] }
  | { readonly kind: 'transactions'; readonly rows: readonly ExplorerTransaction[] }
);

/** Saves the rows on a page as a CSV file. */
export function saveShown(shown: ShownRows): void {
  const text =
    shown.kind === 'blocks' ? tableOf(BLOCK_COLUMNS, shown.rows) : tableOf(TRANSACTION_COLUMNS, shown.rows);
  saveCsv(shown.name, text);
}

const tableOf = <Row>(columns: Columns<Row>, rows: readonly Row[]): string[] => [
  csvHead(Object.keys(columns)),
  csvRows(rows.map((row) => fieldsOf(columns, row))),
];

/** Saves the values of a chart as a CSV file; the mean of a bucket without blocks is an empty field. */
export function saveSeries({ figure, step_seconds: step, from, values }: Series): void {
  const head = csvHead(['from_utc', AMOUNT_FIGURES.has(figure) ? `${figure}_pebbles` : figure]);
  const rows = csvRows(values.map((value, index) => [utc(from + index * step), value ?? '']));
  saveCsv(`cairn-${figure}-${utc(from).slice(0, 10)}`, [head, rows]);
}

/** Saves the listed miners of a range of blocks as a CSV file. */
export function saveMiners({ items, blocks, indexed_height: height }: MinerList): void {
  const head = csvHead(['miner', 'blocks', 'share', 'rewards_pebbles', 'fees_pebbles', 'last_height']);
  const rows = csvRows(
    items.map((one) => [one.address, one.blocks, one.share, one.rewards, one.fees, one.last_height]),
  );
  saveCsv(`cairn-miners-${height - blocks + 1}-${height}`, [head, rows]);
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

const isCoinbase = ({ from_address }: ExplorerTransaction): boolean => from_address === COINBASE_SENDER;

const coins = (pebbles: string): string => formatCoins(parsePebbles(pebbles));

/** A time as text in UTC. @param seconds Unix time */
const utc = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
