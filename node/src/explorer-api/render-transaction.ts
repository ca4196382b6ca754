import { ADDRESS_LENGTH, TRANSACTION_SIZE } from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import type { BlockText } from './block-texts.ts';
import { readAmount } from './read-amount.ts';
import { OFFSETS, ZERO } from './transaction-places.ts';

/** A transaction and where it stands. */
export interface PlacedTransaction {
  /** 64 lowercase hex characters. */
  readonly id: string;
  /** 213 bytes. */
  readonly raw: Uint8Array;
  /** Zero-based position in the block. */
  readonly index: number;
}

/**
 * The fields of a confirmed transaction as JSON (section 2.3), straight from its bytes and without the braces.
 * `serializeTransaction` says the same in an object.
 */
export function renderTransaction(
  { id, raw, index }: PlacedTransaction,
  block: BlockText,
  tipHeight: number,
): string {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, TRANSACTION_SIZE);
  const addresses = bytes.toString('latin1', OFFSETS.from, OFFSETS.to + ADDRESS_LENGTH);
  return (
    `"id":"${id}","chain":${bytes[0]},"nonce":${readU32(bytes, OFFSETS.nonce)}` +
    `,"fee":"${readU32(bytes, OFFSETS.fee)}","value":"${readAmount(bytes, OFFSETS.value)}"` +
    `,"from_address":"${addresses.slice(0, ADDRESS_LENGTH)}","to_address":"${addresses.slice(ADDRESS_LENGTH)}"` +
    `,"unlock_sig":"${bytes.toString('hex', OFFSETS.unlockSig, TRANSACTION_SIZE)}","block_height":${block.placeText}${index}` +
    `,"confirmations":${tipHeight - block.height + 1},"is_coinbase":${bytes[OFFSETS.from] === ZERO}`
  );
}
