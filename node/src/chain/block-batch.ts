import type { AccountRecord, Address } from '@cairn/protocol';
import type {
  AccountChanges,
  AccountTree,
  Bucket,
  ChangedBuckets,
  ChangedTree,
  Hash,
} from '../storage/account-tree.ts';
import type { Accounts } from '../storage/core-index.ts';
import type { ValidatedBlock } from './block-validation.ts';

/** A batch is full with the block that reaches one of these. */
const MAX_BLOCKS = 256;
const MAX_BYTES = 4 * 1024 * 1024;

/** Consecutive validated blocks that are not written yet, and the accounts after them. */
export class BlockBatch implements Accounts {
  /** Lowest first. */
  readonly blocks: ValidatedBlock[] = [];
  #bytes = 0;
  #below: Accounts;
  /** `undefined` while nothing differs from the accounts below. */
  #tree: AccountTree | undefined;
  readonly #accounts = new Map<Address, AccountRecord>();
  readonly #buckets = new Map<string, Bucket | undefined>();

  /** @param below the accounts below the batch: stored ones, or those of another batch */
  constructor(below: Accounts) {
    this.#below = below;
  }

  get newest(): ValidatedBlock | undefined {
    return this.blocks.at(-1);
  }

  get isFull(): boolean {
    return this.blocks.length >= MAX_BLOCKS || this.#bytes >= MAX_BYTES;
  }

  get tree(): AccountTree {
    return this.#tree ?? this.#below.tree;
  }

  /** The buckets that differ from those below. */
  get buckets(): ChangedBuckets {
    return this.#buckets;
  }

  account(address: Address): AccountRecord | undefined {
    return this.#accounts.get(address) ?? this.tree.record(address, this);
  }

  bucket(prefix: string, hash: Hash): Uint8Array {
    const own = this.#buckets.get(prefix);
    return own?.hash === hash ? own.records : this.#below.bucket(prefix, hash);
  }

  add(block: ValidatedBlock): void {
    this.blocks.push(block);
    this.#bytes += block.raw.length;
    this.change(block.accounts.after, block);
  }

  /** Changes the accounts alone. */
  change(accounts: AccountChanges, { tree, buckets }: ChangedTree): void {
    for (const [address, record] of accounts) {
      if (record === undefined) this.#accounts.delete(address);
      else this.#accounts.set(address, record);
    }
    for (const [prefix, bucket] of buckets) this.#buckets.set(prefix, bucket);
    this.#tree = tree;
  }

  /** Replaces the accounts below by ones that have these changes too, once they are written. */
  rebase(below: Accounts): void {
    this.#below = below;
  }
}
