import { hash } from 'node:crypto';
import { blockIdBytes, bytesToHex, HEADER_SIZE, TRANSACTION_SIZE, transactionIdBytes } from '@cairn/protocol';
import type { StoredBlockSummary } from '../chain/chain-reader.ts';
import { readSlices, sliceCount, type BlockSlice, type SliceSource } from './block-slices.ts';
import { MerkleTree } from './merkle-tree.ts';

const DIGEST_SIZE = 32;

/** What is known of a block whose bytes were proven once: enough to prove them again quickly, and any transaction in it. */
export class BlockProof {
  readonly tree: MerkleTree;
  /** SHA-256 of each slice. */
  readonly #digests: Uint8Array;

  constructor(tree: MerkleTree, digests: Uint8Array) {
    this.tree = tree;
    this.#digests = digests;
  }

  /** Bytes that it keeps. */
  get byteLength(): number {
    return this.tree.byteLength + this.#digests.length;
  }

  /** Whether a slice read again is the one that was proven. */
  covers({ index, bytes }: BlockSlice): boolean {
    const digest = this.#digests.subarray(index * DIGEST_SIZE, (index + 1) * DIGEST_SIZE);
    return digestOf(bytes).equals(digest);
  }
}

/**
 * Proves a stored block: its header has the block's ID and its transactions give the header's Merkle root. It works a
 * slice of 64 KiB at a time, so that a block of 8 MiB keeps nobody else waiting.
 * @returns `undefined` where the canonical chain does not hold the block any more
 * @throws BlockFileError when the bytes are not the block's
 */
export async function proveBlock(
  source: SliceSource,
  block: StoredBlockSummary,
): Promise<BlockProof | undefined> {
  const digests = new Uint8Array(sliceCount(block) * DIGEST_SIZE);
  const tree = await proveSlices(source, block, ({ index, bytes }) =>
    digests.set(digestOf(bytes), index * DIGEST_SIZE),
  );
  return tree && new BlockProof(tree, digests);
}

/**
 * Reads a whole block and proves it on the way, a slice at a time like `proveBlock`.
 * @returns `undefined` where the canonical chain does not hold the block any more
 * @throws BlockFileError when the bytes are not the block's
 */
export async function readProvenBlock(
  source: SliceSource,
  block: StoredBlockSummary,
): Promise<Uint8Array | undefined> {
  const raw = new Uint8Array(block.sizeBytes);
  const tree = await proveSlices(source, block, ({ offset, bytes }) => raw.set(bytes, offset));
  return tree && raw;
}

async function proveSlices(
  source: SliceSource,
  block: StoredBlockSummary,
  onSlice: (slice: BlockSlice) => void,
): Promise<MerkleTree | undefined> {
  const tree = new MerkleTree(block.transactionCount);
  for await (const slice of readSlices(source, block)) {
    if (slice === undefined) return undefined;
    if (slice.index === 0 && bytesToHex(blockIdBytes(slice.bytes)) !== block.id) {
      throw source.blockDamage(block.height, 0);
    }
    addTransactions(tree, slice);
    onSlice(slice);
  }
  if (bytesToHex(tree.finish()) !== block.header.merkleRoot) throw source.blockDamage(block.height, 0);
  return tree;
}

function addTransactions(tree: MerkleTree, { index, bytes }: BlockSlice): void {
  for (let start = index === 0 ? HEADER_SIZE : 0; start < bytes.length; start += TRANSACTION_SIZE) {
    tree.add(transactionIdBytes(bytes.subarray(start, start + TRANSACTION_SIZE)));
  }
}

function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
