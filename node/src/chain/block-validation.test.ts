import { getNetwork } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { nextBlockContext } from './block-validation.ts';

const DEVNET = getNetwork('devnet');
const TESTNET = getNetwork('testnet');
const id = 'ab'.repeat(32);

/** A chain with a block every given number of seconds, and the heights that were read. */
function chainOf(spacing: number) {
  const asked: number[] = [];
  const timestampAt = (height: number): number => {
    asked.push(height);
    return TESTNET.genesisTime + height * spacing;
  };
  return { asked, timestampAt };
}

it('uses the last eleven timestamps, or all if there are fewer', () => {
  const { timestampAt } = chainOf(60);
  const timesAt = (height: number) =>
    nextBlockContext(DEVNET, { height, id }, timestampAt).lastTimestamps.map(
      (time) => (time - DEVNET.genesisTime) / 60,
    );
  expect(timesAt(0)).toEqual([0]);
  expect(timesAt(2)).toEqual([0, 1, 2]);
  expect(timesAt(12)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

it("keeps devnet's bits at any pace", () => {
  expect(nextBlockContext(DEVNET, { height: 500, id }, chainOf(1).timestampAt).bits).toBe(0x207fffff);
});

it('follows the pace on testnet, from block 1 on, never easier than the limit', () => {
  const bitsAt = (height: number, spacing: number) =>
    nextBlockContext(TESTNET, { height, id }, chainOf(spacing).timestampAt).bits;
  for (const height of [0, 1]) expect(bitsAt(height, 1)).toBe(0x1e0fffff);
  expect(bitsAt(100, 60)).toBe(0x1e0fffff);
  expect(bitsAt(100, 120)).toBe(0x1e0fffff);
  // 120 blocks in half their time are one half-life of 3,600 s: half the target.
  expect(bitsAt(121, 30)).toBe(0x1e07ffff);
  const { asked, timestampAt } = chainOf(30);
  nextBlockContext(TESTNET, { height: 500, id }, timestampAt);
  expect(Math.min(...asked)).toBe(1);
});
