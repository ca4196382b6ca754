import {
  ACCOUNT_RECORD_SIZE,
  type AccountPath,
  type AccountRecord,
  type Address,
  ADDRESS_LENGTH,
  BUCKET_CAPACITY,
  BUCKET_TAG,
  concatBytes,
  decodeAccountRecord,
  EMPTY_SUBTREE,
  encodeAccountRecord,
  NODE_TAG,
  sha256Text,
} from '@cairn/protocol';
import type { Turn } from '../runtime.ts';

/*
 * Hashes are kept as text of one character a byte: with a million accounts there are 380,000 of them, and as arrays they would
 * take 97 MB instead of 21.
 */
export type Hash = string;

const HASH_SIZE = 32;
/** Reused by `toHash`. */
const codes = Array.from({ length: HASH_SIZE }, () => 0);
const EMPTY = toHash(EMPTY_SUBTREE);
const ONE = '1'.charCodeAt(0);

/** Reused buffers for what is hashed. */
const BUCKET_SIZE = BUCKET_CAPACITY * ACCOUNT_RECORD_SIZE;
const bucketInput = new Uint8Array(1 + BUCKET_SIZE).fill(BUCKET_TAG, 0, 1);
const nodeInput = new Uint8Array(1 + 2 * HASH_SIZE).fill(NODE_TAG, 0, 1);

/** An inner node, or the hash of a bucket. */
type Node = InnerNode | Hash;

interface InnerNode {
  readonly hash: Hash;
  readonly left: Node;
  readonly right: Node;
}

/** Where the records of a tree's buckets are. */
export interface BucketStore {
  /**
   * The records of a bucket that the tree has: 82 bytes each, one after another, ascending by slot.
   * @param prefix the first bits of its slots, as text of 0 and 1
   * @param hash of the records: whoever keeps them by hash has them for every tree
   */
  bucket(prefix: string, hash: Hash): Uint8Array;
}

/** A bucket's rows. */
export interface Bucket {
  readonly hash: Hash;
  /** 82 bytes each, one after another, ascending by slot; at least one. */
  readonly records: Uint8Array;
}

/** The buckets that differ between two trees, by prefix; `undefined` for one that is gone. */
export type BucketChanges = ReadonlyMap<string, Bucket | undefined>;

/** Accounts to change; `undefined` removes one. */
export type AccountChanges = ReadonlyMap<Address, AccountRecord | undefined>;

/** A tree, and the buckets in which it differs from the one before. */
export interface TreeChange {
  readonly tree: AccountTree;
  readonly buckets: BucketChanges;
}

/** Accounts that are put into the tree in one task: some 20 ms. */
const ACCOUNTS_PER_TURN = 4_000;
/** Most parts of a change, by the first byte of the slots. */
const MAX_PART_BITS = 8;

/**
 * The tree of all accounts (PROTOCOL.md section 9), immutable: a change is a new tree that shares everything else with the old
 * one, so that the root of a candidate block is known before anything is written, and dropping the candidate is undoing it.
 * Only inner nodes and bucket hashes are in memory, about 30 MB for a million accounts; records are read when needed.
 * @example
 * const { tree, buckets } = current.with(new Map([[address, record]]), store);
 * if (equalBytes(tree.root, accountRootOf(coinbase))) write(buckets);
 */
export class AccountTree {
  /** The tree without accounts. */
  static readonly empty = new AccountTree(EMPTY);

  readonly #top: Node;

  private constructor(top: Node) {
    this.#top = top;
  }

  /**
   * Builds the tree from its bucket hashes, without records.
   * @param buckets ascending by prefix
   * @throws Error if one bucket is inside another
   */
  static fromBuckets(buckets: readonly (readonly [prefix: string, hash: Hash])[]): AccountTree {
    const subtree = (begin: number, end: number, depth: number): Node => {
      if (begin === end) return EMPTY;
      const [prefix, hash] = buckets[begin]!;
      if (prefix.length === depth) {
        if (end - begin > 1) throw new Error(`a bucket is inside bucket ${prefix}`);
        return hash;
      }
      const middle = firstWith(begin, end, (index) => buckets[index]![0].charCodeAt(depth) === ONE);
      return joined(subtree(begin, middle, depth + 1), subtree(middle, end, depth + 1));
    };
    return new AccountTree(subtree(0, buckets.length, 0));
  }

