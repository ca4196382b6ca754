import { type AccountRecord, type Address, encodeAccountRecord } from '@cairn/protocol';
import type { AccountTree, Bucket, ChangedBuckets, Hash } from '../storage/account-tree.ts';
import type { Accounts } from '../storage/core-index.ts';

/** Accounts put into the tree in one task: some 20 ms. */
const ACCOUNTS_PER_TURN = 4_000;

/** Accounts that differ from stored ones, and are not written yet: those after the blocks of a batch, or of a trial. */
export class AccountOverlay implements Accounts {
  #below: Accounts;
  readonly #accounts = new Map<Address, AccountRecord | undefined>();
  readonly #buckets = new Map<Hash, Uint8Array>();
  #tree: AccountTree | undefined;

  constructor(below: Accounts) {
    this.#below = below;
  }

  get tree(): AccountTree {
    return this.#tree ?? this.#below.tree;
  }

  account(address: Address): AccountRecord | undefined {
    return this.#accounts.has(address) ? this.#accounts.get(address) : this.#below.account(address);
  }

  bucket(prefix: string, hash: Hash): Uint8Array {
    return this.#buckets.get(hash) ?? this.#below.bucket(prefix, hash);
  }

  /** Reads what differs from other accounts, which are the same as those before: once those are written, or from a view of them. */
  rebase(below: Accounts): void {
    this.#below = below;
  }

  /** Adds what a block or its undoing changed. */
  add(
    accounts: Iterable<readonly [Address, AccountRecord | undefined]>,
    { tree, buckets }: ChangedTree,
  ): void {
    for (const [address, record] of accounts) this.#accounts.set(address, record);
    for (const bucket of buckets.values())
      if (bucket !== undefined) this.#buckets.set(bucket.hash, bucket.records);
    this.#tree = tree;
  }
}

/** A tree, and the buckets in which it differs from the one before. */
export interface ChangedTree {
  readonly tree: AccountTree;
  readonly buckets: ChangedBuckets;
}

/** The tree with these accounts changed. Lets other events run meanwhile. @param changes `undefined` for an account that ends */
export async function changeTree(
  before: Accounts,
  changes: Iterable<readonly [Address, AccountRecord | undefined]>,
): Promise<ChangedTree> {
  const buckets = new Map<string, Bucket | undefined>();
  const records = new Map<Hash, Uint8Array>();
  let { tree } = before;
  const all = [...changes];
  for (let start = 0; start < all.length; start += ACCOUNTS_PER_TURN) {
    if (start > 0) await new Promise((resolve) => setImmediate(resolve));
    const part = new Map<Address, Uint8Array | undefined>();
    for (const [address, record] of all.slice(start, start + ACCOUNTS_PER_TURN))
      part.set(address, record && encodeAccountRecord(record));
    const changed = tree.with(part, (prefix, hash) => records.get(hash) ?? before.bucket(prefix, hash));
    tree = changed.tree;
    for (const [prefix, bucket] of changed.buckets) {
      buckets.set(prefix, bucket);
      if (bucket !== undefined) records.set(bucket.hash, bucket.records);
    }
  }
  return { tree, buckets };
}
