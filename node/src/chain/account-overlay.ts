import { type AccountRecord, type Address, decodeAccountRecord, encodeAccountRecord } from '@cairn/protocol';
import type { AccountTree, Bucket, ChangedBuckets, Hash } from '../storage/account-tree.ts';
import type { Accounts } from '../storage/core-index.ts';

/** Accounts put into the tree in one task: some 20 ms. */
const ACCOUNTS_PER_TURN = 4_000;

/** Accounts that differ from those below, which are stored or another overlay, and are not written yet. */
export class AccountOverlay implements Accounts {
  #below: Accounts;
  /** `undefined` while nothing differs. */
  #tree: AccountTree | undefined;
  readonly #accounts = new Map<Address, AccountRecord>();
  readonly #buckets = new Map<string, Bucket | undefined>();
  readonly #records = new Map<Hash, Uint8Array>();

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
    const known = this.#accounts.get(address);
    if (known !== undefined) return known;
    const record = this.tree.record(address, (prefix, hash) => this.bucket(prefix, hash));
    return record && decodeAccountRecord(record);
  }

  bucket(prefix: string, hash: Hash): Uint8Array {
    return this.#records.get(hash) ?? this.#below.bucket(prefix, hash);
  }

  /** Replaces the accounts below by ones that have these changes too, once they are written. */
  rebase(below: Accounts): void {
    this.#below = below;
  }

  /** Changes accounts; `undefined` removes one. Lets other events run meanwhile. */
  async change(changes: Iterable<readonly [Address, AccountRecord | undefined]>): Promise<void> {
    const all = [...changes];
    for (let start = 0; start < all.length; start += ACCOUNTS_PER_TURN) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve));
      const part = all.slice(start, start + ACCOUNTS_PER_TURN);
      const records = part.map(
        ([address, record]) => [address, record && encodeAccountRecord(record)] as const,
      );
      const changed = this.tree.with(new Map(records), (prefix, hash) => this.bucket(prefix, hash));
      this.add(part, changed);
    }
  }

  /** Takes over what an overlay on top of these accounts has changed. */
  add(
    accounts: Iterable<readonly [Address, AccountRecord | undefined]>,
    { tree, buckets }: { readonly tree: AccountTree; readonly buckets: ChangedBuckets },
  ): void {
    for (const [address, record] of accounts) {
      if (record === undefined) this.#accounts.delete(address);
      else this.#accounts.set(address, record);
    }
    for (const [prefix, bucket] of buckets) {
      this.#buckets.set(prefix, bucket);
      if (bucket !== undefined) this.#records.set(bucket.hash, bucket.records);
    }
    this.#tree = tree;
  }
}
