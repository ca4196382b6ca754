import { expect, it } from 'vitest';
import { stepBack, transfer } from '../../src/chain/test-support.ts';
import { serveNode, type ServedNode } from './served-node.ts';

interface Feed {
  readonly items: readonly { block_height: number; block_id: string; confirmations: number }[];
  readonly pagination: { total: number };
}

/** Genesis has ten transactions, each further block here two. */
const transactionsAt = (height: number): number => 10 + 2 * height;

/** Requires that total, items and confirmations of an answer are of the same height. */
function expectOneHeight({ items, pagination: { total } }: Feed): void {
  const tips = new Set(items.map(({ block_height: height, confirmations }) => height + confirmations - 1));
  expect(tips.size).toBe(1);
  const newest = items[0]!.block_height;
  expect(total).toBe(transactionsAt(newest));
  const blocks = new Set(items.map(({ block_height: height, block_id: id }) => `${height} ${id}`));
  expect(blocks.size).toBe(new Set(items.map(({ block_height: height }) => height)).size);
  const heights = items.map((item) => item.block_height);
  expect(heights).toEqual(heights.toSorted((one, other) => other - one));
}

async function queryUntil(node: ServedNode, isOver: () => boolean): Promise<number> {
  let answers = 0;
  while (!isOver()) {
    const [feed, stats, ranking] = await Promise.all(
      ['/api/v1/transactions?limit=50', '/api/v1/stats', '/api/v1/addresses?limit=100'].map((path) =>
        node.get(path),
      ),
    );
    for (const { status } of [feed!, stats!, ranking!]) expect(status).toBeOneOf([200, 503]);
    if (feed!.status === 200) {
      expectOneHeight(feed!.json as Feed);
      answers += 1;
    }
    if (stats!.status === 200) {
      const { stats: totals } = stats!.json as { stats: Record<string, number> };
      const height = totals['indexed_height']!;
      expect(totals).toMatchObject({ blocks: height + 1, transactions: transactionsAt(height) });
    }
    if (ranking!.status === 200) {
      const { items } = ranking!.json as { items: { balance: string; last_seen_height: number }[] };
      const supply = items.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
      const height = Math.max(...items.map((item) => item.last_seen_height));
      expect(supply).toBe(10n ** 15n + BigInt(height) * 5_000_000_000n);
    }
  }
  return answers;
}

it('every answer is of one height, while blocks are connected and disconnected', async () => {
  const node = await serveNode();
  await node.caughtUp();
  let isOver = false;
  const readers = [1, 2, 3].map(() => queryUntil(node, () => isOver));
  for (let round = 0; round < 8; round += 1) {
    for (let block = 0; block < 4; block += 1) {
      const { nonce } = node.chain.view.account(transfer({ from: 1, to: 2, nonce: 1 }).fromAddress)!;
      const payment = transfer({ from: 1, to: 2, nonce: nonce + 1, value: BigInt(round + 1) });
      await node.mine([payment], { miner: round % 9 });
    }
    await node.caughtUp();
    for (let step = 0; step < 3; step += 1) await stepBack(node.chain);
    await node.caughtUp();
  }
  isOver = true;
  const answers = await Promise.all(readers);
  expect(Math.min(...answers)).toBeGreaterThan(10);
  expect(node.log.filter((line) => /failed|rebuilt/.test(line))).toEqual([]);
  await node.remove();
});