  /** The account root, 32 bytes. */
  get root(): Uint8Array {
    return toBytes(hashOf(this.#top));
  }

  /** The prefix of the bucket that has the address's record, or would have it. */
  prefixOf(address: Address): string {
    return this.#descend(slotOf(address)).prefix;
  }

  /** An account's record; `undefined` for an address without one. */
  record(address: Address, store: BucketStore): AccountRecord | undefined {
    const { prefix, bucket } = this.#descend(slotOf(address));
    if (bucket === EMPTY) return undefined;
    const records = store.bucket(prefix, bucket);
    const offset = offsetOf(records, address);
    return offset === -1 ? undefined : decodeAccountRecord(records, offset);
  }

  /** What proves the record of an address, or that it has none, against this tree's root. */
  prove(address: Address, store: BucketStore): AccountPath {
    const siblings: Hash[] = [];
    const { prefix, bucket } = this.#descend(slotOf(address), (sibling) => siblings.push(hashOf(sibling)));
    return {
      address,
      bucket: bucket === EMPTY ? [] : splitRecords(store.bucket(prefix, bucket)),
      siblings: siblings.map(toBytes).toReversed(),
    };
  }

  /** The tree with these accounts changed. @param store has the buckets of this tree */
  with(accounts: AccountChanges, store: BucketStore): TreeChange {
    const steps = this.#change(accounts, store);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    return step.value;
  }

  /** Like `with`, for many accounts: lets other events run meanwhile. */
  async withMany(accounts: AccountChanges, store: BucketStore, turn: Turn): Promise<TreeChange> {
    const steps = this.#change(accounts, store);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) await turn();
    return step.value;
  }

  /** Changes accounts in tasks of their own. */
  *#change(accounts: AccountChanges, store: BucketStore): Generator<undefined, TreeChange> {
    const partBits = Math.min(
      MAX_PART_BITS,
      Math.ceil(Math.log2(Math.max(1, accounts.size / ACCOUNTS_PER_TURN))),
    );
    const parts: Change[][] = Array.from({ length: 2 ** partBits }, () => []);
    let removes = false;
    let count = 0;
    for (const [address, record] of accounts) {
      const slot = slotOf(address);
      parts[slot.charCodeAt(0) >> (8 - partBits)]!.push({
        address,
        slot,
        record: record && encodeAccountRecord(record),
      });
      removes ||= record === undefined;
      count += 1;
      if (count % ACCOUNTS_PER_TURN === 0) yield;
    }
    const update = new TreeUpdate(store, removes);
    let top = this.#top;
    for (const part of parts) {
      top = update.apply(top, part);
      yield;
    }
    return { tree: new AccountTree(top), buckets: update.buckets };
  }

  /** From the top to the bucket of a slot. @param pass is called with the other subtree on each level */
  #descend(slot: Hash, pass?: (sibling: Node) => void): { prefix: string; bucket: Hash } {
    let depth = 0;
    let node = this.#top;
    while (typeof node !== 'string') {
      const isRight = bitOf(slot, depth);
      pass?.(isRight ? node.left : node.right);
      node = isRight ? node.right : node.left;
      depth += 1;
    }
    return { prefix: firstBits(slot, depth), bucket: node };
  }
}

/** Something with a place in the tree. */
interface Placed<Content> {
  readonly slot: Hash;
  readonly record: Content;
}

interface Change extends Placed<Uint8Array | undefined> {
  readonly address: Address;
}

/** One change of a tree: makes the new nodes, and collects the buckets that differ. */
class TreeUpdate {
  readonly buckets = new Map<string, Bucket | undefined>();
  readonly #store: BucketStore;
  /** Without removals, no subtree can fall to 8 records. */
  readonly #removes: boolean;

  constructor(store: BucketStore, removes: boolean) {
    this.#store = store;
    this.#removes = removes;
  }

  /** @param changes of different accounts, in any order */
  apply(top: Node, changes: readonly Change[]): Node {
    return this.#update(top, '', changes);
  }

  /** @param changes all below `prefix` */
  #update(node: Node, prefix: string, changes: readonly Change[]): Node {
    if (changes.length === 0) return node;
    if (typeof node === 'string') return this.#updateBucket(node, prefix, changes);
    const [toLeft, toRight] = split(changes, prefix.length);
    const left = this.#update(node.left, `${prefix}0`, toLeft);
    const right = this.#update(node.right, `${prefix}1`, toRight);
    return this.#merge(left, right, prefix) ?? joined(left, right);
  }

  #updateBucket(hash: Hash, prefix: string, changes: readonly Change[]): Node {
    const records = this.#recordsOf(hash, prefix).slice();
    const others = changes.filter(({ address, record }) => {
      const offset = offsetOf(records, address);
      if (offset === -1) return record !== undefined;
      if (record !== undefined) records.set(record, offset);
      return record === undefined;
    });
    if (others.length === 0) return this.#put(prefix, records);
    const placed = splitRecords(records)
      .filter((record) => !others.some(({ address }) => isRecordOf(record, address)))
      .map((record) => ({ slot: sha256Text(record.subarray(0, ADDRESS_LENGTH)), record }));
    for (const { slot, record } of others) if (record !== undefined) placed.push({ slot, record });
    if (placed.length === 0 || placed.length > BUCKET_CAPACITY) this.buckets.set(prefix, undefined);
    return this.#subtree(placed, prefix);
  }

  /** @param placed of different accounts, in any order */
  #subtree(placed: Placed<Uint8Array>[], prefix: string): Node {
    if (placed.length === 0) return EMPTY;
    if (placed.length <= BUCKET_CAPACITY)
      return this.#put(prefix, concatBytes(...placed.sort(bySlot).map(({ record }) => record)));
    const [left, right] = split(placed, prefix.length);
    return joined(this.#subtree(left, `${prefix}0`), this.#subtree(right, `${prefix}1`));
  }

  /** The bucket that replaces two whose records fit one; `undefined` if they do not. */
  #merge(left: Node, right: Node, prefix: string): Hash | undefined {
    if (!this.#removes || typeof left !== 'string' || typeof right !== 'string') return undefined;
    const records = concatBytes(this.#recordsOf(left, `${prefix}0`), this.#recordsOf(right, `${prefix}1`));
    if (records.length > BUCKET_CAPACITY * ACCOUNT_RECORD_SIZE) return undefined;
    if (left !== EMPTY) this.buckets.set(`${prefix}0`, undefined);
    if (right !== EMPTY) this.buckets.set(`${prefix}1`, undefined);
    return this.#put(prefix, records);
  }

  /** The records of a bucket as this update left them. */
  #recordsOf(hash: Hash, prefix: string): Uint8Array {
    if (hash === EMPTY) return new Uint8Array();
    return this.buckets.get(prefix)?.records ?? this.#store.bucket(prefix, hash);
  }

  #put(prefix: string, records: Uint8Array): Hash {
    const hash = bucketHash(records);
    this.buckets.set(prefix, records.length === 0 ? undefined : { hash, records });
    return hash;
  }
}

