import { countTransactions } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { ACCOUNTS, buildTestBlock, mineTestBlock, transfer } from '@cairn/chain/test-support';
import {
  complaintsOf,
  countPeers,
  mineUntilGossiped,
  openTestNode,
  expectSoon,
  sharesTip,
  type TestNode,
} from './test-support.ts';

/** Number of transactions in the largest gossiped block, which has at most 4 MiB − 64 KiB. */
const MAX_GOSSIPED_TRANSACTIONS = 19_383;
/** Statuses are not repeated, and a new tip is advertised after ten minutes: blocks can only arrive by gossip. */
const GOSSIP_ALONE = { statusIntervalMs: 600_000, advertiseAfterMs: 600_000 };

/** Two or three nodes in a row, of which the first mines. */
async function openRow(
  limits: Parameters<typeof openTestNode>[0] & object,
  length: 2 | 3,
): Promise<TestNode[]> {
  const row = [await openTestNode(limits)];
  while (row.length < length) row.push(await openTestNode({ ...limits, peers: [row.at(-1)!.address] }));
  await expectSoon('they are connected', () => countPeers(row.at(-2)!) === length - 1);
  await mineUntilGossiped(...(row as [TestNode, TestNode]));
  return row;
}

/** No block of a row has transfers before these, which are signed once. */
let signed: ReturnType<typeof transfer>[] | undefined;

/** The next block of a row with that many transactions, of ten senders in turn. */
function blockOf(transactions: number, { chain }: TestNode): Uint8Array {
  signed ??= Array.from({ length: MAX_GOSSIPED_TRANSACTIONS }, (_, index) => {
    const from = index % 10;
    const confirmed = chain.view.account(ACCOUNTS[from]!.address)!.nonce;
    return transfer({ from, to: 4, nonce: confirmed + 1 + Math.floor(index / 10) });
  });
  const block = buildTestBlock(chain, signed.slice(0, transactions - 1));
  expect(countTransactions(block.length)).toBe(transactions);
  return block;
}

it('the largest gossiped block travels by gossip', async () => {
  const [miner, near, far] = (await openRow({ limits: GOSSIP_ALONE }, 3)) as [TestNode, TestNode, TestNode];
  await miner.chain.appendBlock(blockOf(MAX_GOSSIPED_TRANSACTIONS, miner));
  await expectSoon('it has arrived', () => [near, far].every((node) => sharesTip(node, miner)));
  expect(complaintsOf(miner, near, far)).toEqual([]);
});

it('a larger block is fetched by connected nodes, and by nodes that connect later', async () => {
  const [miner, near, far] = (await openRow({ limits: { statusIntervalMs: 600_000 } }, 3)) as [
    TestNode,
    TestNode,
    TestNode,
  ];
  const block = blockOf(MAX_GOSSIPED_TRANSACTIONS + 1, miner);
  await miner.chain.appendBlock(block);
  // Statuses are repeated every ten minutes: the block is fetched because the new tip was advertised.
  await expectSoon('it has arrived', () => [near, far].every((node) => sharesTip(node, miner)));
  const late = await openTestNode({ peers: [near.address] });
  await expectSoon('it has arrived later', () => sharesTip(late, miner));
  expect(complaintsOf(miner, near, far, late)).toEqual([]);
});

it('a larger block is never offered to gossip', async () => {
  const [miner, near] = (await openRow({ limits: GOSSIP_ALONE }, 2)) as [TestNode, TestNode];
  await miner.chain.appendBlock(blockOf(MAX_GOSSIPED_TRANSACTIONS + 1, miner));
  await mineTestBlock(miner.chain);
  await expectSoon('the one above it has come by gossip, and the gap is fetched', () =>
    sharesTip(near, miner),
  );
  expect(complaintsOf(miner, near)).toEqual([]);
});
