import { merkleRoot, sha256 } from '@cairn/protocol';

const HASH_SIZE = 32;
/** What a node's hash is taken of (RFC 6962 section 2.1); only its prefix outlasts a call. */
const nodeInput = new Uint8Array(1 + 2 * HASH_SIZE).fill(1, 0, 1);

/**
 * The RFC 6962 tree over a block's transaction IDs, level by level, so that it can be built a few leaves at a time and
 * gives each audit path without hashing anything. A level's odd node stands in the next one unchanged, which is the same
 * tree as the one that the RFC splits from above (PROTOCOL.md section 4).
 */
export class MerkleTree {
  /** From the leaves' hashes up to the root: nodes of 32 bytes. */
  readonly #levels: Uint8Array[] = [];
  /** Nodes that each level has so far. */
  readonly #counts: number[] = [];

  /** @param size leaves that will be added, at least 1 */
  constructor(size: number) {
    for (let nodes = size; ; nodes = Math.ceil(nodes / 2)) {
      this.#levels.push(new Uint8Array(nodes * HASH_SIZE));
      this.#counts.push(0);
      if (nodes === 1) return;
    }
  }

  /** Bytes that the tree keeps. */
  get byteLength(): number {
    return this.#levels.reduce((sum, { length }) => sum + length, 0);
  }

  /** @param leaf 32 bytes: a transaction ID */
  add(leaf: Uint8Array): void {
    this.#append(0, merkleRoot([leaf]));
  }

  /** After the last leaf: nodes without a neighbour move up. @returns the root, 32 bytes */
  finish(): Uint8Array {
    for (let level = 0; level + 1 < this.#levels.length; level += 1) {
      const count = this.#counts[level]!;
      if (count % 2 === 1) this.#append(level + 1, this.#node(level, count - 1));
    }
    return this.#node(this.#levels.length - 1, 0);
  }

  /** Audit path of a leaf, the nearest sibling first. @param index zero-based, of a leaf that the tree has */
  path(index: number): Uint8Array[] {
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
    if (index % 2 === 1) {
      this.#append(level + 1, hashNode(this.#node(level, index - 1), hash));
    }
  }

  #node(level: number, index: number): Uint8Array {
    return this.#levels[level]!.subarray(index * HASH_SIZE, (index + 1) * HASH_SIZE);
  }
}

function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + HASH_SIZE);
  return sha256(nodeInput);
}
