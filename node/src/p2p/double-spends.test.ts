import { encodeTransaction } from '@cairn/protocol';
import { expect, it, vi } from 'vitest';
import { transfer } from '../chain/test-support.ts';
import { NAMES } from './hostile-peer-test-support.ts';
import { expectSoon, openHostilePeer, openTestNode, type TestNode } from './test-support.ts';

/** Small, so that a few conflicts use up what 11 senders with 64 transfers each use up of the real ones. */
const limits = { gossipRate: { perSecond: 100, burst: 1_000 }, refusedRate: { perSecond: 5, burst: 10 } };
const SENDERS = 8;
const CHAIN = 12;

/** Chains of transfers of all senders. Those of one fee and another payee conflict. */
function chains(payee: number, fee: bigint): Uint8Array[] {
  return Array.from({ length: SENDERS * CHAIN }, (_, index) => {
    const nonce = 1 + Math.floor(index / SENDERS);
    return encodeTransaction(transfer({ from: index % SENDERS, to: payee, nonce, fee }));
  });
}

/** Connects a peer that sends gossip to one node. @returns what it sends */
async function openSender(node: TestNode): Promise<(messages: readonly Uint8Array[]) => Promise<void>> {
  const peer = await openHostilePeer();
  await peer.call(node);
  const { gossip } = peer.host.services;
  await expectSoon('gossip flows', () => gossip.getSubscribers(NAMES.transactionTopic).length > 0);
  return async (messages) => {
    for (const raw of messages) await gossip.publish(NAMES.transactionTopic, raw);
  };
}

it('honest nodes stay connected while a double spender gives each half of them other transfers', async () => {
  const left = await openTestNode({ limits });
  const middle = await openTestNode({ limits, peers: [left.address] });
  const right = await openTestNode({ limits, peers: [left.address, middle.address] });
  const nodes = [left, middle, right];
  const submit = vi.spyOn(middle.mempool, 'submit');
  const refusals = async (): Promise<number> => {
    const admissions = await Promise.all(submit.mock.results.map(({ value }) => value));
    return admissions.filter(({ reason }) => reason === 'replacement_fee_too_low').length;
  };
  const senders = await Promise.all(nodes.map(openSender));
  const isConnected = ({ network }: TestNode): boolean => network.state().peers.length === 3;
  await expectSoon('all are connected', () => nodes.every(isConnected));
  for (const fee of [1_000n, 2_000n, 4_000n])
    await Promise.all(senders.map((send, index) => send(chains(8 + (index % 2), fee))));
  await expect.poll(refusals).toBeGreaterThan(5);
  // Nobody is ignored for good either.
  let fee = 1_000n;
  const hasArrived = async (): Promise<boolean> => {
    const later = transfer({ from: 9, to: 8, nonce: 1, fee: (fee *= 2n) });
    const admission = await left.mempool.submit(encodeTransaction(later));
    if (admission.status === 'accepted') await left.network.publishTransaction(admission.pending);
    return [middle, right].every(({ mempool }) => mempool.pendingOutgoing(later.fromAddress).length > 0);
  };
  await expect.poll(hasArrived, { interval: 500 }).toBe(true);
  expect(nodes.every(isConnected)).toBe(true);
  expect(nodes.flatMap(({ lines }) => lines.filter((line) => /dropped|[Dd]isconnect/.test(line)))).toEqual(
    [],
  );
});
