/** Direct offers of transactions, which peers answer (PROTOCOL.md section 7). */
import { setTimeout as sleep } from 'node:timers/promises';
import { TRANSACTION_SIZE, type TransactionId } from '@cairn/protocol';
import type { Stream } from '@libp2p/interface';
import { MempoolUnavailableError } from '../mempool/mempool.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import { GOSSIP_COSTS } from './limits.ts';
import type { PeerContext } from './peer-options.ts';
import type { Peer } from './peers.ts';
import type { TransactionIntake, TransactionOutcome } from './transaction-intake.ts';
import { answer, ask, piecesOf, ProtocolViolation } from './wire.ts';

/*
 * Transactions protocol: the request is up to 256 transactions of 213 bytes, the answer one byte for each: 1 if it is pending now,
 * 2 if the peer had it already, 0 otherwise.
 */
const OFFER_MAXIMUM = 256;
const [REFUSED, ADMITTED, KNOWN] = [0, 1, 2];

const ANSWERS: Readonly<Record<TransactionOutcome, number>> = {
  admitted: ADMITTED,
  known: KNOWN,
  confirmed: KNOWN,
  inadmissible: REFUSED,
  unchecked: REFUSED,
  invalid: REFUSED,
};

/** Pause after a message that was not full, so that many submissions share few messages. */
const PAUSE_MS = 20;
/** Maximum number of transactions waiting for one peer; further ones are not offered to it. */
const QUEUE_MAXIMUM = 25_000;
/** The schedule of PROTOCOL.md section 7. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 30 * 60_000;
/** Capacity of a mempool (PROTOCOL.md section 7). */
const MEMPOOL_MAXIMUM = 20_000;

/** A transaction in the queue of a peer. */
interface Offer {
  readonly raw: Uint8Array;
  /** @param isTaken true if the peer has it now */
  readonly answered: (isTaken: boolean) => void;
}

/**
 * First relay and bounded replay (PROTOCOL.md section 7). A transaction that no peer has accepted yet is offered to every new
 * peer, and to all peers again after 30 s, doubling to at most 30 min, until one has it or it is no longer pending.
 * - A transaction from a peer counts as relayed.
 * - After a restart, a pending transaction counts as not relayed until a peer answers that it knows it.
 * - A transaction of a disconnected block is offered after 30 s, once peers have followed the branch that does not have it.
 */
export class TransactionRelay {
  readonly #context: PeerContext;
  readonly #intake: TransactionIntake;
  /** When each transaction that no peer has accepted is offered next, Unix milliseconds. */
  readonly #unrelayed = new Map<TransactionId, { dueAt: number; waitMs: number }>();
  readonly #publishing = new Map<TransactionId, Promise<number>>();
  readonly #queues = new WeakMap<Peer, Offer[]>();
  #isLoaded = false;

  constructor(context: PeerContext, intake: TransactionIntake) {
    this.#context = context;
    this.#intake = intake;
  }

  /**
   * Offers a transaction to every connected peer.
   * @returns the number of peers that accepted it or already had it
   */
  publish(pending: PendingTransaction): Promise<number> {
    const { id } = pending;
    const running = this.#publishing.get(id);
    if (running !== undefined) return running;
    this.#schedule(id);
    const published = this.#offerToAll(pending).finally(() => this.#publishing.delete(id));
    this.#publishing.set(id, published);
    return published;
  }

  /** Call if a transaction of a disconnected block is pending again: peers on the other branch may not have it. */
  returned(id: TransactionId): void {
    this.#schedule(id);
  }

  /** Call when a peer's handshake is complete: offers it the transactions that no peer has accepted yet. */
  handshakeDone(peer: Peer): void {
    ifAvailable(() => {
      for (const id of this.#unrelayed.keys()) {
        const pending = this.#stillPending(id);
        if (pending !== undefined) void this.#offer(peer, pending);
      }
    });
  }

