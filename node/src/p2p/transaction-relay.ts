import type { TransactionId } from '@cairn/protocol';
import { MempoolUnavailableError, type PendingTransaction } from '@cairn/chain/mempool';
import type { Gossip } from './gossip.ts';
import type { PeerContext } from './peers.ts';

/** The schedule of PROTOCOL.md section 7. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 30 * 60_000;
/** Most transactions that one tick sends: 20 a second, of which a full mempool may refuse all, are below `refusedRate`. */
const SENT_A_TICK = 10;

/** A transaction that this node sends to its peers. */
interface Relay {
  /** Number of peers to which it was sent at first; 0 as long as there was none. */
  count: number;
  /** The attempt in progress. */
  sending: Promise<number> | undefined;
  /** Next time, Unix milliseconds. */
  dueAt: number;
  waitMs: number;
}

/**
 * First relay and bounded replay (PROTOCOL.md section 7) of the transactions that were submitted to this node, that return from
 * disconnected blocks, or that are pending from an earlier run. One that no peer has got yet is sent to the first that connects. While
 * it is pending, each is sent again after 30 s, doubling to at most 30 min, because a peer that was syncing did not take it; peers that
 * have it forward it no more.
 */
export class TransactionRelay {
  readonly #context: PeerContext;
  readonly #gossip: Pick<Gossip, 'listeners' | 'sendTransaction'>;
  readonly #relays = new Map<TransactionId, Relay>();
  #isLoaded = false;
  /** Peers that took gossip at the last tick. */
  #listeners: ReadonlySet<string> = new Set();

  constructor(context: PeerContext, gossip: Pick<Gossip, 'listeners' | 'sendTransaction'>) {
    this.#context = context;
    this.#gossip = gossip;
  }

  /**
   * Sends a transaction to the connected peers, if that was not done before.
   * @returns the number of peers to which it was sent
   */
  publish({ id, raw }: PendingTransaction): Promise<number> {
    const relay = this.schedule(id);
    if (relay.count > 0) return Promise.resolve(relay.count);
    return relay.sending ?? this.#send(relay, raw);
  }

  /** Begins anew with a transaction of a disconnected block: it is sent once peers have followed the new branch. */
  returned(id: TransactionId): void {
    this.#relays.delete(id);
    this.schedule(id);
  }

  /** Lets a tick send a transaction later. */
  schedule(id: TransactionId): Relay {
    const dueAt = this.#context.clock() + FIRST_WAIT_MS;
    const relay = this.#relays.get(id) ?? { count: 0, sending: undefined, dueAt, waitMs: FIRST_WAIT_MS };
    this.#relays.set(id, relay);
    return relay;
  }

  /** Sends what is due, up to `SENT_A_TICK`; what was sent goes to the end of the line. A timer calls it. The first call loads the transactions that are pending from an earlier run. */
  tick(): void {
    const { mempool, clock } = this.#context;
    try {
      if (!this.#isLoaded) for (const { id } of mempool.inBlockOrder()) this.schedule(id);
      this.#isLoaded = true;
      this.#welcome(this.#gossip.listeners());
      const due = [...this.#relays].filter(([, { dueAt }]) => clock() >= dueAt).slice(0, SENT_A_TICK);
      for (const [id, relay] of due) {
        this.#relays.delete(id);
        const pending = mempool.get(id);
        if (pending === undefined) continue;
        this.#relays.set(id, relay);
        void this.#send(relay, pending.raw);
      }
    } catch (error) {
      if (!(error instanceof MempoolUnavailableError)) throw error; // the mempool logs it
    }
  }

  /** Number of pending transactions that no peer has got yet. */
  unrelayedCount(): number {
    return [...this.#relays.values()].filter(({ count }) => count === 0).length;
  }

  /** What no peer has got yet is due once another peer listens. */
  #welcome(listeners: readonly string[]): void {
    const now = this.#context.clock();
    if (listeners.some((id) => !this.#listeners.has(id)))
      for (const relay of this.#relays.values())
        if (relay.count === 0) relay.dueAt = Math.min(relay.dueAt, now);
    this.#listeners = new Set(listeners);
  }

  /** @returns the number of peers to which it was sent */
  #send(relay: Relay, raw: Uint8Array): Promise<number> {
    const now = this.#context.clock();
    if (now >= relay.dueAt) {
      relay.waitMs = Math.min(2 * relay.waitMs, LONGEST_WAIT_MS);
      relay.dueAt = now + relay.waitMs;
    }
    relay.sending = this.#gossip.sendTransaction(raw).then((count) => {
      relay.count ||= count;
      relay.sending = undefined;
      return count;
    });
    return relay.sending;
  }
}
