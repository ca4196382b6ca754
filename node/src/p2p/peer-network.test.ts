import { describe, expect, it } from 'vitest';
import { mineTestBlock } from '../chain/test-support.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import { ACCOUNTS, signedTransfer } from '../mempool/test-support.ts';
import { heightOf, openTestNode, expectSoon } from './test-support.ts';

describe('the peer network', () => {
  it('shows a peer on both sides, with the height that it advertises', async () => {
    const first = await openTestNode({ blocks: 3 });
    const second = await openTestNode({ blocks: 3, peers: [first.address] });
    await expectSoon('both know each other', () =>
      [first, second].every(({ network }) => network.state().peers.length === 1),
    );
    const port = Number(first.address.split('/')[4]);
    expect(second.network.state()).toEqual({
      syncing: false,
      ready: true,
      bestPeerHeight: 3,
      peers: [{ host: '127.0.0.1', port, inbound: false, height: 3, lastSeen: expect.any(Number) }],
    });
    expect(first.network.state().peers).toMatchObject([{ host: '127.0.0.1', inbound: true, height: 3 }]);
  });

  it('is ready without peers', async () => {
    const { network } = await openTestNode();
    expect(network.state()).toEqual({ syncing: false, ready: true, bestPeerHeight: 0, peers: [] });
  });

  it('fetches the whole chain from several peers and is ready then', async () => {
    const first = await openTestNode({ blocks: 40 });
    const second = await openTestNode({ blocks: 40, peers: [first.address] });
    const late = await openTestNode({
      peers: [first.address, second.address],
      limits: { blocksPerRequest: 3 },
    });
    await expectSoon('it has caught up', () => heightOf(late) === 40 && late.network.state().ready);
    expect(late.chain.tip()).toEqual(first.chain.tip());
    expect(late.lines).toContain('Syncing: height 0; peers advertise 40');
  });

  it('forwards a new block through a peer to a node that its miner is not connected to', async () => {
    const miner = await openTestNode();
    const middle = await openTestNode({ peers: [miner.address] });
    const end = await openTestNode({ peers: [middle.address] });
    await expectSoon('all are connected', () => middle.network.state().peers.length === 2);
    for (let height = 1; height <= 3; height += 1) {
      await mineTestBlock(miner.chain);
      await expectSoon('the block arrived', () => heightOf(end) === height);
    }
    expect(end.chain.tip()).toEqual(miner.chain.tip());
    await expectSoon('all are ready', () =>
      [miner, middle, end].every(({ network }) => network.state().ready),
    );
  });

  it('counts the peers that a transaction is sent to, and it reaches other nodes', async () => {
    const home = await openTestNode();
    const near = await openTestNode({ peers: [home.address] });
    const nearToo = await openTestNode({ peers: [home.address] });
    const far = await openTestNode({ peers: [near.address] });
    await expectSoon('all are connected', () => home.network.state().peers.length === 2);
    await expectSoon(
      'far is connected',
      () => far.network.state().ready && near.network.state().peers.length === 2,
    );
    const admit = async (sender: number): Promise<PendingTransaction> => {
      const admission = await home.mempool.submit(signedTransfer(ACCOUNTS[sender]!));
      if (admission.status !== 'accepted') throw new Error('refused');
      return admission.pending;
    };
    // A peer that has just connected misses gossip until its subscription is known, and gets it with a later replay.
    let count = 0;
    const flows = async (): Promise<boolean> => {
      count += 1;
      await home.network.publishTransaction(await admit(count));
      return far.mempool.size() > 0;
    };
    await expect.poll(flows, { interval: 500 }).toBe(true);
    const second = await admit(count + 1);
    expect(await home.network.publishTransaction(second)).toBe(2);
    expect(await home.network.publishTransaction(second)).toBe(2);
    await expectSoon('both have it', () =>
      [near, nearToo].every(({ mempool }) => mempool.get(second.id) !== undefined),
    );
  });
});