/** The text of a hash's 32 bytes. */
export function toHash(bytes: Uint8Array): Hash {
  for (let index = 0; index < HASH_SIZE; index += 1) codes[index] = bytes[index]!;
  return String.fromCharCode.apply(null, codes);
}

/** The 32 bytes of a hash. */
export function toBytes(hash: Hash): Uint8Array {
  const bytes = new Uint8Array(HASH_SIZE);
  writeHash(bytes, 0, hash);
  return bytes;
}

function hashOf(node: Node): Hash {
  return typeof node === 'string' ? node : node.hash;
}

/** An account's place in the tree: the hash of its address. */
function slotOf(address: string): Hash {
  return sha256Text(address);
}

/** The hash of a bucket's records. @param records at most 8, 82 bytes each */
export function bucketHash(records: Uint8Array): Hash {
  if (records.length === 0) return EMPTY;
  bucketInput.set(records, 1);
  return sha256Text(bucketInput.subarray(0, 1 + records.length));
}

function joined(left: Node, right: Node): InnerNode {
  writeHash(nodeInput, 1, hashOf(left));
  writeHash(nodeInput, 1 + HASH_SIZE, hashOf(right));
  return { hash: sha256Text(nodeInput), left, right };
}

function writeHash(bytes: Uint8Array, offset: number, hash: Hash): void {
  for (let index = 0; index < HASH_SIZE; index += 1) bytes[offset + index] = hash.charCodeAt(index);
}

/** Every byte as text of 0 and 1. */
const BITS = Array.from({ length: 256 }, (_, byte) => byte.toString(2).padStart(8, '0'));

/** The first bits of a slot, as text of 0 and 1. */
function firstBits(slot: Hash, count: number): string {
  let bits = '';
  for (let index = 0; bits.length < count; index += 1) bits += BITS[slot.charCodeAt(index)]!;
  return bits.slice(0, count);
}

/** True for a bit that is 1, which is on the right. */
function bitOf(slot: Hash, index: number): boolean {
  return ((slot.charCodeAt(index >> 3) >> (7 - (index & 7))) & 1) === 1;
}

function bySlot(a: Placed<unknown>, b: Placed<unknown>): number {
  return a.slot < b.slot ? -1 : 1;
}

/** Those on the left and those on the right of a level. */
function split<Item extends Placed<unknown>>(
  items: readonly Item[],
  depth: number,
): [left: Item[], right: Item[]] {
  const halves: [Item[], Item[]] = [[], []];
  for (const item of items) halves[bitOf(item.slot, depth) ? 1 : 0].push(item);
  return halves;
}

/** The first index with a property that all later ones have too; `end` if none has it. */
function firstWith(begin: number, end: number, has: (index: number) => boolean): number {
  let low = begin;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (has(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Views of the records. */
function splitRecords(records: Uint8Array): Uint8Array[] {
  return Array.from({ length: records.length / ACCOUNT_RECORD_SIZE }, (_, index) =>
    records.subarray(index * ACCOUNT_RECORD_SIZE, (index + 1) * ACCOUNT_RECORD_SIZE),
  );
}

/** Offset of an address's record; -1 if there is none. */
function offsetOf(records: Uint8Array, address: Address): number {
  for (let offset = 0; offset < records.length; offset += ACCOUNT_RECORD_SIZE) {
    if (isRecordOf(records, address, offset)) return offset;
  }
  return -1;
}

function isRecordOf(records: Uint8Array, address: Address, offset = 0): boolean {
  for (let index = 0; index < ADDRESS_LENGTH; index += 1) {
    if (records[offset + index] !== address.charCodeAt(index)) return false;
  }
  return true;
}
