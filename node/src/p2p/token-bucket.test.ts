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
  expect(takeAll(bucket)).toBe(5);
  now += 1_500;
  expect(takeAll(bucket)).toBe(3);
  now += 3_600_000;
  expect(takeAll(bucket)).toBe(5);
});

it('spending more than the burst leaves a debt that the rate pays off', () => {
  let now = 0;
  const bucket = new TokenBucket({ perSecond: 100, burst: 1_000 }, () => now);
  expect(bucket.spend(1_000)).toBe(0);
  expect(bucket.spend(500)).toBe(5_000);
  expect(bucket.take()).toBe(false);
  now += 4_000;
  expect(bucket.spend(0)).toBe(1_000);
  now += 1_000;
  expect(bucket.spend(0)).toBe(0);
});

it('a clock that is set back adds no tokens', () => {
  let now = 1_000_000;
  const bucket = new TokenBucket({ perSecond: 1, burst: 1 }, () => now);
  expect(takeAll(bucket)).toBe(1);
  now = 0;
  expect(takeAll(bucket)).toBe(0);
  now = 1_000;
  expect(takeAll(bucket)).toBe(1);
});
