/** Worker thread: searches header nonces for a block ID that meets the target (PROTOCOL.md section 4). */
import { HEADER_NONCE_OFFSET, blockIdBytes, compareBytes } from '@cairn/protocol';

/** A part of a search. */
export interface ProofTask {
  /** The 118 header bytes; the nonce in them is overwritten. */
  readonly header: Uint8Array;
  /** The target as 32 big-endian bytes: an ID must not exceed it. */
  readonly target: Uint8Array;
  readonly first: number;
  readonly count: number;
}

/** @returns the lowest of some nonces; `undefined` if none meets the target */
export default function search({ header, target, first, count }: ProofTask): number | undefined {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  for (let nonce = first; nonce < first + count; nonce += 1) {
    view.setUint32(HEADER_NONCE_OFFSET, nonce);
    if (compareBytes(blockIdBytes(header), target) <= 0) return nonce;
  }
  return undefined;
}
