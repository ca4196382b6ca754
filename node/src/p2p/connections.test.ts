import { setTimeout as sleep } from 'node:timers/promises';
import { multiaddr } from '@multiformats/multiaddr';
import { describe, expect, it } from 'vitest';
import { mineTestBlock } from '../chain/test-support.ts';
import {
  expectSoon,
  heightOf,
  openHostilePeer,
  openRelay,
  openTestNode,
  type TestNode,
} from './test-support.ts';

const KEYS = 60;
const countPeers = ({ network }: TestNode): number => network.state().peers.length;

describe('connections', () => {
  it('from outside are limited, and a free slot is used again', async () => {
    const node = await openTestNode({ limits: { maximumInbound: 2 } });
    const callers = [await openHostilePeer(), await openHostilePeer(), await openHostilePeer()];
    for (const caller of callers.slice(0, 2)) await caller.call(node);
    await expectSoon('two are connected', () => countPeers(node) === 2);
    await callers[2]!.call(node).catch(() => undefined);
    await expectSoon('the newest is refused', () => callers[2]!.host.getConnections().length === 0);
    await sleep(200);
    expect(countPeers(node)).toBe(2);
    await callers[0]!.host.stop();
    await expectSoon('one is disconnected', () => countPeers(node) === 1);
    await callers[2]!.call(node);
    await expectSoon('two are connected again', () => countPeers(node) === 2);
  });

  it('to a configured peer are restored when the peer returns, and missed blocks are fetched', async () => {
    const server = await openTestNode({ blocks: 1 });
    const port = Number(server.address.split('/')[4]);
    const node = await openTestNode({ peers: [`/ip4/127.0.0.1/tcp/${port}`] });
    await expectSoon('it has the block', () => heightOf(node) === 1);
    await server.leave();
    await expectSoon('it has no peers', () => countPeers(node) === 0);
    await expectSoon('it is ready without peers', () => node.network.state().ready);
    expect(node.network.state()).toMatchObject({ bestPeerHeight: 0 });
    for (let count = 0; count < 5; count += 1) await mineTestBlock(server.chain);
    await server.rejoin();
    await expectSoon('it has caught up', () => heightOf(node) === 6);
    expect(node.chain.tip()).toEqual(server.chain.tip());
  });

  it('to two addresses of one peer become one', async () => {
    const node = await openTestNode();
    const again = await openTestNode({ peers: [node.address, node.address] });
    await expectSoon('they are connected', () => countPeers(again) === 1);
    await sleep(300);
    expect([countPeers(node), countPeers(again)]).toEqual([1, 1]);
  });
});

it('peers with new keys that connect and leave leave nothing in libp2p', async () => {
  const { host } = await openHostilePeer();
  const [address] = host.getMultiaddrs();
  const relays = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      openRelay({ address: address!.toString() }, `127.0.20.${index + 1}`),
    ),
  );
  await Promise.all(
    relays.map(async (relay) => {
      for (let key = 0; key < KEYS / relays.length; key += 1) {
        const peer = await openHostilePeer();
        await peer.host.dial(multiaddr(relay));
        await expect.poll(async () => host.peerStore.has(peer.host.peerId)).toBe(true);
        await peer.host.stop();
      }
    }),
  );
  const ids = async (): Promise<string[]> => (await host.peerStore.all()).map(({ id }) => id.toString());
  await expect.poll(ids).toEqual([]);
});
