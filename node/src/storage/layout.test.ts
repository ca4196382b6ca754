import { compareBytes, MAX_U64 } from '@cairn/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_LAYOUT,
  accountKey,
  blockKey,
  decodeHeight,
  decodeUndo,
  encodeHeight,
  encodeUndo,
  historyKey,
  readBlockKey,
  readHistoryKey,
} from './layout.ts';

const address = fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{34}$/);
const height = fc.integer({ min: 0, max: 0xffff_ffff });
const location = fc.record({ height, index: height });
const state = fc.record({ balance: fc.bigInt({ min: 0n, max: MAX_U64 }), nonce: height });

describe('the key table', () => {
  it('sorts block keys by height, and history keys by location', () => {
    fc.assert(
      fc.property(height, height, (a, b) => {
        expect(Math.sign(compareBytes(blockKey(a), blockKey(b)))).toBe(Math.sign(a - b));
      }),
    );
    fc.assert(
      fc.property(address, location, location, (name, a, b) => {
        const order = Math.sign(a.height - b.height) || Math.sign(a.index - b.index);
        expect(Math.sign(compareBytes(historyKey(name, a), historyKey(name, b)))).toBe(order);
      }),
    );
  });

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(address, location, state, (name, place, account) => {
        expect(readHistoryKey(historyKey(name, place))).toEqual(place);
        expect(readBlockKey(blockKey(place.height))).toBe(place.height);
        expect(decodeHeight(encodeHeight(place.height))).toBe(place.height);
        expect(ACCOUNT_LAYOUT.decode(ACCOUNT_LAYOUT.encode(account))).toEqual(account);
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.record({ address, state: fc.option(state, { nil: undefined }) })),
        (entries) => {
          expect(decodeUndo(encodeUndo(entries))).toEqual(entries);
        },
      ),
    );
  });

  it('rejects text that is no address', () => {
    for (const text of ['', 'd'.repeat(33), 'd'.repeat(35), `${'d'.repeat(33)}ń`]) {
      expect(() => accountKey(text)).toThrow(RangeError);
    }
  });
});
