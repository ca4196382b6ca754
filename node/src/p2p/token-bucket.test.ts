import { expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

const takeAll = (bucket: TokenBucket): number => {
  let count = 0;
  while (bucket.take()) count += 1;
  return count;
};

it('a bucket allows a burst, then its rate, and never saves more than a burst', () => {
  let now = 0;
  const bucket = new TokenBucket({ perSecond: 2, burst: 5 }, () => now);
  const counts = [0, 1_500, 3_600_000, -7_200_000, 500].map((later) => {
    now += later; // or earlier: a clock that is set back adds no tokens
    return takeAll(bucket);
  });
  expect(counts).toEqual([5, 3, 5, 0, 1]);
});

it('spending more than the burst leaves a debt that the rate pays off', () => {
  let now = 0;
  const bucket = new TokenBucket({ perSecond: 100, burst: 1_000 }, () => now);
  const waits = [bucket.spend(1_000), bucket.spend(500)];
  now += 5_000;
  expect([...waits, bucket.take(), bucket.spend(0)]).toEqual([0, 5_000, false, 0]);
});
