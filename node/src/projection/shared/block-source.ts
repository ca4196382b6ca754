import { closeSync, openSync, readSync } from 'node:fs';
import { blockId, bytesToHex, decodeBlockHeader, HEADER_SIZE } from '@cairn/protocol';
import type { BlockPlace } from '../../chain/chain-reader.ts';
import { digestTransactions } from '../../chain/transaction-checks.ts';
import { ProjectionError } from '../projection-store.ts';

const ID_SIZE = 32;

/** The bytes of a block whose transactions give its header's Merkle root. */
export interface ProvenBlock {
  readonly raw: Uint8Array<ArrayBuffer>;
  /** Of its transactions in block order, 32 bytes each. */
  readonly ids: Uint8Array<ArrayBuffer>;
}

/** A block as the projection takes it in. */
export interface SourceBlock {
  readonly height: number;
  /** 64 lowercase hex characters. */
  readonly id: string;
  readonly raw: Buffer;
  /** Of its transactions in block order, 32 bytes each. */
  readonly ids: Buffer;
  readonly transactionCount: number;
}

/**
 * Reads a block from its file and proves it: its header has the ID that was asked for, its transactions give the
 * header's Merkle root.
 * @throws ProjectionError `block_unreadable`
 */
export function proveBlock(place: BlockPlace): ProvenBlock {
  const raw = readBytes(place);
  const ids = blockId(raw) === place.id ? proveTransactions(raw) : undefined;
  if (ids === undefined) {
    throw new ProjectionError(
      'block_unreadable',
      `block ${place.height} is not at byte ${place.offset} of ${place.path}`,
    );
  }
  return { raw, ids };
}

/** @throws ProjectionError `block_unreadable` */
export function readBlock(place: BlockPlace): SourceBlock {
  return sourceBlock(place, proveBlock(place));
}

/** A block that was proven, on this thread or on another one. */
export function sourceBlock(
  { height, id }: { height: number; id: string },
  proven: ProvenBlock,
): SourceBlock {
  const { raw, ids } = proven;
  return {
    height,
    id,
    raw: Buffer.from(raw.buffer, raw.byteOffset, raw.length),
    ids: Buffer.from(ids.buffer, ids.byteOffset, ids.length),
    transactionCount: ids.length / ID_SIZE,
  };
}

/** @returns the transactions' IDs; `undefined` where they do not give the Merkle root */
export function proveTransactions(raw: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const { ids, root } = digestTransactions(raw.subarray(HEADER_SIZE));
  return bytesToHex(root) === decodeBlockHeader(raw).merkleRoot ? new Uint8Array(ids) : undefined;
}

function readBytes({ path, offset, size, height }: BlockPlace): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, bytes, 0, size, offset); // too few leave zeros, which are no such block
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const problem = `block ${height} cannot be read: ${(error as Error).message}`;
    throw new ProjectionError('block_unreadable', problem, { cause: error });
  }
  return bytes;
}
