import { ADDRESS_LENGTH } from './address.ts';
import { ProtocolError } from './errors.ts';
import { sha256d } from './hash.ts';
import { type Address, type BlockId, blockIdFromBytes } from './identifiers.ts';
import { ascii, defineLayout, hex, u32, type LayoutValue } from './layout.ts';

/** The header's fields in wire order (PROTOCOL.md section 4). */
export const HEADER_LAYOUT = defineLayout({
  /** Block format version: 1. */
  version: u32,
  height: u32,
  /** ID of the parent; zeros in the genesis block. */
  previousBlockId: hex<BlockId>(32),
  /** RFC 6962 root over the transaction IDs. */
  merkleRoot: hex(32),
  /** Address that the coinbase rewards. */
  miner: ascii<Address>(ADDRESS_LENGTH),
  /** Unix seconds. */
  timestamp: u32,
  /** Compact target. */
  bits: u32,
  /** Varied by the proof-of-work search. */
  nonce: u32,
});

/** Size of a header in bytes: 118. */
export const HEADER_SIZE = HEADER_LAYOUT.size;
/** Offset of the nonce, which is the last four bytes. */
export const HEADER_NONCE_OFFSET = HEADER_LAYOUT.offsetOf('nonce');

export type BlockHeader = Readonly<LayoutValue<typeof HEADER_LAYOUT.fields>>;

/** The 118 bytes of a header. @throws ProtocolError `invalid_block_header` when a field does not fit */
export function encodeBlockHeader(header: BlockHeader): Uint8Array {
  return checked(() => HEADER_LAYOUT.encode(header));
}

/**
 * Reads a header; only its form is checked.
 * @param bytes at least 118; later bytes are ignored
 * @throws ProtocolError `invalid_block_header`
 */
export function decodeBlockHeader(bytes: Uint8Array): BlockHeader {
  if (bytes.length < HEADER_SIZE) {
    throw new ProtocolError('invalid_block_header', `a header has ${HEADER_SIZE} bytes, not ${bytes.length}`);
  }
  return checked(() => HEADER_LAYOUT.decode(bytes));
}

function checked<Result>(convert: () => Result): Result {
  try {
    return convert();
  } catch (error) {
    if (error instanceof RangeError) throw new ProtocolError('invalid_block_header', error.message);
    throw error;
  }
}

/** SHA256d of the 118 header bytes. @param bytes a header or a whole block @returns 32 bytes */
export function blockIdBytes(bytes: Uint8Array): Uint8Array {
  return sha256d(bytes.subarray(0, HEADER_SIZE));
}

/** SHA256d of the 118 header bytes, as 64 lowercase hex characters. @param bytes a header or a whole block */
export function blockId(bytes: Uint8Array): BlockId {
  return blockIdFromBytes(blockIdBytes(bytes));
}
