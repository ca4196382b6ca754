import {
  type AccountRecord,
  accountRoot,
  type Address,
  bytesToHex,
  decodeAccountRecord,
  encodeAccountRecord,
  encodeAddress,
  getNetwork,
  hexToBytes,
  verifyAccountPath,
} from '@cairn/protocol';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type AccountChanges,
  AccountTree,
  type Bucket,
  type BucketChanges,
  type Hash,
} from './account-tree.ts';
import { setImmediate } from 'node:timers/promises';

const devnet = getNetwork('devnet');

/** A tree with its rows, as a store would keep them. */
class StoredTree {
  tree = AccountTree.empty;
  readonly rows = new Map<string, Bucket>();
  readonly records = new Map<Address, AccountRecord>();

  bucket(prefix: string): Uint8Array {
    const bucket = this.rows.get(prefix);
    if (bucket === undefined) throw new Error(`no bucket ${prefix}`);
    return bucket.records;
  }

  change(changes: AccountChanges): BucketChanges {
    const { tree, buckets } = this.tree.with(changes, this);
    this.tree = tree;
    for (const [prefix, bucket] of buckets) {
      if (bucket === undefined) this.rows.delete(prefix);
      else this.rows.set(prefix, bucket);
    }
    for (const [address, record] of changes) {
      if (record === undefined) this.records.delete(address);
      else this.records.set(address, record);
    }
    return buckets;
  }

  /** The tree that a start makes of the rows. */
  restarted(): AccountTree {
    const hashes = Array.from(this.rows, ([prefix, { hash }]): [string, Hash] => [prefix, hash]);
    return AccountTree.fromBuckets(hashes.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

const addressAt = (number: number): Address => {
  const hash = new Uint8Array(20);
  new DataView(hash.buffer).setUint32(0, number);
  return encodeAddress(hash, devnet);
};

const recordOf = (address: Address, balance: bigint): AccountRecord => ({
  address,
  balance,
  nonce: 0,
  count: 1,
  history: new Uint8Array(32),
});

/** Changes of a few hundred addresses: set (a balance) or removed. */
const anyChanges = fc
  .array(fc.tuple(fc.nat(300), fc.option(fc.bigInt(0n, 1_000n), { freq: 1, nil: undefined })), {
    maxLength: 120,
  })
  .map(
    (changes) =>
      new Map(
        changes.map(([number, balance]) => {
          const address = addressAt(number);
          return [address, balance === undefined ? undefined : recordOf(address, balance)];
        }),
      ),
  );

/** Removes nearly everything, so that subtrees merge up to the top. */
const anyPurge = fc.integer({ min: 0, max: 12 }).map((kept) => {
  const addresses = Array.from({ length: 301 }, (_, number) => addressAt(number));
  return new Map(addresses.slice(kept).map((address) => [address, undefined]));
});

it('the tree after any changes has the root and the rows of its records alone, and restarts to the same', () => {
  const anySteps = fc.array(fc.oneof({ weight: 4, arbitrary: anyChanges }, anyPurge), { maxLength: 8 });
  fc.assert(
    fc.property(anySteps, (steps) => {
      const stored = new StoredTree();
      for (const changes of steps) {
        const former = stored.tree;
        const formerRoot = bytesToHex(former.root);
        stored.change(changes);
        expect(bytesToHex(former.root)).toBe(formerRoot);
        expect(bytesToHex(stored.tree.root)).toBe(
          bytesToHex(accountRoot(Array.from(stored.records.values(), encodeAccountRecord))),
        );
        expect(bytesToHex(stored.restarted().root)).toBe(bytesToHex(stored.tree.root));
      }
      const anew = new StoredTree();
      anew.change(stored.records);
      expect(stored.rows).toEqual(anew.rows);
    }),
    { numRuns: 60 },
  );
});

it('many accounts are changed in tasks of their own', async () => {
  const addresses = Array.from({ length: 10_000 }, (_, number) => addressAt(number));
  const set = new Map(addresses.map((address, number) => [address, recordOf(address, BigInt(number))]));
  const stored = new StoredTree();
  stored.change(set);
  const changes = new Map<Address, AccountRecord | undefined>(set);
  for (const address of addresses.slice(0, 9_900)) changes.set(address, undefined);
  const { tree } = await stored.tree.withMany(changes, stored, setImmediate);
  const left = Array.from(set.values()).slice(9_900).map(encodeAccountRecord);
  expect(bytesToHex(tree.root)).toBe(bytesToHex(accountRoot(left)));
});

describe('a tree of 250 accounts', () => {
  const path = new URL('../../../../test/vectors/commitments.json', import.meta.url);
  const { crowd } = JSON.parse(readFileSync(path, 'utf8')) as {
    crowd: {
      root: string;
      records: string[];
      proofs: { address: string; bucket: string[]; siblings: string[] }[];
    };
  };
  const records = crowd.records.map((record) => decodeAccountRecord(hexToBytes(record)));
  const stored = new StoredTree();
  stored.change(new Map(records.map((record) => [record.address, record])));

  it('has the root and the proofs of the vectors', () => {
    expect(bytesToHex(stored.tree.root)).toBe(crowd.root);
    for (const { address, bucket, siblings } of crowd.proofs) {
      const proof = stored.tree.prove(address, stored);
      expect([proof.bucket.map(bytesToHex), proof.siblings.map(bytesToHex)]).toEqual([bucket, siblings]);
    }
  });

  it('finds and proves every record, and proves that another address has none', () => {
    for (const record of records) {
      const { address } = record;
      expect(stored.tree.record(address, stored)).toEqual(record);
      expect(stored.rows.has(stored.tree.prefixOf(address))).toBe(true);
      const proven = verifyAccountPath(stored.tree.prove(address, stored), stored.tree.root, devnet);
      expect(proven).toEqual(record);
    }
    const absent = addressAt(1);
    expect(stored.tree.record(absent, stored)).toBeUndefined();
    expect(verifyAccountPath(stored.tree.prove(absent, stored), stored.tree.root, devnet)).toBeUndefined();
  });
});

it('an empty tree proves every address unused', () => {
  const proof = AccountTree.empty.prove(addressAt(0), new StoredTree());
  expect(proof).toEqual({ address: addressAt(0), bucket: [], siblings: [] });
  expect(verifyAccountPath(proof, AccountTree.empty.root, devnet)).toBeUndefined();
  expect(bytesToHex(AccountTree.fromBuckets([]).root)).toBe('00'.repeat(32));
});

it('rows of which one is inside another are refused', () => {
  const hash = '\0'.repeat(32);
  expect(() =>
    AccountTree.fromBuckets([
      ['0', hash],
      ['00', hash],
    ]),
  ).toThrow('inside bucket 0');
});
