import {
  decodeTransactionBody,
  HEADER_SIZE,
  splitBlock,
  TRANSACTION_SIZE,
  transactionId,
  type AccountState,
  type AddressCheck,
  type Network,
  type TransactionBody,
} from '@cairn/protocol';
import type { PendingTransaction, RejectionReason, SignatureTurn } from './mempool-types.ts';
import { PendingPool, type PoolChange, type SenderTail } from './pending-pool.ts';
import {
  isPastItsStay,
  judgeAdmission,
  longestValidSequence,
  type MempoolPolicy,
  type Place,
} from './policy.ts';

export interface PolicyPoolOptions {
  readonly network: Network;
  readonly policy: MempoolPolicy;
  /** For a caller that remembers addresses. */
  readonly isAddress?: AddressCheck;
  /** For a caller that remembers signatures. @param raw the 213 bytes @param id 64 lowercase hex characters */
  readonly verifySignature?: (raw: Uint8Array, id: string) => boolean;
  /** Confirmed state of an address at the current tip. */
  readonly account: (address: string) => AccountState | undefined;
}

export type PoolAdmission =
  | { readonly status: 'admitted'; readonly replaced?: string; readonly changes: readonly PoolChange[] }
  | { readonly status: 'rejected'; readonly reason: RejectionReason };

/**
 * The pool with its policy, in memory: after every method each sender's sequence is contiguous from its confirmed nonce,
 * affordable in whole, and the counts of PROTOCOL.md section 7 hold. Methods return what changed, for the store.
 */
export class PolicyPool {
  readonly pending = new PendingPool();
  readonly #options: PolicyPoolOptions;

  constructor(options: PolicyPoolOptions) {
    this.#options = options;
  }

