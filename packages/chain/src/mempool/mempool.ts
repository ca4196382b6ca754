import type { RejectionReason } from '@cairn/api/contract';
import {
  type AccountState,
  type Address,
  BlockTransactions,
  HEADER_SIZE,
  ID_SIZE,
  requireTransactionSize,
  type TransactionId,
  transactionIdFromBytes,
} from '@cairn/protocol';
import type { Chain } from '../chain/chain.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { CheckedBlock } from '../chain/block-validation.ts';
import type { ChainEvent } from '../chain/chain-types.ts';
import type { Log, Runtime } from '../runtime.ts';
import type { DatabasePlace } from '../storage/level.ts';
import { MempoolStore, type StoredPending } from '../storage/mempool-store.ts';
import { PendingPool, type Sequence } from './pending-pool.ts';
import {
  isExpired,
  longestValidSequence,
  MEMPOOL_POLICY,
  pendingOf,
  validateAdmission,
  type MempoolPolicy,
  type PendingTransaction,
  type SignatureOrder,
} from './policy.ts';

/** Interval of expiry, and of the attempts to reopen a failed store. */
const MAINTENANCE_MS = 5_000;
/** Stale blocks that are searched for unconfirmed transfers at the opening, and their bytes. */
const SEARCHED_BLOCKS = 1_000;
const SEARCHED_BYTES = 16 * 1024 * 1024;

/** The outcome of a submission. `accepted` includes bytes that were already pending (`alreadyPending`). */
export type Admission =
  | {
      readonly status: 'accepted';
      readonly pending: PendingTransaction;
      readonly alreadyPending: boolean;
    }
  | { readonly status: 'rejected'; readonly reason: RejectionReason };

/**
 * The pending store cannot be read or written consistently. Confirmed reads never depend on it (interface document,
 * section 7.2: `mempool_unavailable`).
 */
export class MempoolUnavailableError extends Error {
  override readonly name = 'MempoolUnavailableError';
  readonly code = 'mempool_unavailable';
}

/** Who submitted a transaction: a client of this node, or a peer. */
export type Submitter = 'client' | 'peer';

/**
 * Called for each transaction that becomes pending, once it is on disk.
 * @param origin `returned` if it was in a disconnected block
 */
export type AdmissionListener = (pending: PendingTransaction, origin: Submitter | 'returned') => void;

/** The part of the chain that the mempool uses. */
type FollowedChain = Pick<
  Chain,
  'network' | 'verifyTransfer' | 'subscribe' | 'staleBlocks' | 'readBlockById'
> & { readonly view: Pick<ChainView, 'account' | 'locateTransaction'> };

export interface MempoolOptions {
  readonly chain: FollowedChain;
  /** Of `mempool/`. */
  readonly place: DatabasePlace;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly runtime: Runtime;
  readonly logger: Log;
  /** The policy of PROTOCOL.md section 7 by default. */
  readonly policy?: MempoolPolicy | undefined;
}

/**
 * The pending transactions: in memory one contiguous, affordable sequence per sender, on disk a row for each (PROTOCOL.md section
 * 7). It follows the chain at once: with each change of the tip, the sequences of the changed accounts are validated again.
 * While the store fails, methods that read or change pending transactions throw `MempoolUnavailableError`; the mempool tries to
 * open the store again every 5 s.
 */
export class Mempool {
  readonly #options: MempoolOptions;
  readonly #policy: MempoolPolicy;
  readonly #listeners = new Set<AdmissionListener>();
  /** While there is no store, it keeps what was acknowledged. */
  readonly #pool = new PendingPool((id, pending) => this.#store?.note(id, pending));
  #store: MempoolStore | undefined;
  /** Why there is no store. */
  #unavailable = 'the mempool is not open yet';
  #unsubscribe: () => void = () => undefined;
  #maintenance: Promise<void> | undefined;
  readonly #closing = new AbortController();

