import { setTimeout as sleep } from 'node:timers/promises';
import { transactionId } from '@cairn/protocol';
import { describe, expect, it, vi } from 'vitest';
import { buildTestBlock } from '../chain/test-support.ts';
import { ACCOUNTS, numberedAccount, signedTransfer } from '../mempool/test-support.ts';
import { NAMES, type HostilePeer } from './hostile-peer-test-support.ts';
import type { PeerLimits } from './settings.ts';
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
  it('ends with the peer dropped, while honest transactions are relayed', async () => {
    const limits = { gossipRate: { perSecond: 1, burst: 60 } };
    const node = await openTestNode({ limits });
    const honest = await openTestNode({ peers: [node.address] });
    const flooder = await joinGossip(node, await openHostilePeer());
    await expectSoon('both are connected', () => countPeers(node) === 2);
    await flooder.send(worthless(120));
    await expectSoon('it is dropped', () => logged(node, /dropped.*too many gossip messages/));
    const admission = await honest.mempool.submit(signedTransfer(ACCOUNTS[1]!));
    if (admission.status !== 'accepted') throw new Error('refused');
    await expect.poll(() => honest.network.publishTransaction(admission.pending)).toBe(1);
    await expectSoon('it has arrived', () => node.mempool.size() === 1);
    expect([node.mempool.size(), countPeers(node)]).toEqual([1, 1]);
  });

  it('that our state refuses is ignored above a rate and costs nothing else: blocks of that peer are taken', async () => {
    const node = await openTestNode({ limits: { refusedRate: { perSecond: 0.001, burst: 5 } } });
    const peer = await openHostilePeer();
    const sender = await joinGossip(node, peer);
    await expectSoon('it is connected', () => countPeers(node) === 1);
    const submit = vi.spyOn(node.mempool, 'submit');
    await sender.send([...worthless(50), signedTransfer(ACCOUNTS[1]!)]);
    await peer.host.services.gossip.publish(NAMES.blockTopic, buildTestBlock(node.chain));
    await expectSoon('the block is taken', () => node.chain.tip().height === 1);
    expect([submit.mock.calls.length < 10, node.mempool.size(), countPeers(node)]).toEqual([true, 0, 1]);
  });

  it.each<[string, Partial<PeerLimits>, string | undefined, boolean]>([
    ['under its ID', {}, undefined, true],
    ['from its address under another ID', { treatsLocalAsPublic: true }, '127.0.11.1', false],
  ])('is not forgotten when the peer reconnects %s', async (_, limits, from, keepsId) => {
    const gossipRate = { perSecond: 0.01, burst: 60 };
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

it('transactions of the node itself are sent up to a debt of that rate', async () => {
  const node = await openTestNode({ limits: { spreadRate: { perSecond: 0.5, burst: 3 } } });
  await openTestNode({ peers: [node.address] });
  let nonce = 0;
  const publish = async (): Promise<number> => {
    const admission = await node.mempool.submit(signedTransfer(ACCOUNTS[1]!, { nonce: (nonce += 1) }));
    return admission.status === 'accepted' ? node.network.publishTransaction(admission.pending) : -1;
  };
  await expect.poll(publish).toBe(1);
  const counts: number[] = [];
  while (counts.length < 10) counts.push(await publish());
  expect(counts.slice(0, 2)).toEqual([1, 1]);
  expect(counts.at(-1)).toBe(0);
});

it('transactions are forwarded at a rate', async () => {
  const node = await openTestNode({ limits: { spreadRate: { perSecond: 0.001, burst: 3 } } });
  const listener = await openTestNode({ peers: [node.address] });
  const hostile = await joinGossip(node, await openHostilePeer());
  await expectSoon('all are connected', () => countPeers(node) === 2);
  const [, own, ...others] = ACCOUNTS;
  const admission = await node.mempool.submit(signedTransfer(own!));
  if (admission.status !== 'accepted') throw new Error('refused');
  const { pending } = admission;
  await expect.poll(() => node.network.publishTransaction(pending)).toBeGreaterThan(0);
  const transfers = others.slice(0, 5).map((account) => signedTransfer(account));
  await hostile.send(transfers);
  await expectSoon('the node has all of them', () => node.mempool.size() === 1 + 5);
  const forwarded = (): number =>
    transfers.filter((raw) => listener.mempool.get(transactionId(raw)) !== undefined).length;
  await expectSoon('two are forwarded', () => forwarded() === 2);
  await sleep(300);
  expect(forwarded()).toBe(2);
});
