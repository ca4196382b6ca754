/**
 * Reads stored blocks and verifies them (PROTOCOL.md section 4). A block is called proven once its header has been hashed to
 * its ID, and its transactions to the Merkle root in its header.
 */
import { hash } from 'node:crypto';
import {
  type BlockId,
  blockIdBytes,
  blockSize,
  bytesToHex,
  decodeBlockHeader,
  HEADER_SIZE,
  MerkleTree,
  TRANSACTION_SIZE,
  transactionIdBytes,
  transactionOffset,
} from '@cairn/protocol';

/** Transactions in a slice: even with the header, a slice is smaller than 64 KiB; it takes about 1 ms to hash. */
const SLICE_TRANSACTIONS = 307;
const HASH_SIZE = 32;

/** A stored block as the chain's index describes it. */
export interface StoredBlock {
  readonly height: number;
  /** Block ID, 64 lowercase hex characters. */
  readonly id: BlockId;
  /** Coinbase included; at least 1. */
  readonly transactionCount: number;
}

/** Source of stored blocks' bytes. */
export interface SliceSource {
  /**
   * Stored bytes of a block, unverified.
   * @returns `undefined` if this block is not canonical
   * @throws an error of the file or database, for example BlockFileError if the file ends before the slice
   */
  readBlockSlice(
    block: { height: number; id: BlockId },
    slice: { offset: number; length: number },
  ): Promise<Uint8Array | undefined>;
  /** The error for bytes that are not the block's; it names file or database, and offset. @param offset byte of the block */
  blockDamage(height: number, offset: number): Error;
}

/** A part of a block's bytes: whole transactions; the first slice begins with the header. */
export interface BlockSlice {
  readonly index: number;
  /** First byte, from the start of the block. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A proven block. */
export interface ProvenBlock {
  readonly raw: Uint8Array<ArrayBuffer>;
  /** Transaction IDs in block order, 32 bytes each. */
  readonly transactionIds: Uint8Array<ArrayBuffer>;
}

/** Computes transaction IDs and their Merkle tree from a few transactions at a time. */
export class TransactionHasher {
  /** 32 bytes each, in the order of the transactions. */
  readonly ids: Uint8Array<ArrayBuffer>;
  readonly tree: MerkleTree;
  #count = 0;

  /** @param count transactions that will be added, at least 1 */
  constructor(count: number) {
    this.ids = new Uint8Array(count * HASH_SIZE);
    this.tree = new MerkleTree(count);
  }

  /** @param bytes transactions one after another, 213 bytes each */
  add(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; start += TRANSACTION_SIZE) {
      const id = transactionIdBytes(bytes.subarray(start, start + TRANSACTION_SIZE));
      this.ids.set(id, this.#count * HASH_SIZE);
      this.tree.add(id);
      this.#count += 1;
    }
  }
}

/** Hashes of a proven block, for verifying its bytes again quickly, and for the Merkle proof of any transaction in it. */
export class BlockProof {
  readonly tree: MerkleTree;
  /** SHA-256 of each slice. */
  readonly #digests: Uint8Array;

  constructor(tree: MerkleTree, digests: Uint8Array) {
    this.tree = tree;
    this.#digests = digests;
  }

  /** Size of the hashes in bytes. */
  get byteLength(): number {
    return this.tree.byteLength + this.#digests.length;
  }

  /** True if a slice that was read again equals the proven one. */
  covers({ index, bytes }: BlockSlice): boolean {
    const digest = this.#digests.subarray(index * HASH_SIZE, (index + 1) * HASH_SIZE);
    return digestOf(bytes).equals(digest);
  }
}

/**
 * Reads a block slice by slice; other work of the event loop runs in between.
 * @returns `undefined` instead of a slice once the block is no longer canonical
 * @throws the source's error for a slice that cannot be read
 */
export async function* readSlices(
  source: SliceSource,
  block: StoredBlock,
): AsyncGenerator<BlockSlice | undefined> {
  for (let index = 0; index < sliceCount(block); index += 1) {
    const offset = index === 0 ? 0 : transactionOffset(index * SLICE_TRANSACTIONS);
    const last = Math.min((index + 1) * SLICE_TRANSACTIONS, block.transactionCount);
    const bytes = await source.readBlockSlice(block, { offset, length: transactionOffset(last) - offset });
    yield bytes && { index, offset, bytes };
  }
}

function sliceCount({ transactionCount }: StoredBlock): number {
  return Math.ceil(transactionCount / SLICE_TRANSACTIONS);
}

/**
 * Proves a stored block: the hash of its header is the block's ID, and the Merkle root of its transaction IDs is the
 * header's. It works slice by slice, so that a block of 8 MiB does not block the event loop.
 * @returns `undefined` if the block is no longer canonical
 * @throws the source's error if the bytes cannot be read or are not the block's
 */
export async function proveBlock(source: SliceSource, block: StoredBlock): Promise<BlockProof | undefined> {
  const digests = new Uint8Array(sliceCount(block) * HASH_SIZE);
  const hasher = await proveSlices(source, block, ({ index, bytes }) =>
    digests.set(digestOf(bytes), index * HASH_SIZE),
  );
  return hasher && new BlockProof(hasher.tree, digests);
}

/**
 * Proves a block like `proveBlock`, and returns its bytes and transaction IDs.
 * @returns `undefined` if the block is no longer canonical
 * @throws the source's error if the bytes cannot be read or are not the block's
 */
export async function readProvenBlock(
  source: SliceSource,
  block: StoredBlock,
): Promise<ProvenBlock | undefined> {
  const raw = new Uint8Array(blockSize(block.transactionCount));
  const hasher = await proveSlices(source, block, ({ offset, bytes }) => raw.set(bytes, offset));
  return hasher && { raw, transactionIds: hasher.ids };
}

async function proveSlices(
  source: SliceSource,
  block: StoredBlock,
  onSlice: (slice: BlockSlice) => void,
): Promise<TransactionHasher | undefined> {
  const hasher = new TransactionHasher(block.transactionCount);
  let merkleRoot: string | undefined;
  for await (const slice of readSlices(source, block)) {
    if (slice === undefined) return undefined;
    const { index, bytes } = slice;
    if (index === 0) {
      if (bytesToHex(blockIdBytes(bytes)) !== block.id) throw source.blockDamage(block.height, 0);
      ({ merkleRoot } = decodeBlockHeader(bytes));
    }
    hasher.add(index === 0 ? bytes.subarray(HEADER_SIZE) : bytes);
    onSlice(slice);
  }
  if (bytesToHex(hasher.tree.finish()) !== merkleRoot) throw source.blockDamage(block.height, 0);
  return hasher;
}

function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
