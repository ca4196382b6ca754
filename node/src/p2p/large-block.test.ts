import { encodeTransaction } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { buildTestBlock, mineTestBlock, transfer } from '../chain/test-support.ts';
import { heightOf, openTestNode, expectSoon } from './test-support.ts';

it('a block of more than 4 MiB travels by gossip and by sync', async () => {
  const miner = await openTestNode();
  // No status is believed before the block had its time: what arrives has come by gossip.
  const limits = { gossipGrace: 60_000 };
  const near = await openTestNode({ peers: [miner.address], limits });
  const far = await openTestNode({ peers: [near.address], limits });
  await expectSoon('they are connected', () => near.network.state().peers.length === 2);
  await mineTestBlock(miner.chain);
  await expectSoon('gossip flows', () => heightOf(far) === 1);
  const transfers = Array.from({ length: 20_000 }, (_, index) =>
    transfer({ from: index % 10, to: 4, nonce: (index % 10 === 0 ? 10 : 1) + Math.floor(index / 10) }),
  );
  expect(encodeTransaction(transfers[0]!).length * transfers.length).toBeGreaterThan(4 * 2 ** 20);
  await miner.chain.appendBlock(buildTestBlock(miner.chain, transfers));
  await expectSoon('it has arrived by gossip', () => [near, far].every((node) => heightOf(node) === 2));
  expect([...near.lines, ...far.lines].filter((line) => /Sync|dropped/.test(line))).toEqual([]);
  const late = await openTestNode({ peers: [near.address], limits: { block: 5_000 } });
  await expectSoon('it has arrived by sync', () => heightOf(late) === 2);
  expect(late.chain.tip()).toEqual(miner.chain.tip());
});
