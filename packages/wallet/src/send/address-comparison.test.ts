import { encodeAddress, getNetwork } from '@cairn/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differingPositions, looksAlike } from './recipient.ts';

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((hash) => encodeAddress(hash, getNetwork('devnet')));

describe('comparing addresses', () => {
  test.each<[string, string, boolean]>([
    ['dABC…9z', 'dABD…9z', true],
    ['dABCDE0', 'dABCDEX', true],
    ['dXYZ1wxyz', 'dABCDwxyz', true],
    ['dA…z', 'dA…y', false],
    ['dX1xyz', 'dY2xyz', false], // equal: the network's first character and the last three
    ['dX1wxyz', 'dY2wxyz', true],
    ['dABC…', 'dABC…', false],
  ])('%s and %s: %s', (one, other, alike) => {
    expect(looksAlike(one, other)).toBe(alike);
    expect(looksAlike(other, one)).toBe(alike);
  });

  test('random addresses do not look alike, and the differing places are exactly the different characters', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        fc.pre(one !== other);
        expect(looksAlike(one, other)).toBe(false);
        const places = differingPositions(one, other);
        const rebuilt = Array.from(one, (character, place) =>
          places[place] ? other[place] : character,
        ).join('');
        expect(rebuilt).toBe(other);
      }),
      { numRuns: 200, seed: 6 },
    );
  });
});
