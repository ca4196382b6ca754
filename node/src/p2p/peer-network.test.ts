import { genesisBlock } from '@cairn/protocol';
import { multiaddr } from '@multiformats/multiaddr';
import { expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, mineTestBlock } from '@cairn/chain/test-support';
import { signedTransfer } from '@cairn/chain/mempool/test-support';
import { statusOfBlocks } from './hostile-peer-test-support.ts';
import { decodeStatus, encodeStatus } from './status-exchange.ts';
import {
  admit,
  afterStatuses,
  complaintsOf,
  countPeers,
  expectSoon,
  heightOf,
  logged,
  openHostilePeer,
  openRelay,
  openTestNode,
} from './test-support.ts';
import { framesOf } from './wire.ts';

it('a node shows its peers, with the height that each advertises', async () => {
  const first = await openTestNode({ blocks: 3 });
  const alone = { syncing: false, ready: true, bestPeerHeight: 0, peers: [] };
  expect(first.network.state()).toEqual(alone);
  const second = await openTestNode({ blocks: 3, peers: [first.address, first.address] });
  await expectSoon('both know each other', () => countPeers(first) > 0 && countPeers(second) > 0);
  await afterStatuses(second);
  const port = Number(first.address.split('/')[4]);
  // Two addresses of one peer are one peer.
  expect(second.network.state()).toEqual({
    ...alone,
    bestPeerHeight: 3,
    peers: [{ host: '127.0.0.1', port, inbound: false, height: 3, lastSeen: expect.any(Number) }],
  });
  expect(first.network.state().peers).toMatchObject([{ host: '127.0.0.1', inbound: true, height: 3 }]);
  expect(logged(first, /connected \(inbound\)/)).toBe(true);
});

it('a configured peer that returns is connected again, and missed blocks are fetched', async () => {
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

it('a transaction is counted for each peer that it is sent to, and reaches other nodes', async () => {
  const home = await openTestNode();
  const near = await openTestNode({ peers: [home.address] });
  const nearToo = await openTestNode({ peers: [home.address] });
  const far = await openTestNode({ peers: [near.address] });
  await expectSoon('all are connected', () => countPeers(home) === 2 && countPeers(near) === 2);
  // A peer that has just connected misses gossip until its subscription is known, and gets it with a later replay.
  let count = 0;
  const flows = async (): Promise<boolean> => {
    await home.network.publishTransaction(await admit(home, signedTransfer(ACCOUNTS[(count += 1)]!)));
    return far.mempool.size() > 0;
  };
  await expect.poll(flows, { interval: 200 }).toBe(true);
  const last = await admit(home, signedTransfer(ACCOUNTS[count + 1]!));
  for (const _ of ['once', 'again']) expect(await home.network.publishTransaction(last)).toBe(2);
  await expectSoon('both have it', () =>
    [near, nearToo].every(({ mempool }) => mempool.get(last.id) !== undefined),
  );
});

it('a busy peer gets one status request at a time, and the newest tip as soon as it answers', async () => {
  const heights: number[] = [];
  let asking = 0;
  let most = 0;
  let whileBusy = Promise.resolve();
  const peer = await openHostilePeer({
    answerStatus: async (stream) => {
      most = Math.max(most, (asking += 1));
      const frames = framesOf(stream, { maximum: 1_024 }, AbortSignal.timeout(60_000));
      const status = decodeStatus(await frames.read());
      await whileBusy;
      heights.push(status!.height);
      await frames.write(encodeStatus(statusOfBlocks([genesisBlock(DEVNET)])));
      asking -= 1;
    },
  });
  const node = await openTestNode({ limits: { statusIntervalMs: 20, advertiseAfterMs: 5 } });
  await peer.call(node);
  await expectSoon('the handshake is complete', () => countPeers(node) === 1);
  const busy = Promise.withResolvers<void>();
  whileBusy = busy.promise;
  await expectSoon('it is asked', () => asking === 1);
  for (let count = 0; count < 6; count += 1) {
    await mineTestBlock(node.chain);
    node.network.tick();
  }
  busy.resolve();
  await expectSoon('it knows the tip', () => heights.at(-1) === heightOf(node));
  expect([most, countPeers(node), complaintsOf(node)]).toEqual([1, 1, []]);
});

it('each protocol of a peer but that of gossip has a name of its network', async () => {
  const { host } = await openHostilePeer();
  const own = new RegExp(`^/cairn/${DEVNET.magic}/|^/meshsub/`);
  expect(host.getProtocols().filter((name) => !own.test(name))).toEqual([]);
});

it('peers with new keys that connect and leave leave nothing in libp2p', async () => {
  const { host } = await openHostilePeer();
  const address = host.getMultiaddrs()[0]!.toString();
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (network) => {
      const relay = await openRelay({ address }, `127.0.20.${network}`);
      for (let key = 0; key < 4; key += 1) {
        const peer = await openHostilePeer();
        await peer.host.dial(multiaddr(relay));
        await expect.poll(async () => host.peerStore.has(peer.host.peerId)).toBe(true);
        await peer.host.stop();
      }
    }),
  );
  await expect.poll(async () => (await host.peerStore.all()).map(({ id }) => id.toString())).toEqual([]);
});
