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
import type { PendingTransaction, RejectionReason, SignatureOrder } from './mempool-types.ts';
import { PendingPool, type PoolChange, type SenderTail } from './pending-pool.ts';
import {
  isExpired,
  validateAdmission,
  longestValidSequence,
  type MempoolPolicy,
  type Placement,
} from './policy.ts';

export interface PolicyPoolOptions {
  readonly network: Network;
  readonly policy: MempoolPolicy;
  /** An address check that caches its results; `isValidAddress` by default. */
  readonly isAddress?: AddressCheck;
  /**
   * A signature check that caches its results; `verifyTransactionSignature` by default.
   * @param raw the 213 bytes @param id 64 lowercase hex characters
   */
  readonly verifySignature?: (raw: Uint8Array, id: TransactionId) => boolean;
  /** Confirmed state of an address at the current tip. */
  readonly account: (address: Address) => AccountState | undefined;
}

export type PoolAdmission =
  | { readonly status: 'admitted'; readonly replaced?: string; readonly changes: readonly PoolChange[] }
  | { readonly status: 'rejected'; readonly reason: RejectionReason };

/**
 * The pool with its policy, in memory: the sequence of each sender that is not outdated is contiguous from its confirmed nonce
 * and affordable as a whole, within the limits of PROTOCOL.md section 7. Methods return their changes, for the store. Those
 * that visit every sender are generators: between their steps the caller can yield to the event loop.
 */
export class PolicyPool {
  readonly pending = new PendingPool();
  readonly #options: PolicyPoolOptions;
  /** Senders whose sequences are not yet validated against the new branch. */
  readonly #outdated = new Set<Address>();
  /** Disconnected blocks, oldest first, while a sender is outdated. */
  #disconnected: DisconnectedBlock[] = [];

  constructor(options: PolicyPoolOptions) {
    this.#options = options;
  }

