import {
  type AccountState,
  type Address,
  type AddressCheck,
  decodeTransactionBody,
  HEADER_SIZE,
  type Network,
  TRANSACTION_SIZE,
  type TransactionBody,
  type TransactionId,
} from '@cairn/protocol';
import { MAX_DISCONNECTED_BYTES, type DisconnectedBlock } from './disconnected-blocks.ts';
import type { PendingTransaction, RejectionReason, SignatureTurn } from './mempool-types.ts';
import { PendingPool, type PoolChange, type SenderTail } from './pending-pool.ts';
import {
  isPastItsStay,
  validateAdmission,
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
  readonly verifySignature?: (raw: Uint8Array, id: TransactionId) => boolean;
  /** Confirmed state of an address at the current tip. */
  readonly account: (address: Address) => AccountState | undefined;
}

export type PoolAdmission =
  | { readonly status: 'admitted'; readonly replaced?: string; readonly changes: readonly PoolChange[] }
  | { readonly status: 'rejected'; readonly reason: RejectionReason };

/**
 * The pool with its policy, in memory: each settled sender's sequence is contiguous from its confirmed nonce, affordable in
 * whole, and the counts of PROTOCOL.md section 7 hold. Methods return what changed, for the store. What looks at every sender
 * does so in steps, so that it can be spread over turns of the event loop.
 */
export class PolicyPool {
  readonly pending = new PendingPool();
  readonly #options: PolicyPoolOptions;
  /** Senders whose sequence is still to be checked against the state of another branch. */
  readonly #unsettled = new Set<Address>();
  /** Blocks that the chain left, oldest first, while a sender is unsettled. */
  #left: DisconnectedBlock[] = [];

  constructor(options: PolicyPoolOptions) {
    this.#options = options;
  }

