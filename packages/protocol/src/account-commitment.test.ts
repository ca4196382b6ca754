import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../../test/vectors/commitments.json' with { type: 'json' };
import chain from '../../../test/vectors/devnet-chain.json' with { type: 'json' };
import {
  type AccountPath,
  type AccountProof,
  accountRoot,
  accountRootOf,
  type AccountRecord,
  decodeAccountRecord,
  ACCOUNT_ROOT_OFFSET,
  EMPTY_HISTORY,
  EMPTY_SUBTREE,
  encodeAccountRecord,
  foldHistory,
  verifyAccountPath,
  verifyAccountProof,
} from './account-commitment.ts';
import { AccountRecords } from './account-records.ts';
import { encodeAddress } from './address.ts';
import { decodeBlockHeader } from './block-header.ts';
import { splitBlock } from './block.ts';
import { bytesToHex, compareBytes, hexToBytes } from './bytes.ts';
import { sha256 } from './hash.ts';
import { merklePath } from './merkle.ts';
import { getNetwork } from './networks.ts';
import { anyBytes, anyU32, anyU64 } from './test-support.ts';
import { decodeTransaction, encodeTransaction, transactionIdBytes } from './transaction.ts';

type PathVector = (typeof vectors.proofs)[number];
/** By address. */
const recordVectors: Readonly<Record<string, string>> = vectors.records;
const blocks = chain.blocks.map(({ raw }) => hexToBytes(raw));
const devnet = getNetwork('devnet');

const toPath = ({ address, bucket, siblings }: PathVector): AccountPath => ({
  address,
  bucket: bucket.map(hexToBytes),
  siblings: siblings.map(hexToBytes),
});
const toHex = (record: AccountRecord | undefined): string | undefined =>
  record && bytesToHex(encodeAccountRecord(record));

describe('the chain of the vectors', () => {
  it('has the roots and ends with the records of the vectors', () => {
    let records = new AccountRecords();
    for (const [height, block] of blocks.entries()) {
      const { transactionBytes } = splitBlock(block);
      const [coinbase, ...transfers] = transactionBytes;
      const bare = coinbase!.slice().fill(0, ACCOUNT_ROOT_OFFSET, ACCOUNT_ROOT_OFFSET + 32);
      expect(records.commit(height, [bare, ...transfers]).map(bytesToHex)).toEqual(
        transactionBytes.map(bytesToHex),
      );
      records = records.after(height, transactionBytes);
      expect(bytesToHex(records.root())).toBe(vectors.roots[height]);
      expect(bytesToHex(accountRootOf(coinbase!))).toBe(vectors.roots[height]);
    }
    const computed = [...records.all].map(([address, record]) => [address, toHex(record)]);
    expect(Object.fromEntries(computed)).toEqual(recordVectors);
  });

  it('proves accounts by the header of its last block', () => {
    const raw = blocks.at(-1)!;
    const header = decodeBlockHeader(raw);
    const { transactionBytes } = splitBlock(raw);
    expect(bytesToHex(transactionBytes[0]!)).toBe(vectors.coinbase);
    expect(merklePath(transactionBytes.map(transactionIdBytes), 0).map(bytesToHex)).toEqual(
      vectors.coinbase_path,
    );
    for (const vector of vectors.proofs) {
      const proof = {
        ...toPath(vector),
        coinbase: hexToBytes(vectors.coinbase),
        coinbasePath: vectors.coinbase_path.map(hexToBytes),
      };
      expect(toHex(verifyAccountProof(proof, header, devnet))).toBe(recordVectors[vector.address]);
    }
  });
});

it('the history of the vectors folds link by link, from any point on', () => {
  const { address, links } = vectors.history;
  const shown = links.map(({ height, index, raw }) => ({ height, index, raw: hexToBytes(raw) }));
  const record = decodeAccountRecord(hexToBytes(recordVectors[address]!));
  expect(record.count).toBe(links.length);
  let before: Uint8Array = EMPTY_HISTORY;
  for (const [position, { history }] of links.entries()) {
    expect(bytesToHex(foldHistory(before, shown.slice(position)))).toBe(bytesToHex(record.history));
    before = foldHistory(before, [shown[position]!]);
    expect(bytesToHex(before)).toBe(history);
  }
});

describe('the crowd of the vectors', () => {
  const records = vectors.crowd.records.map(hexToBytes);
  const root = hexToBytes(vectors.crowd.root);
  const known = new Map(records.map((record) => [decodeAccountRecord(record).address, bytesToHex(record)]));

  it.each(vectors.crowd.proofs)('proves $address, present or absent', (vector) => {
    expect(toHex(verifyAccountPath(toPath(vector), root, devnet))).toBe(known.get(vector.address));
  });

  it('no proof holds with one bit flipped', () => {
    const anyFlip = fc.record({
      proof: fc.constantFrom(...vectors.crowd.proofs),
      part: fc.nat(),
      bit: fc.nat(),
    });
    fc.assert(
      fc.property(anyFlip, ({ proof, part, bit }) => {
        const path = toPath(proof);
        const parts = [...path.bucket, ...path.siblings];
        const flipped = parts[part % parts.length]!;
        const position = bit % (8 * flipped.length);
        flipped[position >> 3]! ^= 1 << (position & 7);
        expect(() => verifyAccountPath(path, root, devnet)).toThrow(
          expect.objectContaining({ code: 'invalid_account_proof' }),
        );
      }),
    );
  });
});

