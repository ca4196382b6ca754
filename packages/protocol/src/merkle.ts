import { concatBytes, equalBytes } from './bytes.ts';
import { ProtocolError } from './errors.ts';
import { sha256 } from './hash.ts';

/**
 * RFC 6962 Merkle Tree Hash: SHA-256 with a `00` prefix for leaves and `01` for nodes, split at the largest power of two
 * below the size. The leaves of a block are its transaction IDs (PROTOCOL.md section 4).
 */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

function hashLeaf(leaf: Uint8Array): Uint8Array {
  return sha256(concatBytes(LEAF, leaf));
}

function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE, left, right));
}

/** The largest power of two below `size`, which is at least 2. */
function splitPoint(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function hashTree(leaves: readonly Uint8Array[], start: number, end: number): Uint8Array {
  if (end - start === 1) return hashLeaf(leaves[start]!);
  const middle = start + splitPoint(end - start);
  return hashNode(hashTree(leaves, start, middle), hashTree(leaves, middle, end));
}

/**
 * Root of a tree.
 * @param leaves 32 bytes each
 * @returns 32 bytes; for no leaves the hash of nothing (RFC 6962 section 2.1)
 */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  return leaves.length === 0 ? sha256(new Uint8Array()) : hashTree(leaves, 0, leaves.length);
}

/**
 * Audit path of one leaf (RFC 6962 section 2.1.1), the nearest sibling first.
 * @param index zero-based position of the leaf
 * @throws ProtocolError `invalid_merkle_proof` when there is no such leaf
 */
export function merklePath(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length) {
    throw new ProtocolError('invalid_merkle_proof', `no leaf ${index} in a tree of ${leaves.length}`);
  }
  const path: Uint8Array[] = [];
  let start = 0;
  let end = leaves.length;
  while (end - start > 1) {
    const middle = start + splitPoint(end - start);
    if (index < middle) {
      path.push(hashTree(leaves, middle, end));
      end = middle;
    } else {
      path.push(hashTree(leaves, start, middle));
      start = middle;
    }
  }
  return path.reverse();
}

export interface MerkleProof {
  /** 32 bytes: a transaction ID. */
  readonly leaf: Uint8Array;
  readonly index: number;
  /** Leaves of the whole tree: the block's transaction count. */
  readonly size: number;
  /** Audit path, nearest sibling first. */
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether the path leads from the leaf at that index of a tree of that size to the root (RFC 9162 section 2.1.3.2). */
export function verifyMerklePath({ leaf, index, size, path, root }: MerkleProof): boolean {
  if (!Number.isInteger(index) || !Number.isInteger(size) || index < 0 || index >= size) return false;
  let node = index;
  let last = size - 1;
  let hash = hashLeaf(leaf);
  for (const sibling of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = hashNode(sibling, hash);
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else {
      hash = hashNode(hash, sibling);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(hash, root);
}