  /** Repeats the offers that are due; a timer calls it. The first call loads the transactions that are pending from an earlier run. */
  tick(): void {
    const now = this.#context.clock();
    ifAvailable(() => {
      if (!this.#isLoaded) this.#load(); // again, if the pending store was unavailable
      for (const [id, entry] of this.#unrelayed) {
        if (now < entry.dueAt) continue;
        const pending = this.#stillPending(id);
        if (pending === undefined) continue;
        entry.waitMs = Math.min(2 * entry.waitMs, LONGEST_WAIT_MS);
        entry.dueAt = now + entry.waitMs;
        void this.#offerToAll(pending);
      }
    });
  }

  /** Number of pending transactions that no peer has accepted. */
  unrelayedCount(): number {
    return this.#unrelayed.size;
  }

  /**
   * Answers a message of offers. Its transactions are validated together, so that they share one disk write. An honest peer may offer
   * many that are invalid on this chain: above its rate they are only refused.
   * @throws ProtocolViolation; TimeoutError; the stream's error
   */
  answer(stream: Stream, peer: Peer): Promise<void> {
    const { limits } = this.#context;
    const exchange = { maximum: OFFER_MAXIMUM * TRANSACTION_SIZE, milliseconds: limits.handshakeTimeoutMs };
    return answer(stream, exchange, async (frames, signal) => {
      const wrong = 'it sent a malformed offer of transactions';
      const offered = piecesOf((await frames.read(signal)).slice(), TRANSACTION_SIZE, wrong);
      if (offered.length === 0) throw new ProtocolViolation(wrong);
      const answers = offered.map(async (raw) =>
        peer.record.gossip.take(GOSSIP_COSTS.transaction)
          ? ANSWERS[await this.#intake.receive(raw, peer, 'offer')]
          : REFUSED,
      );
      await frames.write(Uint8Array.from(await Promise.all(answers)), signal);
    });
  }

  #schedule(id: TransactionId): void {
    this.#unrelayed.set(id, { dueAt: this.#context.clock() + FIRST_WAIT_MS, waitMs: FIRST_WAIT_MS });
  }

  #load(): void {
    for (const { id } of this.#context.mempool.selectForBlock(MEMPOOL_MAXIMUM)) {
      if (!this.#unrelayed.has(id)) this.#schedule(id);
    }
    this.#isLoaded = true;
  }

  /** @returns `undefined` for a transaction that is no longer pending, which is then forgotten */
  #stillPending(id: TransactionId): PendingTransaction | undefined {
    const pending = this.#context.mempool.get(id);
    if (pending === undefined) this.#unrelayed.delete(id);
    return pending;
  }

  async #offerToAll(pending: PendingTransaction): Promise<number> {
    const peers = this.#context.peers.ready();
    const taken = await Promise.all(peers.map((peer) => this.#offer(peer, pending)));
    return taken.filter(Boolean).length;
  }

  /** @returns true if the peer has the transaction now */
  async #offer(peer: Peer, { id, raw }: PendingTransaction): Promise<boolean> {
    const isTaken = await new Promise<boolean>((answered) => {
      const waiting = this.#queues.get(peer);
      if (waiting !== undefined && waiting.length >= QUEUE_MAXIMUM) return answered(false);
      if (waiting !== undefined) return void waiting.push({ raw, answered });
      const queue = [{ raw, answered }];
      this.#queues.set(peer, queue);
      queueMicrotask(() => void this.#drain(peer, queue));
    });
    if (isTaken) this.#unrelayed.delete(id);
    return isTaken;
  }

  /** Sends the transactions that wait for a peer, a message after each answer. */
  async #drain(peer: Peer, queue: Offer[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, OFFER_MAXIMUM);
      const answers = await this.#send(peer, batch);
      batch.forEach(({ answered }, index) =>
        answered(answers?.[index] === ADMITTED || answers?.[index] === KNOWN),
      );
      // A peer that did not answer would probably not answer the waiting messages, and delay each of them.
      if (answers === undefined) for (const { answered } of queue.splice(0)) answered(false);
      if (batch.length < OFFER_MAXIMUM) await sleep(PAUSE_MS);
    }
    this.#queues.delete(peer);
  }

  /** @returns the answers in order; `undefined` if the exchange fails, takes too long, or the answer has the wrong length */
  async #send(peer: Peer, batch: readonly Offer[]): Promise<Uint8Array | undefined> {
    const { names, limits } = this.#context;
    const exchange = { maximum: batch.length, milliseconds: limits.offerTimeoutMs };
    try {
      const answers = await ask(peer, names.transactions, exchange, async (frames, signal) => {
        await frames.write(Buffer.concat(batch.map(({ raw }) => raw)), signal);
        return frames.read(signal);
      });
      return answers.length === batch.length ? answers : undefined;
    } catch {
      return undefined; // the offer is repeated
    }
  }
}

/** Skips the work while the pending store is unavailable, which the mempool logs. */
function ifAvailable(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof MempoolUnavailableError)) throw error;
  }
}
