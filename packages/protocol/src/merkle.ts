import { equalBytes } from './bytes.ts';
import { ProtocolError } from './errors.ts';
import { sha256 } from './hash.ts';

const HASH_SIZE = 32;
/** Reused buffers for the hash inputs of leaves (prefix `00`) and nodes (prefix `01`); see RFC 6962 section 2.1. */
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

/** A shorter hash would leave bytes of the previous call in the reused buffer. */
function requireHash(hash: Uint8Array): void {
  if (hash.length !== HASH_SIZE) {
    throw new ProtocolError('invalid_merkle_proof', `a hash has ${HASH_SIZE} bytes, not ${hash.length}`);
  }
}

/**
 * The Merkle tree of RFC 6962: SHA-256 with a `00` prefix for leaves and `01` for nodes. The leaves of a block are its
 * transaction IDs (PROTOCOL.md section 4). Leaves are added one by one, so that a large tree can be built in parts. All
 * levels are kept, 64 bytes per leaf in total, so that an audit path needs no hashing.
 *
 * A node without a right sibling moves up a level unchanged, which gives the same tree as the RFC's split at the largest
 * power of two.
 */
export class MerkleTree {
  /** The nodes of each level, 32 bytes each, from the hashes of the leaves up to the root. */
  readonly #levels: Uint8Array[] = [];
  /** Number of nodes on each level so far. */
  readonly #counts: number[] = [];

  /** @param size number of leaves to be added, at least 1 */
  constructor(size: number) {
    for (let nodes = size; ; nodes = Math.ceil(nodes / 2)) {
      this.#levels.push(new Uint8Array(nodes * HASH_SIZE));
      this.#counts.push(0);
      if (nodes <= 1) return;
    }
  }

  /** Memory that the tree uses, in bytes. */
  get byteLength(): number {
    return this.#levels.reduce((sum, { length }) => sum + length, 0);
  }

  /** @param leaf 32 bytes */
  add(leaf: Uint8Array): void {
    this.#append(0, hashLeaf(leaf));
  }

  /** Adds the root of a subtree in place of a leaf's hash (`merkleRootOfParts`). @param root 32 bytes */
  addSubtree(root: Uint8Array): void {
    requireHash(root);
    this.#append(0, root);
  }

  /** The root, 32 bytes. Call it once, after the last leaf and before `path`. */
  finish(): Uint8Array {
    const top = this.#levels.length - 1;
    for (let level = 0; level < top; level += 1) {
      const count = this.#counts[level]!;
      if (count % 2 === 1) this.#append(level + 1, this.#node(level, count - 1));
    }
    return this.#node(top, 0);
  }

  /**
   * Audit path of one leaf (RFC 6962 section 2.1.1), the nearest sibling first.
   * @param index zero-based position of the leaf
   * @throws ProtocolError `invalid_merkle_proof` if the tree has no such leaf
   */
  path(index: number): Uint8Array[] {
    const size = this.#counts[0]!;
    if (!Number.isInteger(index) || index < 0 || index >= size) {
      throw new ProtocolError('invalid_merkle_proof', `no leaf ${index} in a tree of ${size}`);
    }
    const path: Uint8Array[] = [];
    for (let level = 0, node = index; level + 1 < this.#levels.length; level += 1, node >>>= 1) {
      const sibling = node ^ 1;
      if (sibling < this.#counts[level]!) path.push(this.#node(level, sibling));
    }
    return path;
  }

  #append(level: number, hash: Uint8Array): void {
    const index = this.#counts[level]!;
    this.#levels[level]!.set(hash, index * HASH_SIZE);
    this.#counts[level] = index + 1;
    if (index % 2 === 1) this.#append(level + 1, hashNode(this.#node(level, index - 1), hash));
  }

  #node(level: number, index: number): Uint8Array {
    return this.#levels[level]!.subarray(index * HASH_SIZE, (index + 1) * HASH_SIZE);
  }
}

/**
 * Root of a tree.
 * @param leaves 32 bytes each
 * @returns 32 bytes; without leaves, the hash of the empty string (RFC 6962 section 2.1)
 */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  return leaves.length === 0 ? sha256(new Uint8Array()) : treeOf(leaves).root;
}

/**
 * Root of a tree from the roots of its parts, so that threads can share the work.
 * @param roots the roots of consecutive parts, at least one; every part has the same number of leaves, a power of two,
 *   except for the last, which may have fewer
 */
export function merkleRootOfParts(roots: readonly Uint8Array[]): Uint8Array {
  const tree = new MerkleTree(roots.length);
  for (const root of roots) tree.addSubtree(root);
  return tree.finish();
}

/**
 * Audit path of one leaf (RFC 6962 section 2.1.1), the nearest sibling first.
 * @param leaves 32 bytes each
 * @param index zero-based position of the leaf
 * @throws ProtocolError `invalid_merkle_proof` if there is no such leaf
 */
export function merklePath(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  return treeOf(leaves).tree.path(index);
}

function treeOf(leaves: readonly Uint8Array[]): { tree: MerkleTree; root: Uint8Array } {
  const tree = new MerkleTree(leaves.length);
  for (const leaf of leaves) tree.add(leaf);
  return { tree, root: tree.finish() };
}

export interface MerkleProof {
  /** 32 bytes: a transaction ID. */
  readonly leaf: Uint8Array;
  readonly index: number;
  /** Number of leaves in the tree: the block's transaction count. */
  readonly size: number;
  /** Audit path, nearest sibling first. */
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** True if the path leads from the leaf at this index to the root of a tree of this size (RFC 9162 section 2.1.3.2). */
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
