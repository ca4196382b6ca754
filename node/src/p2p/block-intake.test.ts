import { beforeAll, expect, it } from 'vitest';
import { mineBranch } from '@cairn/chain/test-support';
import { BlockIntake } from './block-intake.ts';
import type { PeerLimits } from './settings.ts';
import type { Peer } from './peers.ts';
import { branchOf, idOf, openHostilePeer, openTestContext } from './test-support.ts';

/** Genesis and 14 blocks of `SIZE` bytes each. */
let blocks: Uint8Array[];
const SIZE = 331;
beforeAll(async () => {
  blocks = await branchOf(3, 14);
});

/** The intake of a node and two peers of it. */
async function openIntake(limits: Partial<PeerLimits> = {}) {
  const context = await openTestContext(limits, () => 1);
  const [host, ...others] = [await openHostilePeer(), await openHostilePeer(), await openHostilePeer()];
  const [anna, ben] = await Promise.all(others.map((other) => host.host.dial(other.host.getMultiaddrs())));
  const peers: [Peer, Peer] = [context.peers.add(anna!), context.peers.add(ben!)];
  return { intake: new BlockIntake(context), chain: context.chain, peers };
}

it.each<[string, Partial<PeerLimits>, number]>([
  ['number for each peer', { orphansPerPeer: 6 }, 4 + 6],
  ['bytes for each peer', { orphanBytesPerPeer: 3 * SIZE }, 3 + 3],
  ['bytes in all', { orphanBytesTotal: 5 * SIZE }, 5],
])('blocks of unknown parents are bounded in their %s', async (_, limits, count) => {
  const { intake, peers } = await openIntake(limits);
  for (const [index, block] of blocks.slice(2).entries())
    expect(await intake.receive(block, peers[index < 4 ? 0 : 1])).toBe('orphan');
  expect(intake.orphans).toEqual({ count, bytes: count * SIZE });
  await intake.close();
});

it('blocks of unknown parents are forgotten after some minutes', async () => {
  const { intake, peers } = await openIntake({ orphanLifetimeMs: 100 });
  expect(await intake.receive(blocks[2]!, peers[0])).toBe('orphan');
  await expect.poll(() => intake.orphans).toEqual({ count: 0, bytes: 0 });
});

it.each<[string, Partial<PeerLimits>, string[]]>([
  ['for each peer', { bytesInValidationPerPeer: 2 * SIZE }, ['added', 'added', 'ignored', 'orphan']],
  ['in all', { bytesInValidation: 2 * SIZE }, ['added', 'added', 'ignored', 'ignored']],
])('the bytes of gossiped blocks that wait for validation are bounded %s', async (_, limits, receptions) => {
  const { intake, peers } = await openIntake(limits);
  const receiving = [1, 2, 3, 5].map((at) => intake.receive(blocks[at]!, peers[at < 5 ? 0 : 1]));
  expect(await Promise.all(receiving)).toEqual(receptions);
  // They wait no more.
  expect(await intake.receive(blocks[3]!, peers[0])).toBe('added');
});

it('of a block that forks off more than six blocks below the tip only the header is taken', async () => {
  const { intake, chain, peers } = await openIntake();
  const main = await mineBranch(Array(10).fill(3));
  for (const raw of main) await chain.appendBlock(raw);
  const taken: unknown[] = [];
  for (const parent of [4, 3]) {
    const [side] = await mineBranch([4], main.slice(0, parent));
    taken.push(await intake.receive(side!, peers[0]), chain.tree.get(idOf(side!))?.hasBody);
  }
  expect(taken).toEqual(['ignored', true, 'ignored', false]);
});
