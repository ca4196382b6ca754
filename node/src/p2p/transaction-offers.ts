import { setTimeout as sleep } from 'node:timers/promises';
import { TRANSACTION_SIZE } from '@cairn/protocol';
import type { Stream } from '@libp2p/interface';
import { framesOf, ProtocolViolation, withDeadline, withStream } from './frames.ts';
import type { PeerLimits } from './limits.ts';
import type { Peer } from './peers.ts';

/** Maximum number of transactions of one message: 54,528 bytes. */
export const OFFER_MAXIMUM = 256;
/** Pause after a message that was not full, so that many submissions share few messages. */
const PAUSE_MS = 20;
/** Maximum number of transactions waiting for one peer; further ones are not offered to it. */
const QUEUE_MAXIMUM = 25_000;

/** Answers to an offered transaction, one byte each. */
const ANSWERS = { refused: 0, admitted: 1, known: 2 } as const;

export type OfferAnswer = keyof typeof ANSWERS;

interface Offer {
  readonly raw: Uint8Array;
  readonly answered: (answer: OfferAnswer | undefined) => void;
}

/** Offers transactions directly to peers, which answer each one. */
export interface TransactionOffers {
  /**
   * @returns the peer's answer; `undefined` if the peer's queue is full, the peer did not answer an earlier message, or this
   * exchange fails, takes too long or has an answer of the wrong length
   */
  offer(peer: Peer, raw: Uint8Array): Promise<OfferAnswer | undefined>;
}

/**
 * Sends the transactions that wait for a peer in messages of up to 256, each after the peer answered the previous
 * message.
 */
export function createTransactionOffers(protocol: string, limits: PeerLimits): TransactionOffers {
  const queues = new WeakMap<Peer, Offer[]>();

  const drain = async (peer: Peer, queue: Offer[]): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, OFFER_MAXIMUM);
      const answers = await sendOffers(peer, protocol, batch, limits);
      batch.forEach(({ answered }, index) => answered(answers?.[index]));
      // A peer that did not answer would probably not answer the waiting messages, and delay each of them.
      if (answers === undefined) for (const { answered } of queue.splice(0)) answered(undefined);
      if (batch.length < OFFER_MAXIMUM) await sleep(PAUSE_MS);
    }
    queues.delete(peer);
  };

  return {
    offer: (peer, raw) =>
      new Promise((answered) => {
        const waiting = queues.get(peer);
        if (waiting !== undefined && waiting.length >= QUEUE_MAXIMUM) return answered(undefined);
        if (waiting !== undefined) return void waiting.push({ raw, answered });
        const queue = [{ raw, answered }];
        queues.set(peer, queue);
        queueMicrotask(() => void drain(peer, queue));
      }),
  };
}

/** @returns the answers in order; `undefined` if the exchange fails, takes too long, or the answer has the wrong length */
async function sendOffers(
  peer: Peer,
  protocol: string,
  batch: readonly Offer[],
  limits: PeerLimits,
): Promise<OfferAnswer[] | undefined> {
  const message = new Uint8Array(batch.length * TRANSACTION_SIZE);
  batch.forEach(({ raw }, index) => message.set(raw, index * TRANSACTION_SIZE));
  try {
    const bytes = await withDeadline(limits.offerTimeoutMs, async (signal) => {
      const stream = await peer.connection.newStream(protocol, { signal });
      return withStream(stream, async () => {
        const frames = framesOf(stream, batch.length);
        await frames.write(message, signal);
        return frames.read(signal);
      });
    });
    return bytes.length === batch.length ? [...bytes].map(readAnswer) : undefined;
  } catch {
    return undefined; // the relay repeats the offer
  }
}

function readAnswer(byte: number): OfferAnswer {
  if (byte === ANSWERS.admitted) return 'admitted';
  return byte === ANSWERS.known ? 'known' : 'refused';
}

/**
 * Answers one message of offers. Its transactions are validated together, so that they share one disk write.
 * @param validate called with the 213 bytes of each transaction in order, without waiting for the previous result
 * @throws ProtocolViolation
 */
export async function answerOffers(
  stream: Stream,
  limits: PeerLimits,
  validate: (raw: Uint8Array) => Promise<OfferAnswer>,
): Promise<void> {
  await withDeadline(limits.handshakeTimeoutMs, (signal) =>
    withStream(stream, async () => {
      const frames = framesOf(stream, OFFER_MAXIMUM * TRANSACTION_SIZE);
      const message = await frames.read(signal);
      if (message.length === 0 || message.length % TRANSACTION_SIZE !== 0) {
        throw new ProtocolViolation('it sent a malformed offer of transactions');
      }
      const answers: Promise<OfferAnswer>[] = [];
      for (let offset = 0; offset < message.length; offset += TRANSACTION_SIZE) {
        answers.push(validate(message.slice(offset, offset + TRANSACTION_SIZE)));
      }
      const bytes = (await Promise.all(answers)).map((answer) => ANSWERS[answer]);
      await frames.write(Uint8Array.from(bytes), signal);
    }),
  );
}
