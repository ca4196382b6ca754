/** Makes rows in COPY's text format: fields separated by tabs. Only the backslash of `bytea` values needs an escape. */
import { decodeBlockHeader, ID_SIZE, TRANSACTION_LAYOUT, transactionOffset } from '@cairn/protocol';
import type { AddressRecord } from '../src/projection/shared/address-record.ts';
import type { SourceBlock } from '../src/projection/shared/block-source.ts';
import { readTransferFields, type TransferFields } from '../src/projection/shared/transfer-fields.ts';

const UNLOCK_SIG = TRANSACTION_LAYOUT.offsetOf('unlockSig');
const UNLOCK_SIG_END = TRANSACTION_LAYOUT.size;

/** A block whose transactions were decoded. */
export interface ReadBlock extends SourceBlock {
  readonly transfers: readonly TransferFields[];
}

export function readTransfers(block: SourceBlock): ReadBlock {
  const transfers = Array.from({ length: block.transactionCount }, (_, index) =>
    readTransferFields(block.raw, transactionOffset(index)),
  );
  return { ...block, transfers };
}

/** A row of `cairn.blocks`. @param first sequence number of the block's first transaction */
export function blockLine({ id, raw, transactionCount, transfers }: ReadBlock, first: number): string {
  const header = decodeBlockHeader(raw);
  const totalFees = transfers.reduce((sum, { isCoinbase, fee }) => (isCoinbase ? sum : sum + fee), 0n);
  return line([
    header.height,
    bytea(id),
    header.version,
    bytea(header.previousBlockId),
    bytea(header.merkleRoot),
    header.miner,
    header.timestamp,
    header.bits,
    header.nonce,
    transactionCount,
    totalFees,
    transfers[0]!.value,
    first,
  ]);
}

/** A row of `cairn.transactions`. @param index position in the block */
export function transactionLine(block: ReadBlock, index: number, sequence: number): string {
  const { nonce, fee, value, fromAddress, toAddress } = block.transfers[index]!;
  const start = transactionOffset(index);
  const id = block.ids.toString('hex', index * ID_SIZE, (index + 1) * ID_SIZE);
  const unlockSig = block.raw.toString('hex', start + UNLOCK_SIG, start + UNLOCK_SIG_END);
  return line([
    sequence,
    block.height,
    index,
    bytea(id),
    nonce,
    fee,
    value,
    fromAddress,
    toAddress,
    bytea(unlockSig),
  ]);
}

/** A row of `cairn.addresses`. */
export function addressLine(record: AddressRecord): string {
  return line([
    record.address,
    record.number,
    record.balance,
    record.nonce,
    record.received,
    record.sent,
    record.fees,
    record.transactionCount,
    record.firstSeen,
    record.lastSeen,
    record.mined,
    record.rewards,
    record.rewardFees,
  ]);
}

/** Rows of `cairn.history` for the unwritten entries of an address. */
export function historyLines({ number, transactionCount, unwritten }: AddressRecord): string {
  const first = transactionCount - unwritten.length;
  return unwritten.map((sequence, index) => line([number, first + index, sequence])).join('');
}

/** Minimal length of a chunk, except the last, in characters. */
const CHUNK_LENGTH = 64 * 1024;

/** Joins lines into chunks, which the stream handles faster than single lines. */
export function* chunksOf(lines: Iterable<string>): Generator<Buffer> {
  let chunk = '';
  for (const text of lines) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk, 'latin1');
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk, 'latin1');
}

function line(fields: readonly (string | number | bigint)[]): string {
  return `${fields.join('\t')}\n`;
}

function bytea(hex: string): string {
  return `\\\\x${hex}`;
}