  private constructor(options: MempoolOptions) {
    this.#options = options;
    this.#policy = options.policy ?? MEMPOOL_POLICY;
  }

  /** Opens the pending store. If that fails, the mempool is unavailable, logs the reason, and tries again. */
  static async open(options: MempoolOptions): Promise<Mempool> {
    const mempool = new Mempool(options);
    mempool.#unsubscribe = options.chain.subscribe((event) => mempool.#follow(event));
    await mempool.#openStore();
    void mempool.#maintainForever();
    return mempool;
  }

  isAvailable(): boolean {
    return this.#store !== undefined;
  }

  /** Number of pending transactions, 0–20,000. */
  size(): number {
    return this.#available().size;
  }

  get(id: TransactionId): PendingTransaction | undefined {
    return this.#available().get(id);
  }

  /** The sender's contiguous outgoing sequence, ascending nonces that start at its confirmed nonce + 1. */
  pendingOutgoing(address: Address): readonly PendingTransaction[] {
    return this.#available().sequenceOf(address);
  }

  /** Smallest fee, in pebbles, with which a transaction of a new sender is admitted now. */
  minimumFee(): bigint {
    const { minimumFee, pendingInAll } = this.#policy;
    const pool = this.#available();
    const lowest = pool.size < pendingInAll ? undefined : pool.cheapest();
    return lowest === undefined ? minimumFee : lowest.transaction.fee + 1n;
  }

