import { expect, it } from 'vitest';
import { describeProgress } from './progress.ts';

it.each([
  [10_000, '30 s left'],
  [60_000, '3 min left'],
])('a quarter that took %i ms leaves %s', (milliseconds, left) => {
  const progress = { blocks: 3, transactions: 400, bytes: 1_000, totalBytes: 4_000 };
  expect(describeProgress(progress, milliseconds)).toContain(left);
});