  /** Admits a transaction that is neither pending nor confirmed, or names why not; a rejection changes nothing. */
  admit(candidate: PendingTransaction, signature: SignatureTurn = 'first'): PoolAdmission {
    const { transaction } = candidate;
    const sender = transaction.fromAddress;
    const account = this.#options.account(sender);
    const sequence = this.#openSequence(sender, account);
    const verdict = validateAdmission(candidate, { ...this.#options, account, sequence, signature });
    if (verdict.status === 'rejected') return verdict;
    const room = this.#makeRoom(transaction, verdict.place, sequence);
    if (room === undefined) return { status: 'rejected', reason: 'mempool_full' };
    const { place } = verdict;
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

  /**
   * Loads stored transactions that are still valid on the chain, one sender at each step. `now` in Unix seconds.
   * Until it has ended the pool is not to be used.
   */
  *load(candidates: readonly PendingTransaction[], now: number): Generator<PoolChange, undefined> {
    const bySender = Map.groupBy(candidates, ({ transaction }) => transaction.fromAddress);
    for (const [sender, kept] of bySender) {
      if (kept[0]?.transaction.chain !== this.#options.network.chainId) continue;
      yield this.#revalidate(sender, kept, now);
      yield* this.#trim();
    }
  }

  /** Replaces all pending transactions by those of these that are valid on the chain. */
  replaceAll(candidates: readonly PendingTransaction[], now: number): PoolChange[] {
    this.#unsettled.clear();
    this.#left = [];
    const kept = new Set(candidates.map(({ transaction }) => transaction.fromAddress));
    const gone = this.pending.senders().filter((sender) => !kept.has(sender));
    return [...gone.map((sender) => this.pending.setSequence(sender, [])), ...this.load(candidates, now)];
  }

  /**
   * A block was connected: what it confirmed, or made impossible, leaves, one sender at each step. A full block is to be
   * spread over turns of the event loop; until its turn comes, `settle` brings a sender up to date.
   */
  *connect(rawBlock: Uint8Array, now: number): Generator<PoolChange | undefined, undefined> {
    if (this.pending.size === 0 && this.#unsettled.size === 0) return;
    for (let offset = HEADER_SIZE; offset < rawBlock.length; offset += TRANSACTION_SIZE) {
      const changes = this.settle(decodeTransactionBody(rawBlock, offset).fromAddress, now);
      if (changes.length === 0) yield undefined;
      yield* changes;
    }
  }

  /**
   * The chain has left blocks, and may have gone over to another branch: their transfers are to return where they still hold,
   * and everything pending is to be checked against the new state. `settle` does so for one sender, `settleAll` for all.
   * @param left oldest first
   */
  unsettle(left: readonly DisconnectedBlock[]): void {
    for (const sender of this.pending.senders()) this.#unsettled.add(sender);
    for (const block of left) for (const sender of block.senders()) this.#unsettled.add(sender);
    this.#left.push(...left);
    let bytes = this.#left.reduce((sum, { size }) => sum + size, 0);
    while (bytes > MAX_DISCONNECTED_BYTES && this.#left.length > 1) bytes -= this.#left.pop()!.size;
  }

  /** Settles one unsettled sender at each step, until none is left. */
  *settleAll(now: number): Generator<PoolChange | undefined, undefined> {
    for (const sender of this.#unsettled) {
      yield undefined;
      yield* this.settle(sender, now);
    }
  }

  /** Brings a sender up to date with the chain. @returns what that changed */
  settle(sender: Address, now: number): PoolChange[] {
    const sequence = this.pending.sequenceOf(sender);
    if (this.#unsettled.delete(sender)) {
      const returning = this.#left.flatMap((block) => block.transfersOf(sender, now));
      if (this.#unsettled.size === 0) this.#left = [];
      return [this.#revalidate(sender, [...returning, ...sequence], now), ...this.#trim()];
    }
    const [first] = sequence;
    if (first === undefined) return [];
    const nextNonce = (this.#options.account(sender)?.nonce ?? 0) + 1;
    return first.transaction.nonce === nextNonce ? [] : [this.#revalidate(sender, sequence, now)];
  }

  /** Sender of a transfer that is pending, or may be once that sender is settled. @param id 64 hex characters */
  senderOf(id: TransactionId): Address | undefined {
    const pending = this.pending.get(id);
    if (pending !== undefined) return pending.transaction.fromAddress;
    for (const block of this.#left) {
      const sender = block.senderOf(id);
      if (sender !== undefined) return sender;
    }
    return undefined;
  }

  /** Removes expired transactions and their successors, one sender at each step. */
  *expire(now: number): Generator<PoolChange | undefined, undefined> {
    const { policy } = this.#options;
    for (const sender of this.pending.senders()) {
      const sequence = this.pending.sequenceOf(sender);
      const isDue = sequence.some((entry) => isPastItsStay(entry, policy, now));
      yield isDue ? this.#revalidate(sender, sequence, now) : undefined;
    }
  }

  /**
   * What waits of a sender. The confirmed state is a moment ahead of the chain's event: what it holds already is no
   * place to fill, and counting from it would put a new transaction in the place of another one.
   */
  #openSequence(sender: Address, account: AccountState | undefined): readonly PendingTransaction[] {
    const confirmed = account?.nonce ?? 0;
    const sequence = this.pending.sequenceOf(sender);
    return sequence.filter(({ transaction }) => transaction.nonce > confirmed);
  }

  #revalidate(sender: Address, candidates: readonly PendingTransaction[], now: number): PoolChange {
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
  *#trim(): Generator<PoolChange, undefined> {
    while (this.pending.size > this.#options.policy.pendingInAll) {
      yield this.#dropTail(this.pending.nextToEvict()!);
    }
  }

  #dropTail({ tail }: SenderTail): PoolChange {
    const sender = tail.transaction.fromAddress;
    return this.pending.setSequence(sender, this.pending.sequenceOf(sender).slice(0, -1));
  }
}