  /** Pending transactions in the order in which a block can include them: by fee, each sender's nonces ascending. */
  inBlockOrder(): PendingTransaction[] {
    return this.#available().inBlockOrder();
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: AdmissionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Validates and stores one transaction; resolves once it is on disk.
   * @param raw 213 bytes
   * @param submitter the signature of a peer's transaction is verified last, after the cheap checks
   * @throws ProtocolError (`invalid_transaction`) if the bytes do not decode
   */
  async submit(raw: Uint8Array, submitter: Submitter = 'client'): Promise<Admission> {
    requireTransactionSize(raw);
    const candidate = pendingOf(new Uint8Array(raw), this.#now());
    const known = this.#available().get(candidate.id);
    if (known !== undefined) {
      await this.#save(); // the first submission may not be on disk yet
      return { status: 'accepted', pending: known, alreadyPending: true };
    }
    const account = this.#options.chain.view.account(candidate.transaction.fromAddress);
    if (this.#isConfirmed(candidate, account)) return { status: 'rejected', reason: 'already_confirmed' };
    const before = this.#pool.sequenceOf(candidate.transaction.fromAddress);
    const order = submitter === 'peer' ? 'last' : 'first';
    const reason = this.#admit(candidate, account, before, order);
    if (reason !== undefined) return { status: 'rejected', reason };
    try {
      await this.#save();
    } catch (error) {
      this.#withdraw(candidate, before);
      throw error;
    }
    for (const listener of this.#listeners) listener(candidate, submitter);
    return { status: 'accepted', pending: candidate, alreadyPending: false };
  }

  /**
   * Replaces all pending transactions by those of `pending` that are valid on the chain; resolves once that is on disk.
   * Signatures are not verified: every one of `pending` has to have been admitted before.
   * @throws MempoolUnavailableError
   */
  async restore(pending: readonly PendingTransaction[]): Promise<void> {
    const pool = this.#available();
    const bySender = Map.groupBy(pending, ({ transaction }) => transaction.fromAddress);
    for (const sender of pool.senders()) if (!bySender.has(sender)) pool.setSequence(sender, []);
    for (const [sender, candidates] of bySender) this.#setValid(sender, candidates);
    pool.trim(this.#policy.pendingInAll);
    await this.#save();
  }

  /**
   * Removes a transaction by hand, with the later ones of its sender, which need its nonce; resolves once that is on disk.
   * @returns what was removed; nothing if it is not pending
   * @throws MempoolUnavailableError
   */
  async drop(id: TransactionId): Promise<readonly PendingTransaction[]> {
    const pending = this.#available().get(id);
    if (pending === undefined) return [];
    const { fromAddress } = pending.transaction;
    const sequence = this.#pool.sequenceOf(fromAddress);
    const place = sequence.indexOf(pending);
    this.#pool.setSequence(fromAddress, sequence.slice(0, place));
    await this.#save();
    return sequence.slice(place);
  }

  /** Drops expired transactions, detects a removed store, and reopens a failed one. Runs every 5 s. */
  maintain(): Promise<void> {
    this.#maintenance ??= this.#maintainOnce().finally(() => (this.#maintenance = undefined));
    return this.#maintenance;
  }

  /** Resolves once everything is on disk and the store is closed; the mempool is unavailable afterwards. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#unsubscribe();
    await this.#maintenance;
    const store = this.#store;
    this.#store = undefined;
    this.#unavailable = 'the mempool is closed';
    await store?.close();
  }

  /** The pool, if its store is open. @throws MempoolUnavailableError */
  #available(): PendingPool {
    if (this.#store === undefined) throw new MempoolUnavailableError(this.#unavailable);
    return this.#pool;
  }

  #now(): number {
    return Math.floor(this.#options.clock() / 1_000);
  }

  /** A location in the index does not count if the nonce is still unused: the location is stale then. */
  #isConfirmed({ id, transaction }: PendingTransaction, account: AccountState | undefined): boolean {
    if (transaction.nonce > (account?.nonce ?? 0)) return false;
    return this.#options.chain.view.locateTransaction(id) !== undefined;
  }

  /**
   * Admits a transaction that is neither pending nor confirmed.
   * @param sequence the sender's pending transactions
   * @returns the reason of a rejection, which changes nothing
   */
  #admit(
    candidate: PendingTransaction,
    account: AccountState | undefined,
    sequence: Sequence,
    signature: SignatureOrder,
  ): RejectionReason | undefined {
    const { chain } = this.#options;
    const { id, transaction, raw } = candidate;
    const verdict = validateAdmission(transaction, {
      network: chain.network,
      policy: this.#policy,
      isSigned: () => chain.verifyTransfer(raw, id),
      account,
      sequence,
      signature,
    });
    if (verdict.status === 'rejected') return verdict.reason;
    const next = sequence.toSpliced(verdict.index, 1, candidate);
    if (next.length > sequence.length && !this.#makeRoom(next)) return 'mempool_full';
    this.#pool.setSequence(transaction.fromAddress, next);
    return undefined;
  }

  /** Takes back a transaction that could not be stored, with the later ones of its sender. @param before its sender's, without it */
  #withdraw({ id, transaction }: PendingTransaction, before: Sequence): void {
    const sequence = this.#pool.sequenceOf(transaction.fromAddress);
    const index = sequence.findIndex((pending) => pending.id === id);
    if (index < 0) return;
    const replaced = before.find(({ transaction: { nonce } }) => nonce === transaction.nonce);
    const left = replaced === undefined ? sequence.slice(0, index) : sequence.with(index, replaced);
    this.#pool.setSequence(transaction.fromAddress, left);
  }

  /**
   * Evicts the tail of the sender with the lowest fee if the pool is full.
   * @param sequence of a sender, all of which a block includes up to the new one, the last
   * @returns false if one of them pays no more than that lowest fee, or if no other sender has a pending transaction
   */
  #makeRoom(sequence: Sequence): boolean {
    if (this.#pool.size < this.#policy.pendingInAll) return true;
    const lowest = this.#pool.cheapest(sequence[0]!.transaction.fromAddress)?.transaction;
    if (lowest === undefined || sequence.some(({ transaction }) => transaction.fee <= lowest.fee))
      return false;
    this.#pool.removeLast(lowest.fromAddress);
    return true;
  }

  /** Sets a sender's sequence to the longest one that is valid on the chain. */
  #setValid(
    sender: Address,
    candidates: readonly PendingTransaction[],
    account: AccountState | undefined = this.#options.chain.view.account(sender),
  ): void {
    const sequence = longestValidSequence(candidates, account, this.#policy, this.#now());
    this.#pool.setSequence(sender, sequence);
  }

  /** Validates the sequences of the changed accounts, together with the transfers of blocks that left the chain. */
  #follow({ accounts, returned }: ChainEvent): void {
    if (this.#store === undefined) return; // the next opening validates everything
    const now = this.#now();
    const { pendingInAll } = this.#policy;
    const unused = returned
      .values()
      .flatMap((block) => this.#unusedIn(block, (address) => accounts.get(address), now));
    const again = Map.groupBy(unused.take(pendingInAll), ({ transaction }) => transaction.fromAddress);
    const changed = this.#pool.senders().filter((sender) => accounts.has(sender));
    for (const sender of new Set([...changed, ...again.keys()])) {
      const candidates = [...(again.get(sender) ?? []), ...this.#pool.sequenceOf(sender)];
      this.#setValid(sender, candidates, accounts.get(sender));
    }
    this.#pool.trim(pendingInAll);
    this.#save().then(
      () => this.#reportReturned([...again.values()].flat()),
      () => undefined, // logged; the next opening removes what could not be removed
    );
  }

  #reportReturned(returned: readonly PendingTransaction[]): void {
    for (const pending of returned) {
      if (this.#pool.get(pending.id) === undefined) continue;
      for (const listener of this.#listeners) listener(pending, 'returned');
    }
  }

  /** Resolves once every change is on disk. @throws MempoolUnavailableError */
  async #save(): Promise<void> {
    const store = this.#store;
    if (store === undefined) throw new MempoolUnavailableError(this.#unavailable);
    try {
      await store.save();
    } catch (error) {
      await this.#fail(store, error);
      throw new MempoolUnavailableError('the transaction could not be stored', { cause: error });
    }
  }

  /**
   * Opens the store and validates what it holds. What is already in the pool was acknowledged: it stays, and is stored again.
   * Signatures are not verified again: every entry was valid on its admission.
   */
  async #openStore(): Promise<void> {
    const { place, runtime, logger } = this.#options;
    try {
      const store = await MempoolStore.open(place, runtime.turn);
      const stored = await store.read().catch(async (error: unknown) => {
        await store.close();
        throw error;
      });
      const stale = await this.#findStale();
      if (this.#closing.signal.aborted) return await store.close();
      this.#load(stored, stale);
      this.#store = store; // from here on, the pool follows the chain
      this.#unavailable = '';
      const removed = stored.filter(({ id }) => this.#pool.get(id) === undefined);
      for (const { id } of removed) store.note(id, undefined);
      for (const pending of this.#pool.all()) store.note(pending.id, pending);
      await this.#save();
      const { size } = this.#pool;
      const lost =
        removed.length === 0 ? '' : `; ${removed.length} no longer valid on the chain were dropped`;
      logger.info(
        { pending: size, dropped: removed.length },
        `Mempool open with ${size} pending transactions${lost}`,
      );
    } catch (error) {
      if (!(error instanceof MempoolUnavailableError)) this.#report(error);
    }
  }

  /** Fills the pool with what is valid on the chain: its own entries, stored ones, and transfers of stale blocks. */
  #load(stored: readonly StoredPending[], stale: readonly PendingTransaction[]): void {
    const candidates = new Map<TransactionId, PendingTransaction>();
    for (const { id, raw, receivedAt } of stored) candidates.set(id, pendingOf(raw, receivedAt, id));
    for (const pending of this.#pool.all()) candidates.set(pending.id, pending);
    // Acknowledged transfers take precedence: a stale one with the same nonce may be from a block that was never canonical.
    const acknowledged = new Set(Array.from(candidates.values(), slotOf));
    for (const pending of stale) if (!acknowledged.has(slotOf(pending))) candidates.set(pending.id, pending);
    const bySender = Map.groupBy(candidates.values(), ({ transaction }) => transaction.fromAddress);
    for (const [sender, sequence] of bySender) this.#setValid(sender, sequence);
    this.#pool.trim(this.#policy.pendingInAll);
  }

  /**
   * Transfers of stale blocks whose nonces are still unused: the process may have ended after a reorganization disconnected
   * them and before they were stored as pending. Side blocks can be lost; without them, only what the store has is pending.
   */
  async #findStale(): Promise<PendingTransaction[]> {
    const { chain, logger } = this.#options;
    const found: PendingTransaction[] = [];
    let bytes = 0;
    try {
      for (const { id, header } of chain.staleBlocks(SEARCHED_BLOCKS)) {
        const raw = await chain.readBlockById(id);
        if (raw === undefined) continue;
        bytes += raw.length;
        if (bytes > SEARCHED_BYTES) break;
        const transactions = new BlockTransactions(raw.subarray(HEADER_SIZE)).readAll();
        const receivedAt = Math.min(this.#now(), header.timestamp);
        found.push(...this.#unusedIn({ transactions }, (address) => chain.view.account(address), receivedAt));
      }
    } catch (error) {
      logger.warn({ err: error }, 'The transfers of stale blocks cannot be read');
    }
    return found;
  }

  /**
   * The transfers of a block that left the chain whose nonces their senders may use now.
   * @param account confirmed state of a sender @param receivedAt Unix seconds
   */
  *#unusedIn(
    { transactions, transactionIds }: Pick<CheckedBlock, 'transactions'> & Partial<CheckedBlock>,
    account: (address: Address) => AccountState | undefined,
    receivedAt: number,
  ): Generator<PendingTransaction> {
    const { count, senders, nonces, addresses } = transactions;
    for (let index = 1; index < count; index += 1) {
      const place = nonces[index]! - (account(addresses[senders[index]!]!)?.nonce ?? 0);
      if (place < 1 || place > this.#policy.pendingPerSender) continue;
      const raw = Uint8Array.prototype.slice.call(transactions.raw(index)); // must not keep the block in memory
      const id = transactionIds?.subarray(index * ID_SIZE, (index + 1) * ID_SIZE);
      yield pendingOf(raw, receivedAt, id && transactionIdFromBytes(id));
    }
  }

  async #maintainForever(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await this.#options.runtime.sleep(MAINTENANCE_MS, signal);
      if (signal.aborted) return;
      await this.maintain();
    }
  }

  /** Closes a store that failed; the next maintenance opens it again. */
  async #fail(store: MempoolStore, error: unknown): Promise<void> {
    this.#report(error);
    if (this.#store !== store) return;
    this.#store = undefined;
    await store.close();
  }

  /** Logs when the mempool becomes unavailable or the reason changes, not every attempt. */
  #report(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === this.#unavailable) return;
    this.#unavailable = reason;
    this.#options.logger.error(
      `The mempool is unavailable: ${reason}. Confirmed data is served, submissions are refused; trying again every ${MAINTENANCE_MS / 1_000} s. To reset a damaged store, remove its folder.`,
    );
  }

  async #maintainOnce(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const store = this.#store;
    if (store === undefined) return this.#openStore();
    try {
      store.requireFiles();
    } catch (error) {
      return this.#fail(store, error);
    }
    const now = this.#now();
    for (const sender of this.#pool.senders()) {
      const sequence = this.#pool.sequenceOf(sender);
      if (sequence.some((pending) => isExpired(pending, this.#policy, now))) this.#setValid(sender, sequence);
    }
    await this.#save().catch(() => undefined); // logged
  }
}

/** Sender and nonce: at most one pending transfer has each. */
function slotOf({ transaction: { fromAddress, nonce } }: PendingTransaction): string {
  return `${fromAddress} ${nonce}`;
}