  /** Admits a transaction that is neither pending nor confirmed, or names why not; a rejection changes nothing. */
  admit(candidate: PendingTransaction, signature: SignatureTurn = 'first'): PoolAdmission {
    const { transaction } = candidate;
    const sender = transaction.fromAddress;
    const account = this.#options.account(sender);
    const sequence = this.#openSequence(sender, account);
    const judgement = judgeAdmission(candidate, { ...this.#options, account, sequence, signature });
    if (judgement.status === 'rejected') return judgement;
    const room = this.#makeRoom(transaction, judgement.place, sequence);
    if (room === undefined) return { status: 'rejected', reason: 'mempool_full' };
    const { place } = judgement;
    const next = place.kind === 'append' ? [...sequence, candidate] : sequence.with(place.index, candidate);
    const changes = [...room, this.pending.setSequence(sender, next)];
    return place.kind === 'append'
      ? { status: 'admitted', changes }
      : { status: 'admitted', replaced: place.current.id, changes };
  }

  /** Smallest fee, in pebbles, of a new sender: in a full pool it has to pay more than the cheapest transaction. */
  minimumFee(): bigint {
    const { minimumFee, pendingInAll } = this.#options.policy;
    const lowest =
      this.pending.size < pendingInAll ? undefined : this.pending.nextToEvict()?.worst.transaction.fee;
    return lowest === undefined ? minimumFee : lowest + 1n;
  }

  /** Takes in what a store kept, as far as it still stands on the chain. `now` in Unix seconds. */
  load(candidates: readonly PendingTransaction[], now: number): PoolChange[] {
    const bySender = Map.groupBy(candidates, ({ transaction }) => transaction.fromAddress);
    const own = [...bySender].filter(
      ([, [first]]) => first?.transaction.chain === this.#options.network.chainId,
    );
    return [...own.map(([sender, kept]) => this.#revalidate(sender, kept, now)), ...this.#trim()];
  }

  /** Puts these transactions in the place of all that are pending, as far as they are valid on the chain. */
  replaceAll(candidates: readonly PendingTransaction[], now: number): PoolChange[] {
    const kept = new Set(candidates.map(({ transaction }) => transaction.fromAddress));
    const gone = this.pending.senders().filter((sender) => !kept.has(sender));
    return [...gone.map((sender) => this.pending.setSequence(sender, [])), ...this.load(candidates, now)];
  }

  /**
   * A block was connected: what it confirmed, or made impossible, leaves, one sender at each step. A full block is to be
   * spread over turns of the event loop; until its turn comes, `refresh` brings a sender up to date.
   */
  *connect(rawBlock: Uint8Array, now: number): Generator<PoolChange | undefined, undefined> {
    if (this.pending.size === 0) return;
    for (let offset = HEADER_SIZE; offset < rawBlock.length; offset += TRANSACTION_SIZE) {
      yield this.refresh(decodeTransactionBody(rawBlock, offset).fromAddress, now);
    }
  }

  /** Drops what the chain confirmed of one sender's sequence. @returns `undefined` where that is nothing */
  refresh(sender: string, now: number): PoolChange | undefined {
    const sequence = this.pending.sequenceOf(sender);
    const [first] = sequence;
    if (first === undefined) return undefined;
    const nextNonce = (this.#options.account(sender)?.nonce ?? 0) + 1;
    return first.transaction.nonce === nextNonce ? undefined : this.#revalidate(sender, sequence, now);
  }

  /** The newest block was stepped back: its transactions return in front of their senders' later ones. */
  disconnect(rawBlock: Uint8Array, now: number): PoolChange[] {
    const returning = blockTransactions(rawBlock);
    const transfers = returning.slice(1).map((entry) => ({ ...entry, receivedAt: now }));
    const bySender = Map.groupBy(transfers, ({ transaction }) => transaction.fromAddress);
    // Receivers and the miner have less than before: what they sent since may not be affordable any more.
    const named = returning.flatMap(({ transaction: { fromAddress, toAddress } }) => [
      fromAddress,
      toAddress,
    ]);
    const affected = [...new Set(named)].filter(
      (address) => bySender.has(address) || this.pending.sequenceOf(address).length > 0,
    );
    const changes = affected.map((address) =>
      this.#revalidate(address, [...(bySender.get(address) ?? []), ...this.pending.sequenceOf(address)], now),
    );
    return [...changes, ...this.#trim()];
  }

  /**
   * The chain left blocks for another branch: their transfers return where they still hold on it, and everything pending is
   * held against its state.
   * @param left oldest first
   */
  reorganize(left: readonly Uint8Array[], now: number): PoolChange[] {
    const returning = left.flatMap((raw) => blockTransactions(raw).slice(1));
    const bySender = Map.groupBy(returning, ({ transaction }) => transaction.fromAddress);
    const senders = new Set([...bySender.keys(), ...this.pending.senders()]);
    const changes = [...senders].map((sender) => {
      const transfers = (bySender.get(sender) ?? []).map((entry) => ({ ...entry, receivedAt: now }));
      return this.#revalidate(sender, [...transfers, ...this.pending.sequenceOf(sender)], now);
    });
    return [...changes, ...this.#trim()];
  }

  /** Takes out what stayed too long, and what came after it. */
  expire(now: number): PoolChange[] {
    const { policy } = this.#options;
    return this.pending
      .senders()
      .filter((sender) => this.pending.sequenceOf(sender).some((entry) => isPastItsStay(entry, policy, now)))
      .map((sender) => this.#revalidate(sender, this.pending.sequenceOf(sender), now));
  }

  /** Holds every sender's sequence against the confirmed state once more. */
  revalidateAll(now: number): PoolChange[] {
    return this.pending
      .senders()
      .map((sender) => this.#revalidate(sender, this.pending.sequenceOf(sender), now))
      .filter(({ removed }) => removed.length > 0);
  }

  /**
   * What waits of a sender. The confirmed state is a moment ahead of the chain's event: what it holds already is no
   * place to fill, and counting from it would put a new transaction in the place of another one.
   */
  #openSequence(sender: string, account: AccountState | undefined): readonly PendingTransaction[] {
    const confirmed = account?.nonce ?? 0;
    const sequence = this.pending.sequenceOf(sender);
    return sequence.filter(({ transaction }) => transaction.nonce > confirmed);
  }

  #revalidate(sender: string, candidates: readonly PendingTransaction[], now: number): PoolChange {
    const { account, policy } = this.#options;
    return this.pending.setSequence(sender, longestValidSequence(candidates, account(sender), policy, now));
  }

  /**
   * Evicts a tail of the sender with the lowest fee when the pool is full and one more transaction comes.
   * @param ahead what its sender has pending: a block takes none of it later than the new one
   * @returns `undefined` when the new one, or what is ahead of it, pays no more than that lowest fee
   */
  #makeRoom(
    transaction: TransactionBody,
    place: Place,
    ahead: readonly PendingTransaction[],
  ): PoolChange[] | undefined {
    if (place.kind === 'replace' || this.pending.size < this.#options.policy.pendingInAll) return [];
    const victim = this.pending.nextToEvict(transaction.fromAddress);
    if (victim === undefined) return undefined;
    const lowest = victim.worst.transaction.fee;
    const paysMore = [transaction, ...ahead.map((entry) => entry.transaction)].every(
      ({ fee }) => fee > lowest,
    );
    return paysMore ? [this.#dropTail(victim)] : undefined;
  }

  /** Evicts tails of the senders with the lowest fees until the pool is within its bound. */
  #trim(): PoolChange[] {
    const changes: PoolChange[] = [];
    while (this.pending.size > this.#options.policy.pendingInAll) {
      changes.push(this.#dropTail(this.pending.nextToEvict()!));
    }
    return changes;
  }

  #dropTail({ tail }: SenderTail): PoolChange {
    const sender = tail.transaction.fromAddress;
    return this.pending.setSequence(sender, this.pending.sequenceOf(sender).slice(0, -1));
  }
}

/** The block's transactions, the coinbase first, each with its ID. */
function blockTransactions(rawBlock: Uint8Array): Omit<PendingTransaction, 'receivedAt'>[] {
  return splitBlock(rawBlock).transactionBytes.map((view) => {
    const raw = view.slice(); // the block's buffer must not live on in a single transaction
    return { id: transactionId(raw), transaction: decodeTransactionBody(raw), raw };
  });
}
