import { expect, it } from 'vitest';
import { ACCOUNTS, stepBack, transfer } from '../../src/chain/test-support.ts';
import { serveNode } from './served-node.ts';

/** Balance of each development account in the genesis block, in pebbles. */
const INITIAL_BALANCE = 10n ** 14n;
/** A monetary field is an unsigned 64-bit integer; a sum that counts the same coins many times may exceed it. */
const HIGHEST = 2n ** 64n - 1n;
const RICH = ACCOUNTS[1]!.address;

it('sums above 2^64 − 1 are shown as 2^64 − 1, and are exact again below it', async () => {
  const node = await serveNode();
  // One account receives all coins, then sends them to itself until its sums nearly exceed 64 bits.
  const gathered = [0, 2, 3, 4, 5, 6, 7, 8, 9].map((from) =>
    transfer({ from, to: 1, nonce: from === 0 ? 10 : 1, value: INITIAL_BALANCE - 1n }),
  );
  await node.mine(gathered);
  const value = 9n * INITIAL_BALANCE;
  const rounds = Number(HIGHEST / value) - 5;
  const round = (index: number) => transfer({ from: 1, to: 1, nonce: index + 1, value });
  await node.mine(Array.from({ length: rounds }, (_, index) => round(index)));
  await node.caughtUp();
  const sums = async (): Promise<unknown[]> => {
    const { items } = await node.json<{ items: Record<string, string>[] }>('/api/v1/addresses?limit=1');
    const { stats } = await node.json<{ stats: Record<string, string> }>('/api/v1/stats');
    const [first] = items;
    expect(first!['address']).toBe(RICH);
    return [first!['total_sent'], first!['total_received'], stats['total_transferred']];
  };
  const moved = BigInt(rounds) * value;
  const received = INITIAL_BALANCE + 9n * (INITIAL_BALANCE - 1n);
  // In genesis nine accounts receive their coins by transfers from the first.
  const transferred = 9n * INITIAL_BALANCE + 9n * (INITIAL_BALANCE - 1n);
  const below = [moved, moved + received, moved + transferred].map(String);
  expect(await sums()).toEqual(below);
  expect(moved + transferred).toBeLessThan(HIGHEST);
  await node.mine(Array.from({ length: 10 }, (_, index) => round(rounds + index)));
  await node.caughtUp();
  expect(await sums()).toEqual([HIGHEST, HIGHEST, HIGHEST].map(String));
  await stepBack(node.chain);
  await node.caughtUp();
  expect(await sums()).toEqual(below);
  await node.remove();
});
