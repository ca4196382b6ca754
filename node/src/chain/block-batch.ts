import type { AccountRecord, Address } from '@cairn/protocol';
import type { AccountTree, Bucket, ChangedBuckets, ChangedTree, Hash } from '../storage/account-tree.ts';
import type { Accounts } from '../storage/core-index.ts';
import type { ValidatedBlock } from './block-validation.ts';

/** What one write of the chain holds: it is full with the block that reaches one of these. */
export interface BatchLimits {
  readonly blocks: number;
  readonly bytes: number;
}

export const BATCH_LIMITS: BatchLimits = { blocks: 256, bytes: 4 * 1024 * 1024 };

/** True if a write with so many blocks, of so many bytes, takes no more. */
export function isFull(limits: BatchLimits, blocks: number, bytes: number): boolean {
  return blocks >= limits.blocks || bytes >= limits.bytes;
}

/** Consecutive validated blocks that are not written yet, and the accounts after them. */
export class BlockBatch implements Accounts {
  /** Lowest first. */
  readonly blocks: ValidatedBlock[] = [];
  #bytes = 0;
  readonly #limits: BatchLimits;
  readonly #below: Accounts;
  /** `undefined` while nothing differs from the accounts below. */
  #tree: AccountTree | undefined;
  readonly #buckets = new Map<string, Bucket | undefined>();

  /** @param below the accounts below the batch: stored ones, as of the last write */
  constructor(below: Accounts, limits = BATCH_LIMITS) {
    this.#below = below;
    this.#limits = limits;
  }

  get newest(): ValidatedBlock | undefined {
    return this.blocks.at(-1);
  }

  get isFull(): boolean {
    return isFull(this.#limits, this.blocks.length, this.#bytes);
  }

  get tree(): AccountTree {
    return this.#tree ?? this.#below.tree;
  }

  /** The buckets that differ from those below. */
  get buckets(): ChangedBuckets {
    return this.#buckets;
  }

  account(address: Address): AccountRecord | undefined {
    return this.tree.record(address, this);
  }

  bucket(prefix: string, hash: Hash): Uint8Array {
    const own = this.#buckets.get(prefix);
    return own?.hash === hash ? own.records : this.#below.bucket(prefix, hash);
  }

  add(block: ValidatedBlock): void {
    this.blocks.push(block);
    this.#bytes += block.raw.length;
    this.change(block);
  }

  /** Changes the accounts alone. */
  change({ tree, buckets }: ChangedTree): void {
    for (const [prefix, bucket] of buckets) this.#buckets.set(prefix, bucket);
    this.#tree = tree;
  }
}
