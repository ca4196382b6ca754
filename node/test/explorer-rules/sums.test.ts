import { expect, it } from 'vitest';
import { ACCOUNTS, stepBack, transfer } from '../../src/chain/test-support.ts';
import { formatSum } from '../../src/projection/answers.ts';
import { serveNode } from './served-node.ts';

/** Balance of each development account in the genesis block, in pebbles. */
const INITIAL_BALANCE = 10n ** 14n;
const RICH = ACCOUNTS[1]!.address;

it('sums beyond 2^53 are exact, also after a step back', async () => {
  const node = await serveNode();
  // One account receives all coins, then sends them to itself.
  const gathered = [0, 2, 3, 4, 5, 6, 7, 8, 9].map((from) =>
    transfer({ from, to: 1, nonce: from === 0 ? 10 : 1, value: INITIAL_BALANCE - 1n }),
  );
  await node.mine(gathered);
  const value = 9n * INITIAL_BALANCE - 1n;
  const round = (index: number) => transfer({ from: 1, to: 1, nonce: index + 1, value });
  await node.mine(Array.from({ length: 11 }, (_, index) => round(index)));
  const sums = async (): Promise<unknown[]> => {
    await node.caughtUp();
    const { items } = await node.json<{ items: Record<string, string>[] }>('/api/v1/addresses?limit=1');
    const { stats } = await node.json<{ stats: Record<string, string> }>('/api/v1/stats');
    const [first] = items;
    expect(first!['address']).toBe(RICH);
    return [first!['total_sent'], first!['total_received'], stats['total_transferred']];
  };
  const received = INITIAL_BALANCE + 9n * (INITIAL_BALANCE - 1n);
  // In genesis nine accounts receive their coins by transfers from the first.
  const transferred = 9n * INITIAL_BALANCE + 9n * (INITIAL_BALANCE - 1n);
  const after = (rounds: bigint): string[] =>
    [0n, received, transferred].map((before) => String(before + rounds * value));
  expect(11n * value).toBeGreaterThan(2n ** 53n);
  expect(await sums()).toEqual(after(11n));
  await node.mine([round(11)]);
  expect(await sums()).toEqual(after(12n));
  await stepBack(node.chain);
  expect(await sums()).toEqual(after(11n));
  await node.remove();
});

it('a sum beyond 2^64 − 1, of coins that were sent many times, is shown as 2^64 − 1', () => {
  const highest = 2n ** 64n - 1n;
  for (const [sum, shown] of [
    [0n, 0n],
    [highest - 1n, highest - 1n],
    [highest, highest],
    [highest + 1n, highest],
    [highest ** 2n, highest],
  ] as const)
    expect(formatSum(String(sum))).toBe(String(shown));
});
