import { describe, expect, it } from 'vitest';
import vectors from '../../../test/vectors/commitments.json' with { type: 'json' };
import { accountSlot, bucketHash, decodeAccountRecord, EMPTY_HISTORY } from './account-commitment.ts';
import { COINBASE_SENDER, encodeAddress } from './address.ts';
import { bytesToHex, compareBytes, concatBytes, hexToBytes } from './bytes.ts';
import { getNetwork } from './networks.ts';
import { encodeTransaction } from './transaction.ts';
import { type AccountAnswer, verifyAccount } from './verify-account.ts';

/** By address. */
const records: Readonly<Record<string, string>> = vectors.records;
const { whole } = vectors;
const devnet = getNetwork('devnet');

/** Somebody whose history the vectors have, and whose record is in the other bucket of the tree. */
const { address, links } = vectors.history;
const record = decodeAccountRecord(hexToBytes(records[address]!));
const newestFirst = links.map(({ height, index, raw }) => ({ height, index, raw })).toReversed();
const elsewhere = new Set(whole.bucket);
const otherBucket = {
  bucket: Object.values(records)
    .filter((one) => !elsewhere.has(one))
    .toSorted((a, b) => compareBytes(slotOf(a), slotOf(b))),
  siblings: [bytesToHex(bucketHash(concatBytes(...whole.bucket.map(hexToBytes))))],
};
function slotOf(hex: string): Uint8Array {
  return accountSlot(decodeAccountRecord(hexToBytes(hex)).address);
}
/** The history before the newest rows. @param count of them */
const historyBefore = (count: number) =>
  count < links.length ? links.at(-1 - count)!.history : bytesToHex(EMPTY_HISTORY);
/** Rows of the history, without `skipped` newest ones. */
const answerWith = (count: number, skipped = 0): AccountAnswer => ({
  ...whole,
  ...otherBucket,
  address,
  rows: newestFirst.slice(skipped, skipped + count),
  history_before: historyBefore(skipped + count),
});
const own = { address, network: devnet };

it('takes the whole answer of the vectors', () => {
  const { header, id, record, missing } = verifyAccount(whole, { address: whole.address, network: devnet });
  expect([header.height, id]).toEqual([whole.block_height, whole.block_id]);
  expect(record).toEqual(decodeAccountRecord(hexToBytes(records[whole.address]!)));
  expect(missing).toBe(record!.count);
});

it.each(vectors.refused_whole)('refuses $why', (answer) => {
  expect(() => verifyAccount(answer, { address: answer.address, network: devnet })).toThrow(
    expect.objectContaining({ name: 'ProtocolError' }),
  );
});

it('returns the rows, and how many are missing', () => {
  const some = verifyAccount(answerWith(2), own);
  expect(some).toMatchObject({ record, missing: record.count - 2 });
  expect(some.rows.map(({ height, index, raw }) => ({ height, index, raw: bytesToHex(raw) }))).toEqual(
    newestFirst.slice(0, 2),
  );
  expect(bytesToHex(some.before)).toBe(historyBefore(2));
  expect(verifyAccount(answerWith(0), own)).toMatchObject({ rows: [], missing: record.count });
  expect(verifyAccount(answerWith(links.length), own)).toMatchObject({ missing: 0, before: EMPTY_HISTORY });
});

it('chains chunks up to the end of the history', () => {
  let newer = verifyAccount(answerWith(1), own);
  for (let read = 1; read < links.length; read += 1) {
    newer = verifyAccount(answerWith(1, read), { ...own, newer });
    expect(newer.missing).toBe(links.length - read - 1);
  }
  expect(newer.before).toEqual(EMPTY_HISTORY);
  // A chunk that is not the next one does not fold.
  const first = verifyAccount(answerWith(1), own);
  expect(() => verifyAccount(answerWith(1, 2), { ...own, newer: first })).toThrow('history');
  expect(() => verifyAccount(answerWith(1, 0), { ...own, newer: first })).toThrow('order');
});

describe('a lie about the rows', () => {
  const all = answerWith(links.length);
  const rows = all.rows!;
  const [first, second, ...others] = rows;
  const twisted = first!.raw.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
  const stranger = encodeAddress(new Uint8Array(20), devnet);
  const foreign = encodeTransaction({
    chain: devnet.chainId,
    nonce: 1,
    fee: 0n,
    value: 1n,
    fromAddress: stranger,
    toAddress: stranger,
    unlockSig: new Uint8Array(128),
  });
  it.each<[why: string, rows: AccountAnswer['rows'], before?: string]>([
    ['the newest hidden', rows.slice(1)],
    ['one hidden in the middle', [first!, ...others]],
    ['the oldest hidden', rows.slice(0, -1)],
    ['all hidden', []],
    ['two in the other order', [second!, first!, ...others]],
    ['one twice', [first!, first!, second!, ...others]],
    ['one altered', [{ ...first!, raw: twisted }, second!, ...others]],
    ['another height', [{ ...first!, height: first!.height - 1 }, second!, ...others]],
    ['another position', [{ ...first!, index: first!.index + 1 }, second!, ...others]],
    ['of somebody else', [{ ...first!, raw: bytesToHex(foreign) }, second!, ...others]],
    ['212 bytes', [{ ...first!, raw: first!.raw.slice(2) }, second!, ...others]],
    ['another beginning', rows, '11'.repeat(32)],
    ['no beginning', rows, ''],
    ['no list', {} as []],
  ])('is found: %s', (_, lie, before = all.history_before!) => {
    expect(() => verifyAccount({ ...all, rows: lie, history_before: before }, own)).toThrow(
      expect.objectContaining({ code: 'invalid_account_proof', data: { reason: 'history' } }),
    );
  });
});

it.each<[why: string, reason: string, lie: Partial<AccountAnswer>]>([
  ['another address', 'address', { address: COINBASE_SENDER }],
  ['another network', 'header', { network: 'testnet' }],
  ['a path that is no list', 'coinbase_path', { coinbase_path: null as unknown as [] }],
  ['a record that is no text', 'bucket', { bucket: [1 as unknown as string] }],
])('refuses %s', (_, reason, lie) => {
  expect(() => verifyAccount({ ...answerWith(1), ...lie }, own)).toThrow(
    expect.objectContaining({ code: 'invalid_account_proof', data: { reason } }),
  );
});
