import { expect, it } from 'vitest';
import { FeeEstimator, serializeFees } from './fee-estimate.ts';
import { mineTestBlock, openTestChain, stepBack, transfer, withViewChanges } from '../test-support.ts';

it('the fees are percentiles of those of the newest 20 blocks with transfers', async () => {
  await using test = await openTestChain();
  const { chain } = test;
  const fees = new FeeEstimator();
  const estimate = () => fees.estimate(chain.view);
  let nonce = 0;
  const mine = (...amounts: bigint[]) =>
    mineTestBlock(
      chain,
      amounts.map((fee) => transfer({ from: 1, to: 2, nonce: (nonce += 1), value: 1n, fee })),
    );

  await mine();
  const none = { nextBlock: 0n, fewBlocks: 0n, economy: 0n, sampledBlocks: 0 };
  expect(await estimate()).toEqual(none);
  await mine(1_000n, 1_000n);
  for (let fee = 1n; fee <= 20n; fee += 1n) {
    await mine(fee);
    await mine();
  }
  const expected = { nextBlock: 18n, fewBlocks: 10n, economy: 2n, sampledBlocks: 20 };
  expect(await Promise.all([estimate(), estimate()])).toEqual([expected, expected]);
  // The next estimate adds what is new, and drops what left the chain.
  await mine(90n);
  expect(await estimate()).toEqual({ nextBlock: 19n, fewBlocks: 11n, economy: 3n, sampledBlocks: 20 });
  await stepBack(chain);
  nonce -= 1;
  expect(await estimate()).toEqual(expected);

  await mine(91n);
  const unread = withViewChanges(chain, () => ({ rawTransfers: () => Promise.reject(new Error('damaged')) }));
  await expect(fees.estimate(unread.view)).rejects.toThrow('damaged');
  expect(await estimate()).toMatchObject({ nextBlock: 19n });

  expect(serializeFees(none)).toEqual({ next_block: '1', few_blocks: '1', economy: '1', sampled_blocks: 0 });
  expect(serializeFees(expected, 11n)).toEqual({
    next_block: '18',
    few_blocks: '11',
    economy: '11',
    sampled_blocks: 20,
  });
});
