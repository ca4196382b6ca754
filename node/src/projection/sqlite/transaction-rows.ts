import { ADDRESS_LENGTH, TRANSACTION_LAYOUT } from '@cairn/protocol';
import type { ProjectedTransaction } from '../projection-reader.ts';

const OFFSETS = {
  nonce: TRANSACTION_LAYOUT.offsetOf('nonce'),
  fee: TRANSACTION_LAYOUT.offsetOf('fee'),
  value: TRANSACTION_LAYOUT.offsetOf('value'),
  from: TRANSACTION_LAYOUT.offsetOf('fromAddress'),
  unlockSig: TRANSACTION_LAYOUT.offsetOf('unlockSig'),
} as const;

/**
 * What a page reads of each transaction `t` and its block `b`: bytes as one text in hex, both addresses as another.
 * Texts are what the answer needs, and cost less than half of what the same columns as blobs do: each of those is an object of
 * its own.
 */
export const TRANSACTION_COLUMNS = `
  lower(hex(b.id) || hex(t.id) || hex(t.raw)), CAST(substr(t.raw, ${OFFSETS.from + 1}, ${2 * ADDRESS_LENGTH}) AS TEXT),
  t.height, t.sequence - b.first_sequence, b.timestamp`;

export type TransactionRow = [
  /** Block ID (64), transaction ID (64) and the 213 bytes, in hex. */
  hex: string,
  /** Sender and recipient, 34 characters each. */
  addresses: string,
  height: number,
  index: number,
  blockTimestamp: number,
];

const ID_DIGITS = 64;
const RAW_START = 2 * ID_DIGITS;

/**
 * Cuts the texts of a transaction out of its row (PROTOCOL.md section 3). Its bytes were validated before they were
 * stored; a page has up to a hundred of them.
 */
export function readTransactionRow(row: TransactionRow): ProjectedTransaction {
  const [hex, addresses, height, index, blockTimestamp] = row;
  return {
    id: hex.slice(ID_DIGITS, RAW_START),
    chain: readNumber(hex, 0, 1),
    nonce: readNumber(hex, OFFSETS.nonce, 4),
    fee: String(readNumber(hex, OFFSETS.fee, 4)),
    value: readAmount(hex, OFFSETS.value),
    fromAddress: addresses.slice(0, ADDRESS_LENGTH),
    toAddress: addresses.slice(ADDRESS_LENGTH),
    unlockSig: hex.slice(RAW_START + 2 * OFFSETS.unlockSig),
    height,
    index,
    blockId: hex.slice(0, ID_DIGITS),
    blockTimestamp,
  };
}

function readNumber(hex: string, offset: number, size: number): number {
  const start = RAW_START + 2 * offset;
  return Number.parseInt(hex.slice(start, start + 2 * size), 16);
}

/** Eight bytes as decimal digits; below 2^53 a float is exact and much cheaper than a bigint. */
function readAmount(hex: string, offset: number): string {
  const high = readNumber(hex, offset, 4);
  const low = readNumber(hex, offset + 4, 4);
  return high < 0x20_0000 ? String(high * 0x1_0000_0000 + low) : String((BigInt(high) << 32n) | BigInt(low));
}
