import { encodeTransaction, genesisBlock, transactionId } from '@cairn/protocol';
import { lpStream } from '@libp2p/utils';
import { describe, expect, it, vi } from 'vitest';
import { ACCOUNTS, buildTestBlock, DEVNET, transfer } from '@cairn/chain/test-support';
import { numberedAccount, signedTransfer } from '@cairn/chain/mempool/test-support';
import { NAMES, statusOfBlocks } from './hostile-peer-test-support.ts';
import type { PeerLimits } from './settings.ts';
import { encodeStatus } from './status-exchange.ts';
import {
  admit,
  complaintsOf,
  countPeers,
  expectSoon,
  joinGossip,
  logged,
  mineUntilGossiped,
  openHostilePeer,
  openRelay,
  openTestNode,
} from './test-support.ts';
import { FRAME_LENGTH } from './wire.ts';

const unfunded = numberedAccount(4_711);
/** Validly signed transactions of an account without coins. */
const worthless = (count: number, fee = 1_000n): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => signedTransfer(unfunded, { fee, value: BigInt(index + 1) }));

/** A transfer of an account. */
const of = (account: number, nonce = 1): Uint8Array => signedTransfer(ACCOUNTS[account]!, { nonce });

describe('a flood of gossip', () => {
  it('ends with the peer dropped, while honest transactions are relayed', async () => {
    const node = await openTestNode({ limits: { gossipRate: { perSecond: 1, burst: 60 } } });
    const honest = await openTestNode({ peers: [node.address] });
    await expectSoon('the honest one is connected', () => countPeers(node) === 1);
    const flooder = await joinGossip(node);
    await flooder.send(worthless(120));
    await expectSoon('it is dropped', () => logged(node, /dropped.*too many gossip messages/));
    const pending = await admit(honest, of(1));
    await expect.poll(() => honest.network.publishTransaction(pending)).toBe(1);
    await expectSoon('it has arrived', () => node.mempool.size() === 1);
    expect(countPeers(node)).toBe(1);
  });

  it('that our state refuses is ignored above a rate and costs nothing else: blocks of that peer are taken', async () => {
    const node = await openTestNode({ limits: { refusedRate: { perSecond: 0.001, burst: 5 } } });
    const sender = await joinGossip(node);
    const submit = vi.spyOn(node.mempool, 'submit');
    await sender.send([...worthless(50), of(1)]);
    await sender.send([buildTestBlock(node.chain)], NAMES.blockTopic);
    await expectSoon('the block is taken', () => node.chain.tip().height === 1);
    expect([submit.mock.calls.length < 10, node.mempool.size(), countPeers(node)]).toEqual([true, 0, 1]);
  });

  it.each<[string, Partial<PeerLimits>, string | undefined, boolean]>([
    ['under its ID', {}, undefined, true],
    ['from its address under another ID', { treatsLocalAsPublic: true }, '127.0.11.1', false],
  ])('is not forgotten when the peer reconnects %s', async (_, limits, from, keepsId) => {
    const node = await openTestNode({ limits: { gossipRate: { perSecond: 0.01, burst: 60 }, ...limits } });
    const through = from === undefined ? undefined : await openRelay(node, from);
    const hostile = await openHostilePeer();
    const first = await joinGossip(node, hostile, through);
    await first.send([...worthless(59), of(1)]);
    await expectSoon('the last of its burst is taken', () => node.mempool.size() === 1);
    await first.connection.close();
    await expectSoon('it is disconnected', () => countPeers(node) === 0);
    const again = await joinGossip(node, keepsId ? hostile : await openHostilePeer(), through);
    await again.send([of(2), ...worthless(80, 2_000n)]);
    await expectSoon('it is dropped', () => logged(node, /dropped.*too many gossip messages/));
    expect(node.mempool.size()).toBe(1);
  });
});

it('gossip before the handshake is ignored', async () => {
  const node = await openTestNode();
  const { promise: handshake, resolve } = Promise.withResolvers<void>();
  const peer = await openHostilePeer({
    answerStatus: async (stream) => {
      await handshake;
      await lpStream(stream, FRAME_LENGTH).write(encodeStatus(statusOfBlocks([genesisBlock(DEVNET)])));
    },
  });
  await peer.call(node);
  const { gossip } = peer.host.services;
  await expectSoon('it can send', () => gossip.getSubscribers(NAMES.transactionTopic).length > 0);
  await gossip.publish(NAMES.transactionTopic, of(1));
  resolve();
  await expectSoon('the handshake is complete', () => countPeers(node) === 1);
  await gossip.publish(NAMES.transactionTopic, of(2));
  await expectSoon('a later one is taken', () => node.mempool.size() > 0);
  expect(node.mempool.get(transactionId(of(1)))).toBeUndefined();
});