  /** Admits a transaction that is neither pending nor confirmed, or rejects it, which changes nothing. */
  admit(candidate: PendingTransaction, signature: SignatureOrder = 'first'): PoolAdmission {
    const { transaction } = candidate;
    const sender = transaction.fromAddress;
    const account = this.#options.account(sender);
    const sequence = this.#unconfirmedSequence(sender, account);
    const verdict = validateAdmission(candidate, { ...this.#options, account, sequence, signature });
    if (verdict.status === 'rejected') return verdict;
    const room = this.#makeRoom(transaction, verdict.placement, sequence);
    if (room === undefined) return { status: 'rejected', reason: 'mempool_full' };
    const { placement } = verdict;
    const next =
      placement.kind === 'append' ? [...sequence, candidate] : sequence.with(placement.index, candidate);
    const changes = [...room, this.pending.setSequence(sender, next)];
    return placement.kind === 'append'
      ? { status: 'admitted', changes }
      : { status: 'admitted', replaced: placement.current.id, changes };
  }

  /** Smallest fee, in pebbles, for a new sender: in a full pool, more than that of the cheapest transaction. */
  minimumFee(): bigint {
    const { minimumFee, pendingInAll } = this.#options.policy;
    const lowest =
      this.pending.size < pendingInAll ? undefined : this.pending.nextToEvict()?.cheapest.transaction.fee;
    return lowest === undefined ? minimumFee : lowest + 1n;
  }

  /**
   * Loads stored transactions that are still valid on the chain, one sender per step. `now` in Unix seconds. Do not use the
   * pool before the end.
   */
  *load(candidates: readonly PendingTransaction[], now: number): Generator<PoolChange, undefined> {
    const bySender = Map.groupBy(candidates, ({ transaction }) => transaction.fromAddress);
    for (const [sender, kept] of bySender) {
      if (kept[0]?.transaction.chain !== this.#options.network.chainId) continue;
      yield this.#revalidate(sender, kept, now);
      yield* this.#trim();
    }
  }

  /** Replaces all pending transactions by the candidates that are valid on the chain. */
  replaceAll(candidates: readonly PendingTransaction[], now: number): PoolChange[] {
    this.#outdated.clear();
    this.#disconnected = [];
    const kept = new Set(candidates.map(({ transaction }) => transaction.fromAddress));
    const removed = this.pending.senders().filter((sender) => !kept.has(sender));
    return [...removed.map((sender) => this.pending.setSequence(sender, [])), ...this.load(candidates, now)];
  }

  /**
   * Removes transactions that a connected block confirmed or made invalid, one sender per step. Yield to the event loop
   * between the steps of a full block; until a sender's step has run, `refresh` brings it up to date.
   */
  *connect(rawBlock: Uint8Array, now: number): Generator<PoolChange | undefined, undefined> {
    if (this.pending.size === 0 && this.#outdated.size === 0) return;
    for (let offset = HEADER_SIZE; offset < rawBlock.length; offset += TRANSACTION_SIZE) {
      const changes = this.refresh(decodeTransactionBody(rawBlock, offset).fromAddress, now);
      if (changes.length === 0) yield undefined;
      yield* changes;
    }
  }

  /**
   * Call after blocks were disconnected: it marks all senders as outdated. `refresh` (for one sender) and `refreshAll` then
   * validate the pending transactions against the new state, and make the blocks' transfers that are still valid pending again.
   * @param blocks the disconnected ones, oldest first
   */
  addDisconnected(blocks: readonly DisconnectedBlock[]): void {
    for (const sender of this.pending.senders()) this.#outdated.add(sender);
    for (const block of blocks) for (const sender of block.senders()) this.#outdated.add(sender);
    const kept = this.#disconnected;
    kept.push(...blocks);
    let bytes = kept.reduce((sum, { size }) => sum + size, 0);
    while (bytes > MAX_DISCONNECTED_BYTES && kept.length > 1) bytes -= kept.pop()!.size;
  }

  /** Brings all outdated senders up to date, one per step. */
  *refreshAll(now: number): Generator<PoolChange | undefined, undefined> {
    for (const sender of this.#outdated) {
      yield undefined;
      yield* this.refresh(sender, now);
    }
  }

  /** Brings a sender up to date with the chain. @returns the changes */
  refresh(sender: Address, now: number): PoolChange[] {
    const sequence = this.pending.sequenceOf(sender);
    if (this.#outdated.delete(sender)) {
      const returning = this.#disconnected.flatMap((block) => block.transfersOf(sender, now));
      if (this.#outdated.size === 0) this.#disconnected = [];
      return [this.#revalidate(sender, [...returning, ...sequence], now), ...this.#trim()];
    }
    const [first] = sequence;
    if (first === undefined) return [];
    const nextNonce = (this.#options.account(sender)?.nonce ?? 0) + 1;
    return first.transaction.nonce === nextNonce ? [] : [this.#revalidate(sender, sequence, now)];
  }

  /** Sender of a transfer that is pending, or may become pending when its sender is refreshed. @param id 64 hex characters */
  senderOf(id: TransactionId): Address | undefined {
    const pending = this.pending.get(id);
    if (pending !== undefined) return pending.transaction.fromAddress;
    for (const block of this.#disconnected) {
      const sender = block.senderOf(id);
      if (sender !== undefined) return sender;
    }
    return undefined;
  }

  /** Removes expired transactions and their successors, one sender per step. */
  *expire(now: number): Generator<PoolChange | undefined, undefined> {
    const { policy } = this.#options;
    for (const sender of this.pending.senders()) {
      const sequence = this.pending.sequenceOf(sender);
      const isDue = sequence.some((entry) => isExpired(entry, policy, now));
      yield isDue ? this.#revalidate(sender, sequence, now) : undefined;
    }
  }

  /**
   * The sender's pending transactions that are not confirmed yet. The confirmed state changes shortly before the chain's event
   * arrives: without this filter a new transaction would then replace the wrong one.
   */
  #unconfirmedSequence(sender: Address, account: AccountState | undefined): readonly PendingTransaction[] {
    const confirmed = account?.nonce ?? 0;
    const sequence = this.pending.sequenceOf(sender);
    return sequence.filter(({ transaction }) => transaction.nonce > confirmed);
  }

  #revalidate(sender: Address, candidates: readonly PendingTransaction[], now: number): PoolChange {
    const { account, policy } = this.#options;
    return this.pending.setSequence(sender, longestValidSequence(candidates, account(sender), policy, now));
  }

  /**
   * Evicts the tail of the sender with the lowest fee if the pool is full and a transaction is to be appended.
   * @param ahead the sender's pending transactions, all of which a block includes before the new one
   * @returns `undefined` if the new transaction, or one ahead of it, pays no more than that lowest fee, or if no other sender
   * has a pending transaction
   */
  #makeRoom(
    transaction: TransactionBody,
    placement: Placement,
    ahead: readonly PendingTransaction[],
  ): PoolChange[] | undefined {
    if (placement.kind === 'replace' || this.pending.size < this.#options.policy.pendingInAll) return [];
    const victim = this.pending.nextToEvict(transaction.fromAddress);
    if (victim === undefined) return undefined;
    const lowest = victim.cheapest.transaction.fee;
    const paysMore = [transaction, ...ahead.map((entry) => entry.transaction)].every(
      ({ fee }) => fee > lowest,
    );
    return paysMore ? [this.#dropTail(victim)] : undefined;
  }

  /** Evicts tails of the senders with the lowest fees until the pool is within its limit. */
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