it.each(vectors.refused)('refuses $why', ({ root, ...path }) => {
  expect(() => verifyAccountPath(toPath(path), hexToBytes(root), devnet)).toThrow(
    expect.objectContaining({ code: 'invalid_account_proof' }),
  );
});

describe('a proof by a header', () => {
  const raw = blocks.at(-1)!;
  const header = decodeBlockHeader(raw);
  const { transactionBytes } = splitBlock(raw);
  const ids = transactionBytes.map(transactionIdBytes);
  const proof: AccountProof = {
    ...toPath(vectors.proofs[0]!),
    coinbase: transactionBytes[0]!,
    coinbasePath: merklePath(ids, 0),
  };
  const coinbase = decodeTransaction(proof.coinbase);
  const other = vectors.proofs[1]!.address;

  it.each<[why: string, reason: string, proof: Partial<AccountProof>, of?: Partial<typeof header>]>([
    ['212 bytes', 'coinbase', { coinbase: proof.coinbase.subarray(1) }],
    ['bytes that are no text', 'coinbase', { coinbase: proof.coinbase.with(20, 0) }],
    ['a transfer', 'coinbase', { coinbase: transactionBytes[1]!, coinbasePath: merklePath(ids, 1) }],
    ['another network', 'coinbase', { coinbase: encodeTransaction({ ...coinbase, chain: 2 }) }],
    ['the coinbase of another block', 'coinbase', { coinbase: splitBlock(blocks[3]!).transactionBytes[0]! }],
    ['the header of another height', 'coinbase', {}, { height: header.height - 1 }],
    ['the header of another miner', 'coinbase', {}, { miner: other }],
    ['another Merkle root', 'coinbase_path', {}, { merkleRoot: '00'.repeat(32) }],
    ['a root put in', 'coinbase_path', { coinbase: proof.coinbase.with(90, 1) }],
    ['a path cut short', 'coinbase_path', { coinbasePath: [] }],
    [
      'a path of 17 hashes',
      'coinbase_path',
      { coinbasePath: Array.from({ length: 17 }, () => EMPTY_SUBTREE) },
    ],
    ['a hash of 31 bytes', 'coinbase_path', { coinbasePath: [proof.coinbasePath[0]!.subarray(1)] }],
    ['another address', 'root', { address: other, bucket: [] }],
    [
      'an address of another network',
      'address',
      { address: encodeAddress(new Uint8Array(20), getNetwork('testnet')) },
    ],
  ])('refuses %s', (_, reason, lie, of) => {
    expect(() => verifyAccountProof({ ...proof, ...lie }, { ...header, ...of }, devnet)).toThrow(
      expect.objectContaining({ code: 'invalid_account_proof', data: { reason } }),
    );
  });
});

const anyRecord = fc
  .record({ hash: anyBytes(20), balance: anyU64, nonce: anyU32, count: anyU32, history: anyBytes(32) })
  .map(({ hash, ...fields }) => ({ address: encodeAddress(hash, devnet), ...fields }));

it('a record decodes to what was encoded, in 82 bytes', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      const bytes = encodeAccountRecord(record);
      expect(bytes).toHaveLength(82);
      expect(decodeAccountRecord(bytes)).toEqual(record);
    }),
  );
  expect(() => decodeAccountRecord(new Uint8Array(81))).toThrow('82 bytes');
});

it('a root is that of the definition, whatever the order of the records', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyRecord, { maxLength: 60, selector: ({ address }) => address }),
      (records) => {
        const bytes = records.map(encodeAccountRecord);
        const expected = definedHash(bytes, '');
        expect(bytesToHex(accountRoot(bytes))).toBe(expected);
        expect(bytesToHex(accountRoot(bytes.toSorted(compareBytes)))).toBe(expected);
      },
    ),
  );
});

/** The hash of a prefix, as PROTOCOL.md section 9 words it. @param prefix in the digits 0 and 1 */
function definedHash(records: readonly Uint8Array[], prefix: string): string {
  const slotOf = (record: Uint8Array): string =>
    [...sha256(record.subarray(0, 34))].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const members = records.filter((record) => slotOf(record).startsWith(prefix));
  if (members.length === 0) return '00'.repeat(32);
  const hashed =
    members.length > 8
      ? `11${definedHash(members, `${prefix}0`)}${definedHash(members, `${prefix}1`)}`
      : `10${members
          .toSorted((a, b) => (slotOf(a) < slotOf(b) ? -1 : 1))
          .map(bytesToHex)
          .join('')}`;
  return bytesToHex(sha256(hexToBytes(hashed)));
}
