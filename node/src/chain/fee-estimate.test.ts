import { expect, it, onTestFinished } from 'vitest';
import { mineTestBlock, openTestChain, stepBack, transfer, withViewChanges } from './test-support.ts';
import { FeeEstimator, serializeFees } from './fee-estimate.ts';

/** A chain, and an estimator that counts the blocks that it reads. */
async function open() {
  const testChain = await openTestChain();
  onTestFinished(() => testChain.remove());
  const { chain } = testChain;
  const read: number[] = [];
  const counted = withViewChanges(chain, (view) => ({
    rawTransfers: (height) => {
      read.push(height);
      return view.rawTransfers(height);
    },
  }));
  const fees = new FeeEstimator();
  let nonce = 0;
  const mine = (...amounts: bigint[]) =>
    mineTestBlock(
      chain,
      amounts.map((fee) => transfer({ from: 1, to: 2, nonce: (nonce += 1), value: 1n, fee })),
    );
  const estimate = () => fees.estimate(counted.view);
  return { chain, estimate, read, mine, back: (transfers: number) => (nonce -= transfers) };
}

it('without transfers, every fee is the minimum', async () => {
  const { estimate, mine } = await open();
  await mine();
  const estimated = await estimate();
  expect(estimated).toEqual({ nextBlock: 0n, fewBlocks: 0n, economy: 0n, sampledBlocks: 0 });
  expect(serializeFees(estimated)).toEqual({
    next_block: '1',
    few_blocks: '1',
    economy: '1',
    sampled_blocks: 0,
  });
});

it('the fees are percentiles of those of the newest 20 blocks with transfers', async () => {
  const { estimate, mine } = await open();
  await mine(1_000n, 1_000n);
  for (let fee = 1n; fee <= 20n; fee += 1n) {
    await mine(fee);
    await mine();
  }
  const expected = { nextBlock: 18n, fewBlocks: 10n, economy: 2n, sampledBlocks: 20 };
  expect(await estimate()).toEqual(expected);
  expect(serializeFees(expected, 11n)).toMatchObject({
    next_block: '18',
    few_blocks: '11',
    economy: '11',
  });
});

it('a new tip costs only its own blocks, and a replaced block no longer counts', async () => {
  const { chain, estimate, read, mine, back } = await open();
  await mine(5n);
  await mine(7n);
  await Promise.all([estimate(), estimate()]);
  expect(read).toEqual([2, 1]);
  await mine(9n);
  expect((await estimate()).nextBlock).toBe(9n);
  expect(read).toEqual([2, 1, 3]);
  await stepBack(chain);
  back(1);
  expect((await estimate()).nextBlock).toBe(7n);
  await mine(100n);
  expect(await estimate()).toMatchObject({ nextBlock: 100n, sampledBlocks: 3 });
});
