import { expect, it } from 'vitest';
import fc from 'fast-check';
import { type ListPart, loadNumbered, numbersOf } from './load-transactions.ts';

/** A list of the numbers 1 to `total`, newest first, that grows by `growth` after each of the first `times` answers. */
function growing(total: number, growth = 0, times = Infinity) {
  let asked = 0;
  return (limit: number, offset: number): Promise<ListPart<number>> => {
    const now = total + growth * Math.min(asked, times);
    asked += 1;
    const items = Array.from(
      { length: Math.max(0, Math.min(limit, now - offset)) },
      (_, i) => now - offset - i,
    );
    return Promise.resolve({ items, pagination: { offset, total: now } });
  };
}

it('returns the same rows for an anchor, however long the list has become', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }),
      fc.nat(300),
      fc.nat(50),
      async (before, more, growth) => {
        const part = await loadNumbered(growing(before + more, growth, 2), before);
        const wanted = Array.from({ length: Math.min(25, before - 1) }, (_, index) => before - 1 - index);
        expect(part.items).toEqual(wanted);
        if (wanted.length > 0)
          expect(numbersOf(part)).toEqual({ highest: before - 1, lowest: before - wanted.length });
      },
    ),
  );
});

it('returns the newest page without an anchor, and for an anchor above all rows', async () => {
  expect((await loadNumbered(growing(60), undefined)).items[0]).toBe(60);
  expect((await loadNumbered(growing(60), 900)).items[0]).toBe(60);
  expect((await loadNumbered(growing(0), 5)).items).toEqual([]);
});

it('fails for a list that grows during each attempt', async () => {
  await expect(loadNumbered(growing(100, 1), 50)).rejects.toThrow(/grew/);
});
