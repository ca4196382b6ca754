import { setTimeout as sleep } from 'node:timers/promises';
import type { Stream } from '@libp2p/interface';
import { expect, it } from 'vitest';
import { NAMES } from './hostile-peer-test-support.ts';
import { openHostilePeer } from './test-support.ts';
import { PEER_LIMITS } from './limits.ts';
import { Peer } from './peers.ts';
import { PeerRecords } from './rate-limiter.ts';
import {
  answerOffers,
  createTransactionOffers,
  OFFER_MAXIMUM,
  type OfferAnswer,
} from './transaction-offers.ts';

it('a peer with a slow disk answers a full message in time, and validates its transactions in order', async () => {
  const [sender, receiver] = [await openHostilePeer(), await openHostilePeer()];
  const validated: number[] = [];
  const validate = async ([number]: Uint8Array): Promise<OfferAnswer> => {
    validated.push(number!);
    await sleep(20); // as long as a disk may take to store one
    return number! % 3 === 0 ? 'known' : 'admitted';
  };
  await receiver.host.unhandle(NAMES.transactions);
  await receiver.host.handle(NAMES.transactions, (stream: Stream) =>
    answerOffers(stream, PEER_LIMITS, validate),
  );
  const connection = await sender.host.dial(receiver.host.getMultiaddrs());
  const peer = new Peer(connection, new PeerRecords(PEER_LIMITS, Date.now).take('receiver', undefined), 0);
  const offers = createTransactionOffers(NAMES.transactions, PEER_LIMITS);
  const numbers = Array.from({ length: OFFER_MAXIMUM }, (_, number) => number);
  const answers = await Promise.all(
    numbers.map((number) => offers.offer(peer, new Uint8Array(213).fill(number))),
  );
  expect(answers).toEqual(numbers.map((number) => (number % 3 === 0 ? 'known' : 'admitted')));
  expect(validated).toEqual(numbers);
});
