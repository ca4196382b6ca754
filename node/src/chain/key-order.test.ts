import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inKeyOrder } from './key-order.ts';

it('has every place once, in the order of the prefixes, and of the places where those are alike', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 0xffff_ffff }))), (prefixes) => {
      const expected = prefixes.map((_, place) => place);
      expected.sort((a, b) => prefixes[a]! - prefixes[b]! || a - b);
      expect([...inKeyOrder(prefixes.length, (place) => prefixes[place]!)]).toEqual(expected);
    }),
  );
});
