import { equalBytes } from './bytes.ts';
import { ProtocolError } from './errors.ts';
import { sha256 } from './hash.ts';

/**
 * RFC 6962 Merkle Tree Hash: SHA-256 with a `00` prefix for leaves and `01` for nodes, split at the largest power of two
 * below the size. The leaves of a block are its transaction IDs (PROTOCOL.md section 4).
 */
const HASH_SIZE = 32;
/** What a leaf's and a node's hash is taken of; only its prefix outlasts a call. */
const leafInput = new Uint8Array(1 + HASH_SIZE);
const nodeInput = new Uint8Array(1 + 2 * HASH_SIZE).fill(1, 0, 1);

function hashLeaf(leaf: Uint8Array): Uint8Array {
  requireHash(leaf);
  leafInput.set(leaf, 1);
  return sha256(leafInput);
}

function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  requireHash(left);
  requireHash(right);
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + HASH_SIZE);
  return sha256(nodeInput);
}

/** Shorter ones would leave bytes of the last call in the input. */
function requireHash(hash: Uint8Array): void {
  if (hash.length !== HASH_SIZE) {
    throw new ProtocolError('invalid_merkle_proof', `a hash has ${HASH_SIZE} bytes, not ${hash.length}`);
  }
}

/** The largest power of two below `size`, which is at least 2. */
function splitPoint(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** @param hashAt the hash at the tree's lowest level */
function hashTree(hashAt: (index: number) => Uint8Array, start: number, end: number): Uint8Array {
  if (end - start === 1) return hashAt(start);
  const middle = start + splitPoint(end - start);
  return hashNode(hashTree(hashAt, start, middle), hashTree(hashAt, middle, end));
}

/** Root of the leaves from `start` to before `end`. */
function hashLeaves(leaves: readonly Uint8Array[], start: number, end: number): Uint8Array {
  return hashTree((index) => hashLeaf(leaves[index]!), start, end);
}

/**
 * Root of a tree.
 * @param leaves 32 bytes each
 * @returns 32 bytes; for no leaves the hash of nothing (RFC 6962 section 2.1)
 */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  return leaves.length === 0 ? sha256(new Uint8Array()) : hashLeaves(leaves, 0, leaves.length);
}

/**
 * Root of a tree from the roots of its parts, so that threads can work at one tree.
 * @param roots of consecutive runs of leaves, at least one; each run but the last has the same power of two of leaves,
 *   and the last no more
 */
export function merkleRootOfParts(roots: readonly Uint8Array[]): Uint8Array {
  return hashTree((index) => roots[index]!, 0, roots.length);
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
      path.push(hashLeaves(leaves, middle, end));
      end = middle;
    } else {
      path.push(hashLeaves(leaves, start, middle));
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
  if ([leaf, ...path].some(({ length }) => length !== HASH_SIZE)) return false;
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
