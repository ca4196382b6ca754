import { type Address, ADDRESS_LENGTH, COINBASE_SENDER, TRANSACTION_LAYOUT } from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';

const OFFSETS = {
  nonce: TRANSACTION_LAYOUT.offsetOf('nonce'),
  fee: TRANSACTION_LAYOUT.offsetOf('fee'),
  value: TRANSACTION_LAYOUT.offsetOf('value'),
  from: TRANSACTION_LAYOUT.offsetOf('fromAddress'),
  to: TRANSACTION_LAYOUT.offsetOf('toAddress'),
} as const;

/** Fields of a transaction that the projection needs; amounts in pebbles. */
export interface TransferFields {
  readonly isCoinbase: boolean;
  readonly fromAddress: Address;
  readonly toAddress: Address;
  readonly nonce: number;
  readonly fee: bigint;
  readonly value: bigint;
}

/** Reads some fields of an already validated transaction. @param start offset of its 213 bytes */
export function readTransferFields(bytes: Buffer, start: number): TransferFields {
  const addresses = bytes.toString('latin1', start + OFFSETS.from, start + OFFSETS.to + ADDRESS_LENGTH);
  const fromAddress: Address = addresses.slice(0, ADDRESS_LENGTH);
  return {
    isCoinbase: fromAddress === COINBASE_SENDER,
    fromAddress,
    toAddress: addresses.slice(ADDRESS_LENGTH),
    nonce: readU32(bytes, start + OFFSETS.nonce),
    fee: BigInt(readU32(bytes, start + OFFSETS.fee)),
    value: readU64(bytes, start + OFFSETS.value),
  };
}

/** Below 2^53 computes with a number, which is exact there and faster than two bigints. */
function readU64(bytes: Uint8Array, offset: number): bigint {
  const high = readU32(bytes, offset);
  const low = readU32(bytes, offset + 4);
  return high < 0x20_0000 ? BigInt(high * 0x1_0000_0000 + low) : (BigInt(high) << 32n) | BigInt(low);
}
