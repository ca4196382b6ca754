import type { TransactionId } from '@cairn/protocol';
import { MempoolUnavailableError, type Mempool } from '../mempool/mempool.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import type { Peer, Peers } from './peers.ts';
import type { TransactionOffers } from './transaction-offers.ts';

/** The schedule of PROTOCOL.md section 7. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 30 * 60_000;
/** Once the wait is this long, a transaction from a disconnected block counts as relayed if a peer knows it. */
const LAST_WAIT_OF_RETURNED_MS = 8 * 60_000;
/** Capacity of a mempool (PROTOCOL.md section 7). */
const MEMPOOL_MAXIMUM = 20_000;

export interface RelayOptions {
  readonly peers: Peers;
  readonly mempool: Mempool;
  readonly offers: TransactionOffers;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

interface Unrelayed {
  /** Next offer, Unix milliseconds. */
  dueAt: number;
  waitMs: number;
  /** True for a transaction of a disconnected block: if one peer knows it, others may still not. */
  readonly isReturned?: boolean;
}

/**
 * First relay and bounded replay (PROTOCOL.md section 7). A transaction that no peer has accepted yet is offered to every new
 * peer, and to all peers again after 30 s, doubling to at most 30 min, until one has it or it is no longer pending.
 * - A transaction from a peer counts as relayed.
 * - After a restart, a pending transaction counts as not relayed until a peer answers that it knows it.
 * - A transaction from a disconnected block counts as not relayed for some minutes even if peers know it: those that
 *   disconnected the same block do, but others may not.
 */
export interface Relay {
  /** Loads the transactions that are pending from an earlier run. */
  open(): void;
  /**
   * Offers a transaction to every connected peer.
   * @returns the number of peers that accepted it or already had it
   */
  publish(pending: PendingTransaction): Promise<number>;
  /**
   * Call if a transaction of a disconnected block is pending again: peers on the other branch may not have it. It is offered
   * like an unrelayed one, but after a delay, because peers may still be on the branch that confirmed it.
   */
  returned(id: TransactionId): void;
  /** Call when a peer's handshake is complete: offers it the transactions that no peer has accepted yet. */
  handshakeDone(peer: Peer): void;
  /** Repeats the offers that are due; a timer calls it. */
  tick(): void;
  /** Number of pending transactions that no peer has accepted. */
  unrelayedCount(): number;
}

export function createRelay({ peers, mempool, offers, clock }: RelayOptions): Relay {
  const unrelayed = new Map<TransactionId, Unrelayed>();
  const inProgress = new Map<TransactionId, Promise<number>>();

  const offerTo = async (peer: Peer, { id, raw }: PendingTransaction): Promise<boolean> => {
    const answer = await offers.offer(peer, raw);
    const isKnownThere = answer === 'admitted' || answer === 'known';
    const entry = unrelayed.get(id);
    const mayBeMissing = entry?.isReturned === true && entry.waitMs < LAST_WAIT_OF_RETURNED_MS;
    if (answer === 'admitted' || (isKnownThere && !mayBeMissing)) unrelayed.delete(id);
    return isKnownThere;
  };
  const offerToAll = async (pending: PendingTransaction): Promise<number> => {
    const taken = await Promise.all(peers.ready().map((peer) => offerTo(peer, pending)));
    return taken.filter(Boolean).length;
  };
  /** @returns `undefined` for a transaction that is no longer pending, which is then forgotten */
  const stillPending = (id: TransactionId): PendingTransaction | undefined => {
    const pending = mempool.get(id);
    if (pending === undefined) unrelayed.delete(id);
    return pending;
  };

  let isLoaded = false;
  const load = (): void => {
    const dueAt = clock() + FIRST_WAIT_MS;
    for (const { id } of mempool.selectForBlock(MEMPOOL_MAXIMUM)) {
      if (!unrelayed.has(id)) unrelayed.set(id, { dueAt, waitMs: FIRST_WAIT_MS });
    }
    isLoaded = true;
  };

  return {
    open: () => ifAvailable(load),
    publish(pending) {
      const { id } = pending;
      const running = inProgress.get(id);
      if (running !== undefined) return running;
      unrelayed.set(id, {
        dueAt: clock() + FIRST_WAIT_MS,
        waitMs: FIRST_WAIT_MS,
      });
      const published = offerToAll(pending).finally(() => inProgress.delete(id));
      inProgress.set(id, published);
      return published;
    },
    returned(id) {
      const dueAt = clock() + FIRST_WAIT_MS;
      unrelayed.set(id, { dueAt, waitMs: FIRST_WAIT_MS, isReturned: true });
    },
    handshakeDone(peer) {
      ifAvailable(() => {
        for (const id of unrelayed.keys()) {
          const pending = stillPending(id);
          if (pending !== undefined) void offerTo(peer, pending);
        }
      });
    },
    tick() {
      const now = clock();
      ifAvailable(() => {
        if (!isLoaded) load(); // the pending store was unavailable until now
        for (const [id, entry] of unrelayed) {
          if (now < entry.dueAt) continue;
          const pending = stillPending(id);
          if (pending === undefined) continue;
          entry.waitMs = Math.min(2 * entry.waitMs, LONGEST_WAIT_MS);
          entry.dueAt = now + entry.waitMs;
          void offerToAll(pending);
        }
      });
    },
    unrelayedCount: () => unrelayed.size,
  };
}

/** Skips the work while the pending store is unavailable, which the mempool logs. */
function ifAvailable(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof MempoolUnavailableError)) throw error;
  }
}
