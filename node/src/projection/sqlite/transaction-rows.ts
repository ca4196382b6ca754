import { ADDRESS_LENGTH, TRANSACTION_LAYOUT } from '@cairn/protocol';
import type { ProjectedTransaction } from '../projection-reader.ts';

/** What a page reads of each transaction `t` and its block `b`. */
export const TRANSACTION_COLUMNS =
  't.raw, t.id, t.height, t.sequence - b.first_sequence AS position, b.id AS block_id, b.timestamp';

export type TransactionRow = [
  raw: Buffer,
  id: Buffer,
  height: number,
  position: number,
  blockId: Buffer,
  timestamp: number,
];

const OFFSETS = {
  nonce: TRANSACTION_LAYOUT.offsetOf('nonce'),
  fee: TRANSACTION_LAYOUT.offsetOf('fee'),
  value: TRANSACTION_LAYOUT.offsetOf('value'),
  from: TRANSACTION_LAYOUT.offsetOf('fromAddress'),
  to: TRANSACTION_LAYOUT.offsetOf('toAddress'),
  unlockSig: TRANSACTION_LAYOUT.offsetOf('unlockSig'),
} as const;

/**
 * Reads the texts of a transaction straight from its bytes (PROTOCOL.md section 3): they were validated before they were
 * stored, and a page has up to a hundred of them.
 */
export function readTransactionRow(row: TransactionRow): ProjectedTransaction {
  const [raw, id, height, index, blockId, blockTimestamp] = row;
  return {
    id: id.toString('hex'),
    chain: raw[0]!,
    nonce: raw.readUInt32BE(OFFSETS.nonce),
    fee: String(raw.readUInt32BE(OFFSETS.fee)),
    value: readAmount(raw, OFFSETS.value),
    fromAddress: raw.toString('latin1', OFFSETS.from, OFFSETS.from + ADDRESS_LENGTH),
    toAddress: raw.toString('latin1', OFFSETS.to, OFFSETS.to + ADDRESS_LENGTH),
    unlockSig: raw.toString('hex', OFFSETS.unlockSig),
    height,
    index,
    blockId: blockId.toString('hex'),
    blockTimestamp,
  };
}

/** Eight bytes as decimal digits; below 2^53 a float is exact and much cheaper than a bigint. */
function readAmount(raw: Buffer, offset: number): string {
  const high = raw.readUInt32BE(offset);
  if (high >= 0x20_0000) return String(raw.readBigUInt64BE(offset));
  return String(high * 0x1_0000_0000 + raw.readUInt32BE(offset + 4));
}