describe('transactions', () => {
  it('of the node itself are sent up to a debt of that rate', async () => {
    const node = await openTestNode({ limits: { spreadRate: { perSecond: 0.5, burst: 3 } } });
    await mineUntilGossiped(node, await openTestNode({ peers: [node.address] }));
    const counts: number[] = [];
    while (counts.length < 11)
      counts.push(await node.network.publishTransaction(await admit(node, of(1, counts.length + 1))));
    expect([counts.slice(0, 3), counts.at(-1)]).toEqual([[1, 1, 1], 0]);
  });

  it('of others are forwarded at a rate', async () => {
    const node = await openTestNode({ limits: { spreadRate: { perSecond: 0.001, burst: 3 } } });
    const listener = await openTestNode({ peers: [node.address] });
    await expectSoon('the listener is connected', () => countPeers(node) === 1);
    const hostile = await joinGossip(node);
    const own = await admit(node, of(1));
    await expect.poll(() => node.network.publishTransaction(own)).toBeGreaterThan(0);
    const transfers = [2, 3, 4, 5, 6].map((account) => of(account));
    await hostile.send(transfers);
    await expectSoon('the node has all of them', () => node.mempool.size() === 1 + 5);
    const forwarded = (): number =>
      transfers.filter((raw) => listener.mempool.get(transactionId(raw)) !== undefined).length;
    await expectSoon('two are forwarded', () => forwarded() === 2);
    await hostile.send([buildTestBlock(node.chain)], NAMES.blockTopic);
    await expectSoon('a block that comes later is', () => listener.chain.tip().height === 1);
    expect(forwarded()).toBe(2);
  });
});

it('honest nodes stay connected while a double spender gives each half of them other transfers', async () => {
  const SENDERS = 8;
  /** Chains of 12 transfers of all senders. Those of one fee and another payee conflict. */
  const chains = (payee: number, fee: bigint): Uint8Array[] =>
    Array.from({ length: SENDERS * 12 }, (_, index) => {
      const nonce = 1 + Math.floor(index / SENDERS);
      return encodeTransaction(transfer({ from: index % SENDERS, to: payee, nonce, fee }));
    });
  // Small, so that a few conflicts use up what 11 senders with 64 transfers each use up of the real ones.
  const limits = {
    gossipRate: { perSecond: 100, burst: 1_000 },
    refusedRate: { perSecond: 25, burst: 10 },
  };
  const left = await openTestNode({ limits });
  const middle = await openTestNode({ limits, peers: [left.address] });
  const right = await openTestNode({ limits, peers: [left.address, middle.address] });
  const nodes = [left, middle, right];
  const submit = vi.spyOn(middle.mempool, 'submit');
  const refusals = async (): Promise<number> => {
    const admissions = await Promise.all(submit.mock.results.map(({ value }) => value));
    return admissions.filter(({ reason }) => reason === 'replacement_fee_too_low').length;
  };
  const senders = await Promise.all(nodes.map(async (node) => joinGossip(node)));
  const areConnected = (): boolean => nodes.every((node) => countPeers(node) === 3);
  await expectSoon('all are connected', areConnected);
  for (const fee of [1_000n, 2_000n, 4_000n])
    await Promise.all(senders.map((sender, index) => sender.send(chains(8 + (index % 2), fee))));
  await expect.poll(refusals).toBeGreaterThan(5);
  // Nobody is ignored for good either.
  let fee = 1_000n;
  const hasArrived = async (): Promise<boolean> => {
    const later = transfer({ from: 9, to: 8, nonce: 1, fee: (fee *= 2n) });
    const admission = await left.mempool.submit(encodeTransaction(later));
    if (admission.status === 'accepted') await left.network.publishTransaction(admission.pending);
    return [middle, right].every(({ mempool }) => mempool.pendingOutgoing(later.fromAddress).length > 0);
  };
  await expect.poll(hasArrived, { interval: 200 }).toBe(true);
  expect([areConnected(), complaintsOf(...nodes)]).toEqual([true, []]);
});
