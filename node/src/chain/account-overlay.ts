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

/** Accounts that differ from those below, which are stored or another overlay, and are not written yet. */
export class AccountOverlay implements Accounts {
  #below: Accounts;
  /** `undefined` while nothing differs. */
  #tree: AccountTree | undefined;
  readonly #accounts = new Map<Address, AccountRecord>();
  readonly #buckets = new Map<string, Bucket | undefined>();

  constructor(below: Accounts) {
    this.#below = below;
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

  /** Replaces the accounts below by ones that have these changes too, once they are written. */
  rebase(below: Accounts): void {
    this.#below = below;
  }

  /** Takes over what a block, or undoing one, changes. */
  add(accounts: AccountChanges, { tree, buckets }: ChangedTree): void {
    for (const [address, record] of accounts) {
      if (record === undefined) this.#accounts.delete(address);
      else this.#accounts.set(address, record);
    }
    for (const [prefix, bucket] of buckets) this.#buckets.set(prefix, bucket);
    this.#tree = tree;
  }
}
