import { encodeTransaction } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { buildTestBlock, transfer } from '../chain/test-support.ts';
import { heightOf, openTestNode, expectSoon } from './test-support.ts';

it('a block of more than 4 MiB travels by gossip and by sync', async () => {
  const miner = await openTestNode();
  const near = await openTestNode({ peers: [miner.address] });
  await expectSoon('they are connected', () => miner.network.state().peers.length === 1);
  const transfers = Array.from({ length: 20_000 }, (_, index) =>
    transfer({ from: index % 10, to: 4, nonce: (index % 10 === 0 ? 10 : 1) + Math.floor(index / 10) }),
  );
  expect(encodeTransaction(transfers[0]!).length * transfers.length).toBeGreaterThan(4 * 2 ** 20);
  await miner.chain.appendBlock(buildTestBlock(miner.chain, transfers));
  await expectSoon('it has arrived by gossip', () => heightOf(near) === 1);
  expect(near.lines.filter((line) => /Sync|dropped/.test(line))).toEqual([]);
  const late = await openTestNode({ peers: [near.address], limits: { block: 5_000 } });
  await expectSoon('it has arrived by sync', () => heightOf(late) === 1);
  expect(late.chain.tip()).toEqual(miner.chain.tip());
});
