import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER, formatCoins, parsePebbles } from '@cairn/protocol';
import { directionOf } from '../history.ts';
import { labelOf } from './labels.ts';
import type { HistoryNames } from './history-filter.ts';

/** Columns of the export, in order. Amounts are exact, each in two columns: in CRN and in pebbles. */
export const CSV_COLUMNS = [
  'time_utc',
  'status',
  'direction',
  'amount_crn',
  'amount_pebbles',
  'fee_crn',
  'fee_pebbles',
  'balance_change_pebbles',
  'from_address',
  'to_address',
  'contact',
  'label',
  'nonce',
  'block_height',
  'transaction_id',
] as const;

/** First line of the file: a byte order mark, by which spreadsheets detect UTF-8, and the column names. */
export const CSV_HEAD = `\uFEFF${CSV_COLUMNS.join(',')}\r\n`;

/** One line of the export (RFC 4180) as `address` sees the transaction. */
export function csvLine(item: RpcTransaction, address: string, names: HistoryNames): string {
  return `${fieldsOf(item, address, names).map(csvField).join(',')}\r\n`;
}

/** Text that would start like a formula if the separator before it divided fields. */
const INNER_FORMULA = /([;\t\r\n][\s\p{Cc}"]*)([=+\-@＝＋－＠])/gu;

/**
 * A field as it is written. A text that a spreadsheet would run as a formula (it starts with `=`, `+`, `-`, `@`, or a
 * control character before one) gets an apostrophe before it, also behind a semicolon or line break: where those divide
 * fields (a matter of the reader's settings) the rest is a field of its own. Then quotes, where the text needs them.
 * Numbers are left as they are: a minus before digits is an amount.
 */
export function csvField(text: string): string {
  const safe = (isFormula(text) ? `'${text}` : text).replace(INNER_FORMULA, "$1'$2");
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** How much the transaction changes the balance of `address`, in pebbles. */
export function balanceChange(item: RpcTransaction, address: string): bigint {
  const value = parsePebbles(item.value);
  const fee = parsePebbles(item.fee);
  const received = item.to_address === address ? value : 0n;
  return item.from_address === address ? received - value - fee : received;
}

function fieldsOf(item: RpcTransaction, address: string, { labels, contacts }: HistoryNames): string[] {
  const direction = directionOf(item, address);
  const other = item.from_address === address ? item.to_address : item.from_address;
  const ownFee = item.from_address === address ? parsePebbles(item.fee) : 0n;
  const value = parsePebbles(item.value);
  return [
    item.timestamp === null ? '' : new Date(item.timestamp * 1000).toISOString().replace('.000Z', 'Z'),
    item.status,
    direction,
    formatCoins(value),
    value.toString(),
    formatCoins(ownFee),
    ownFee.toString(),
    balanceChange(item, address).toString(),
    item.from_address === COINBASE_SENDER ? 'block reward' : item.from_address,
    item.to_address,
    contacts.find((contact) => contact.address === other)?.name ?? '',
    labelOf(labels, item.id) ?? '',
    direction === 'reward' ? '' : String(item.nonce),
    item.block_height === null ? '' : String(item.block_height),
    item.id,
  ];
}

function isFormula(text: string): boolean {
  return /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text);
}
