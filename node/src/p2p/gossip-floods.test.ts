import { describe, expect, it } from 'vitest';
import { ACCOUNTS, numberedAccount, signedTransfer } from '../mempool/test-support.ts';
import { NAMES, type HostilePeer } from './hostile-peer-test-support.ts';
import type { PeerLimits } from './limits.ts';
import { expectSoon, openHostilePeer, openRelay, openTestNode, type TestNode } from './test-support.ts';

const countPeers = ({ network }: TestNode): number => network.state().peers.length;
const logged = ({ lines }: TestNode, pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
const unfunded = numberedAccount(4_711);
/** Validly signed transactions of an account without coins. */
const worthless = (count: number, fee = 1_000n): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => signedTransfer(unfunded, { fee, value: BigInt(index + 1) }));

async function joinGossip(node: TestNode, hostile: HostilePeer, through?: string) {
  const connection = await hostile.call(node, through);
  const { gossip } = hostile.host.services;
  await expectSoon('gossip flows', () => {
    const id = connection.remotePeer.toString();
    return gossip.getSubscribers(NAMES.transactionTopic).some((peer) => peer.toString() === id);
  });
  return {
    connection,
    async send(messages: readonly Uint8Array[]): Promise<void> {
      for (const raw of messages) await gossip.publish(NAMES.transactionTopic, raw).catch(() => undefined);
    },
  };
}

describe('a flood of gossip', () => {
  it('of useless transactions ends with the peer dropped, while honest ones are relayed', async () => {
    const limits = { gossipRate: { perSecond: 1, burst: 800 } };
    const node = await openTestNode({ limits });
    const honest = await openTestNode({ peers: [node.address] });
    const flooder = await joinGossip(node, await openHostilePeer());
    await expectSoon('both are connected', () => countPeers(node) === 2);
    await flooder.send(worthless(120));
    await expectSoon('it is dropped', () =>
      logged(node, /dropped.*too many gossip messages, or useless ones/),
    );
    const admission = await honest.mempool.submit(signedTransfer(ACCOUNTS[1]!));
    if (admission.status !== 'accepted') throw new Error('refused');
    await expect.poll(() => honest.network.publishTransaction(admission.pending)).toBe(1);
    await expectSoon('it has arrived', () => node.mempool.size() === 1);
    expect([node.mempool.size(), countPeers(node)]).toEqual([1, 1]);
  });

  it.each<[string, Partial<PeerLimits>, string | undefined, boolean]>([
    ['under its ID', {}, undefined, true],
    ['from its address under another ID', { bansLocalAddresses: true }, '127.0.11.1', false],
  ])('is not forgotten when the peer reconnects %s', async (_, limits, from, keepsId) => {
    const gossipRate = { perSecond: 0.01, burst: 59 * 41 + 1 };
    const node = await openTestNode({ limits: { gossipRate, ...limits } });
    const through = from === undefined ? undefined : await openRelay(node, from);
    const hostile = await openHostilePeer();
    const first = await joinGossip(node, hostile, through);
    await expectSoon('it is connected', () => countPeers(node) === 1);
    await first.send([...worthless(59), signedTransfer(ACCOUNTS[1]!)]);
    await expectSoon('the last of its burst is taken', () => node.mempool.size() === 1);
    await first.connection.close();
    await expectSoon('it is disconnected', () => countPeers(node) === 0);
    const again = await joinGossip(node, keepsId ? hostile : await openHostilePeer(), through);
    await expectSoon('it is back', () => countPeers(node) === 1);
    await again.send([signedTransfer(ACCOUNTS[2]!), ...worthless(80, 2_000n)]);
    await expectSoon('it is dropped', () => logged(node, /dropped.*too many gossip messages/));
    expect(node.mempool.size()).toBe(1);
  });
});

it('forwarded transactions wait for the rate limit of sending', async () => {
  const node = await openTestNode({ limits: { spreadRate: { perSecond: 20, burst: 2 } } });
  const listener = await openHostilePeer();
  const times: number[] = [];
  listener.host.services.gossip.addEventListener('gossipsub:message', ({ detail }) => {
    if (detail.msg.topic === NAMES.transactionTopic) times.push(Date.now());
  });
  listener.host.services.gossip.subscribe(NAMES.transactionTopic);
  await joinGossip(node, listener);
  await expectSoon('it is connected', () => countPeers(node) === 1);
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // by then the node knows its subscription
  for (let nonce = 1; nonce <= 12; nonce += 1)
    await node.mempool.submit(signedTransfer(ACCOUNTS[1]!, { nonce }));
  await expectSoon('all have arrived', () => times.length === 12);
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(350);
});
