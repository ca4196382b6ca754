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
    shown.kind === 'blocks'
      ? [csvHead(BLOCK_HEADER), csvRows(shown.rows.map(blockFields))]
      : [csvHead(TRANSACTION_HEADER), csvRows(shown.rows.map(transactionFields))];
  saveFile(`${shown.name}.csv`, csvBlob(text));
}

/** Saves the values of a chart as a CSV file; the mean of a bucket without blocks is an empty field. */
export function saveSeries({ figure, step_seconds: step, from, values }: Series): void {
  const head = csvHead(['from_utc', AMOUNT_FIGURES.has(figure) ? `${figure}_pebbles` : figure]);
  const rows = csvRows(values.map((value, index) => [utc(from + index * step), value ?? '']));
  saveFile(`cairn-${figure}-${utc(from).slice(0, 10)}.csv`, csvBlob([head, rows]));
}

/** Saves the listed miners of a range of blocks as a CSV file. */
export function saveMiners({ items, blocks, indexed_height: height }: MinerList): void {
  const head = csvHead(['miner', 'blocks', 'share', 'rewards_pebbles', 'fees_pebbles', 'last_height']);
  const rows = csvRows(
    items.map((one) => [one.address, one.blocks, one.share, one.rewards, one.fees, one.last_height]),
  );
  saveFile(`cairn-miners-${height - blocks + 1}-${height}.csv`, csvBlob([head, rows]));
}

/** A CSV file in memory. */
export const csvBlob = (parts: string[]): Blob => new Blob(parts, { type: 'text/csv;charset=utf-8' });

/** Columns of a file of blocks. Their names are English in every language, because programs read them. */
export const BLOCK_HEADER = [
  'height',
  'id',
  'time_utc',
  'miner',
  'transactions',
  'size_bytes',
  'fees_crn',
  'fees_pebbles',
  'reward_crn',
  'reward_pebbles',
  'bits',
  'nonce',
  'version',
  'previous_id',
] as const;

/** Columns of a file of transactions. */
export const TRANSACTION_HEADER = [
  'id',
  'time_utc',
  'block_height',
  'block_id',
  'position',
  'coinbase',
  'direction',
  'from',
  'to',
  'amount_crn',
  'amount_pebbles',
  'fee_crn',
  'fee_pebbles',
  'nonce',
] as const;

/** A block's fields in the order of `BLOCK_HEADER`. Amounts are exact. */
export function blockFields(block: BlockSummary): CsvField[] {
  return [
    block.height,
    block.id,
    utc(block.timestamp),
    block.miner,
    block.transaction_count,
    block.size_bytes,
    coins(block.total_fees),
    block.total_fees,
    coins(block.reward),
    block.reward,
    block.bits,
    block.nonce,
    block.version,
    block.prev_block_hash,
  ];
}

/** A transaction's fields in the order of `TRANSACTION_HEADER`; new coins have no sender. Amounts are exact. */
export function transactionFields(transaction: ExplorerTransaction): CsvField[] {
  const coinbase = transaction.from_address === COINBASE_SENDER;
  return [
    transaction.id,
    utc(transaction.block_timestamp),
    transaction.block_height,
    transaction.block_id,
    transaction.transaction_index,
    coinbase ? 'yes' : 'no',
    transaction.direction ?? '',
    coinbase ? '' : transaction.from_address,
    transaction.to_address,
    coins(transaction.value),
    transaction.value,
    coins(transaction.fee),
    transaction.fee,
    transaction.nonce,
  ];
}

const coins = (pebbles: string): string => formatCoins(parsePebbles(pebbles));

/** A time as text in UTC. @param seconds Unix time */
const utc = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
