import { genesisBlock } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { DEVNET, mineBranch, transfer } from '@cairn/chain/test-support';
import { BlockIntake } from './block-intake.ts';
import type { PeerLimits } from './settings.ts';
import type { Peer } from './peers.ts';
import { idOf, openHostilePeer, openTestContext } from './test-support.ts';

/** A chain from the genesis block on; every fifth block has 40 transfers. */
async function blocksOf(count: number): Promise<Uint8Array[]> {
  const transfers = (height: number) =>
    Array.from({ length: height % 5 === 0 ? 40 : 0 }, (_, index) =>
      transfer({ from: 1, to: 2, nonce: (height / 5 - 1) * 40 + index + 1 }),
    );
  const contents = Array.from({ length: count }, (_, index) => transfers(index + 1));
  return [genesisBlock(DEVNET), ...(await mineBranch(contents))];
}

async function openIntake(limits: Partial<PeerLimits> = {}) {
  const context = await openTestContext(limits, () => 1);
  return { intake: new BlockIntake(context), chain: context.chain };
}

/** Two connected peers. */
async function openPeers(): Promise<[Peer, Peer]> {
  const { peers } = await openTestContext();
  const [host, ...others] = [await openHostilePeer(), await openHostilePeer(), await openHostilePeer()];
  const [anna, ben] = await Promise.all(others.map((other) => host.host.dial(other.host.getMultiaddrs())));
  return [peers.add(anna!), peers.add(ben!)];
}

it('blocks of unknown parents are bounded in number and bytes, for each peer and in all', async () => {
  const [anna, ben] = await openPeers();
  const blocks = await blocksOf(30);
  const { intake } = await openIntake({
    orphansPerPeer: 6,
    orphanBytesPerPeer: 12_000,
    orphanBytesTotal: 14_000,
  });
  for (const block of blocks.slice(6, 10)) await intake.receive(block, ben);
  expect(intake.orphans.count).toBe(4);
  for (const block of blocks.slice(11)) await intake.receive(block, anna);
  expect(intake.orphans.count).toBeLessThanOrEqual(4 + 6);
  expect(intake.orphans.count).toBeGreaterThan(4);
  expect(intake.orphans.bytes).toBeLessThanOrEqual(14_000);
  await intake.close();
});

it('blocks of unknown parents are forgotten after some minutes', async () => {
  const [anna] = await openPeers();
  const blocks = await blocksOf(2);
  const { intake } = await openIntake({ orphanLifetimeMs: 100 });
  expect(await intake.receive(blocks[2]!, anna)).toBe('orphan');
  await expect.poll(() => intake.orphans).toEqual({ count: 0, bytes: 0 });
});

it('the bytes of gossiped blocks that wait for validation are bounded for each peer', async () => {
  const [anna, ben] = await openPeers();
  const blocks = await blocksOf(5);
  const { intake } = await openIntake({ bytesInValidationPerPeer: 700 });
  const [first, second, third] = [blocks[1]!, blocks[2]!, blocks[3]!].map((block) =>
    intake.receive(block, anna),
  );
  const other = intake.receive(blocks[4]!, ben);
  expect(await third).toBe('ignored');
  expect(await Promise.all([first, second])).toEqual(['added', 'added']);
  expect(await other).toBe('orphan');
});

it('of a block that forks off more than six blocks below the tip only the header is taken', async () => {
  const [anna] = await openPeers();
  const { intake, chain } = await openIntake();
  const main = await mineBranch(Array(10).fill(3));
  for (const raw of main) await chain.appendBlock(raw);
  const taken: unknown[] = [];
  for (const parent of [4, 3]) {
    const [side] = await mineBranch([4], main.slice(0, parent));
    taken.push(await intake.receive(side!, anna), chain.tree.get(idOf(side!))?.hasBody);
  }
  expect(taken).toEqual(['ignored', true, 'ignored', false]);
});
