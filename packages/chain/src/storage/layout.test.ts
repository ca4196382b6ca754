import { compareBytes, MAX_U64 } from '@cairn/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressRange,
  BLOCK_IDS,
  BLOCKS,
  describeKey,
  HISTORY,
  historyRange,
  idsStartingWith,
  UNDO,
} from './layout.ts';

const address = fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{34}$/);
const height = fc.integer({ min: 0, max: 0xffff_ffff });
const location = fc.record({ height, index: height });
const amount = fc.bigInt({ min: 0n, max: MAX_U64 });
const account = fc.record({
  address,
  balance: amount,
  nonce: height,
  count: height,
  history: fc.uint8Array({ minLength: 32, maxLength: 32 }),
});
const id = fc.stringMatching(/^[0-9a-f]{64}$/);

describe('the key table', () => {
  it('sorts block keys by height, and history keys by location', () => {
    fc.assert(
      fc.property(height, height, (a, b) => {
        expect(Math.sign(compareBytes(BLOCKS.key(a), BLOCKS.key(b)))).toBe(Math.sign(a - b));
      }),
    );
    fc.assert(
      fc.property(address, location, location, (name, a, b) => {
        const order = Math.sign(a.height - b.height) || Math.sign(a.index - b.index);
        const [one, other] = [HISTORY.key({ address: name, ...a }), HISTORY.key({ address: name, ...b })];
        expect(Math.sign(compareBytes(one, other))).toBe(order);
      }),
    );
  });

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(address, location, (name, place) => {
        const entry = { address: name, ...place };
        expect(HISTORY.readKey(HISTORY.key(entry))).toEqual(entry);
        expect(BLOCKS.readKey(BLOCKS.key(place.height))).toBe(place.height);
        expect(BLOCK_IDS.decode(BLOCK_IDS.encode(place.height))).toBe(place.height);
      }),
    );
    const header = new Uint8Array(118);
    fc.assert(
      fc.property(amount, amount, id, (totalFees, reward, blockId) => {
        const sums = { totalFees, reward, transactionCount: 1 };
        const row = { file: 0, offset: 8, ...sums, id: blockId, header };
        expect(BLOCKS.decode(BLOCKS.encode(row))).toEqual(row);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(account, fc.boolean())), (accounts) => {
        const entries = accounts.map(([record, existed]) => ({
          address: record.address,
          record: existed ? record : undefined,
        }));
        expect(UNDO.decode(UNDO.encode(entries))).toEqual(entries);
      }),
    );
  });

  it('finds exactly the keys with a prefix', () => {
    const isIn = (
      { gt, gte, lt, lte }: { gt?: Uint8Array; gte?: Uint8Array; lt?: Uint8Array; lte?: Uint8Array },
      key: Uint8Array,
    ): boolean =>
      (gt === undefined || compareBytes(gt, key) < 0) &&
      (gte === undefined || compareBytes(gte, key) <= 0) &&
      (lt === undefined || compareBytes(key, lt) < 0) &&
      (lte === undefined || compareBytes(key, lte) <= 0);
    fc.assert(
      fc.property(id, id, fc.nat(64), (one, other, length) => {
        const prefix = one.slice(0, length);
        expect(isIn(BLOCK_IDS.range(...idsStartingWith(prefix)), BLOCK_IDS.key(other))).toBe(
          other.startsWith(prefix),
        );
        expect(isIn(BLOCK_IDS.range(...idsStartingWith(prefix)), BLOCK_IDS.key(one))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(address, address, location, fc.nat(34), (one, other, place, length) => {
        const prefix = one.slice(0, length);
        const keyOf = (name: string) => HISTORY.key({ address: name, ...place });
        expect(isIn(addressRange(prefix, ''), keyOf(other))).toBe(other.startsWith(prefix));
        expect(isIn(addressRange(prefix, ''), keyOf(one))).toBe(true);
        expect(isIn(addressRange(prefix, one), keyOf(one))).toBe(false);
      }),
    );
    fc.assert(
      fc.property(address, location, location, (name, before, place) => {
        const isOlder =
          place.height < before.height || (place.height === before.height && place.index < before.index);
        expect(isIn(historyRange(name, before), HISTORY.key({ address: name, ...place }))).toBe(isOlder);
      }),
    );
  });

  it('rejects text that is no address', () => {
    for (const text of ['', 'd'.repeat(33), 'd'.repeat(35), `${'d'.repeat(33)}ń`]) {
      expect(() => HISTORY.key({ address: text, height: 0, index: 0 })).toThrow(RangeError);
    }
  });

  it('describes rows for an operator', () => {
    expect(describeKey(BLOCKS.key(7))).toBe('the block entry 00000007');
  });
});
