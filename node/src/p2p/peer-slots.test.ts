import { describe, expect, it } from 'vitest';
import { banKeyOf, networkOf, scopeOf } from './addresses.ts';
import { NAMES, type HostilePeer } from './hostile-peer-test-support.ts';
import {
  complaintsOf,
  connectHostile,
  countPeers,
  expectSoon,
  heightOf,
  openHostilePeer,
  openRelay,
  openTestNode,
  type TestNode,
} from './test-support.ts';

const isConnected = ({ host }: HostilePeer): boolean => host.getConnections().length > 0;
const junk = new Uint8Array(300).fill(0xfe);

/** Connects peers with different keys from one address. libp2p accepts 20 connections a second from one address. */
async function besiege(node: TestNode, count: number): Promise<HostilePeer[]> {
  const hostile: HostilePeer[] = [];
  for (let index = 0; index < count; index += 1) {
    const peer = await openHostilePeer();
    await peer.call(node).catch(() => undefined);
    hostile.push(peer);
  }
  return hostile;
}

describe('inbound slots', () => {
  it('are not all taken by 16 keys of one network: an honest node of another network gets one', async () => {
    const limits = { maximumInbound: 8, inboundPerLocalNetwork: 4 };
    const node = await openTestNode({ blocks: 2, limits });
    const hostile = await besiege(node, 16);
    await expectSoon('four are left', () => hostile.filter(isConnected).length === 4);
    const honest = await openTestNode({ peers: [await openRelay(node, '127.0.7.1')] });
    await expectSoon('the honest node has the chain', () => heightOf(honest) === 2);
    expect(countPeers(node)).toBeLessThanOrEqual(5);
  });

  it('make room for another network when full: the newest of the largest network is closed', async () => {
    // Its own connection takes none.
    const { address } = await openTestNode();
    const limits = { maximumInbound: 4, inboundPerLocalNetwork: 5 };
    const node = await openTestNode({ peers: [address], limits });
    await expectSoon('it is connected', () => countPeers(node) === 1);
    const { peer: first } = await connectHostile(node);
    const hostile = await besiege(node, 3);
    await expectSoon('all slots are taken', () => countPeers(node) === 1 + 4);
    const [late] = await besiege(node, 1);
    await expectSoon('one more gets none', () => !isConnected(late!));
    const stranger = await openHostilePeer();
    await stranger.call(node, await openRelay(node, '127.0.8.1'));
    await expectSoon('one made room', () => hostile.filter(isConnected).length === 2);
    expect([first, stranger].map(isConnected)).toEqual([true, true]);
    expect(complaintsOf(node)).toEqual([]);
  });

  it.each([true, false])(
    'of a public address that was dropped are refused to any ID, of a local one only to its own (public: %s)',
    async (treatsLocalAsPublic) => {
      const node = await openTestNode({ limits: { treatsLocalAsPublic } });
      const through = await openRelay(node, '127.0.9.1');
      const connection = await (await openHostilePeer()).call(node, through);
      await expectSoon('the handshake is complete', () => countPeers(node) === 1);
      (await connection.newStream(NAMES.status)).send(junk);
      await expectSoon('it is dropped', () => countPeers(node) === 0);
      const again = await openHostilePeer();
      await again.call(node, through).catch(() => undefined);
      expect(isConnected(again)).toBe(!treatsLocalAsPublic);
      await connectHostile(node); // another address is let in
    },
  );
});

it.each([
  ['203.0.114.9', '203.0.114.0/24', '203.0.114.9/32', 'public'],
  ['::ffff:8.8.4.4', '8.8.4.0/24', '8.8.4.4/32', 'public'],
  ['2a01:4f8:1:2::9', '2a01:4f8:1::/48', '2a01:4f8:1:2::/64', 'public'],
  ['2a01::9', '2a01::/48', '2a01::/64', 'public'],
  ['127.3.2.1', '127.3.2.0/24', '127.3.2.1/32', 'local'],
  ['::1', '::/48', '::/64', 'local'],
  ['::ffff:127.0.0.1', '127.0.0.0/24', '127.0.0.1/32', 'local'],
  ['192.168.7.7', '192.168.7.0/24', '192.168.7.7/32', 'local'],
  ['fe80::1%eth0', 'fe80::/48', 'fe80::/64', 'local'],
  ['0.0.0.0', '0.0.0.0/24', '0.0.0.0/32', 'special'],
  ['224.0.0.1', '224.0.0.0/24', '224.0.0.1/32', 'special'],
  ['node.example', 'node.example', 'node.example', 'special'],
])('the address %s is of network %s, refused as %s, %s', (host, group, refusal, kind) => {
  expect([networkOf(host), banKeyOf(host), scopeOf(host)]).toEqual([group, refusal, kind]);
});
