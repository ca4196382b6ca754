import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AccountState,
  type Address,
  BlockTransactions,
  decodeTransactionBody,
  HEADER_SIZE,
  ID_SIZE,
  requireTransactionSize,
  TRANSACTION_SIZE,
  type TransactionBody,
  transactionId,
  type TransactionId,
  transactionIdFromBytes,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import { AddressCache } from '../chain/address-cache.ts';
import type { Chain } from '../chain/chain.ts';
import type { BlockContents, ChainEvent } from '../chain/chain-types.ts';
import { MempoolStore, type StoredPending } from '../storage/mempool-store.ts';
import { cheapestOf, PendingPool, type PoolChange } from './pending-pool.ts';
import {
  isExpired,
  longestValidSequence,
  MEMPOOL_POLICY,
  validateAdmission,
  type MempoolPolicy,
  type PendingTransaction,
  type RejectionReason,
  type SignatureOrder,
} from './policy.ts';

/** Interval of expiry, and of the attempts to reopen a failed store. */
const MAINTENANCE_MS = 5_000;
/** Stale blocks that are searched for unconfirmed transfers at the opening, and their bytes. */
const SEARCHED_BLOCKS = 1_000;
const SEARCHED_BYTES = 16 * 1024 * 1024;
/** Transfers of blocks that left the chain that are admitted in one task of the event loop: some 30 ms. */
const RETURNED_PER_TURN = 2_000;

/** The outcome of a submission. `accepted` includes bytes that were already pending (`alreadyPending`). */
export type Admission =
  | {
      readonly status: 'accepted';
      readonly pending: PendingTransaction;
      readonly alreadyPending: boolean;
      /** ID of the pending transaction that this one replaced. */
      readonly replaced?: string;
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

/**
 * Called for each transaction that becomes pending, once it is on disk.
 * @param origin `returned` if it was in a disconnected block
 */
export type AdmissionListener = (pending: PendingTransaction, origin: 'submitted' | 'returned') => void;

/** A transfer of a block that left the chain. */
interface ReturnedTransfer {
  readonly block: Pick<BlockContents, 'raw'> & { readonly transactionIds?: Uint8Array };
  readonly index: number;
}

/** The part of the chain that the mempool uses. */
type FollowedChain = Pick<
  Chain,
  | 'network'
  | 'account'
  | 'locateTransaction'
  | 'verifyTransfer'
  | 'subscribe'
  | 'staleBlocks'
  | 'readBlockById'
>;

export interface MempoolOptions {
  readonly chain: FollowedChain;
  /** `<data-dir>/mempool` */
  readonly directory: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
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
  readonly #addresses: AddressCache;
  readonly #listeners = new Set<AdmissionListener>();
  readonly #pool = new PendingPool();
  #store: MempoolStore | undefined;
  /** Why there is no store. */
  #unavailable = 'the mempool is not open yet';
  #unsubscribe: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #maintenance: Promise<void> | undefined;
  #isClosed = false;
  /** Transfers of blocks that left the chain, by sender; they are not admitted yet. */
  readonly #returning = new Map<Address, ReturnedTransfer[]>();
  #readmission: Promise<void> | undefined;

  private constructor(options: MempoolOptions) {
    this.#options = options;
    this.#policy = options.policy ?? MEMPOOL_POLICY;
    this.#addresses = new AddressCache(options.chain.network);
  }

  /** Opens the pending store. If that fails, the mempool is unavailable, logs the reason, and tries again. */
  static async open(options: MempoolOptions): Promise<Mempool> {
    const mempool = new Mempool(options);
    mempool.#unsubscribe = options.chain.subscribe((event) => mempool.#follow(event));
    await mempool.#openStore();
    mempool.#timer = setInterval(() => void mempool.maintain(), MAINTENANCE_MS).unref();
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
    const victim = pool.size < pendingInAll ? undefined : pool.nextToEvict();
    return victim === undefined ? minimumFee : cheapestOf(victim).transaction.fee + 1n;
  }

  /**
   * Pending transactions in the order in which a block can include them: by fee, each sender's nonces ascending. An iteration
   * is over the pool as of its start.
   */
  inBlockOrder(): Iterable<PendingTransaction> {
    return this.#available().inBlockOrder();
  }

  /** The first `maximum` transactions of `inBlockOrder`. */
  selectForBlock(maximum: number): PendingTransaction[] {
    return [...Iterator.from(this.inBlockOrder()).take(maximum)];
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: AdmissionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Validates and stores one transaction; resolves once it is on disk.
   * @param raw 213 bytes
   * @param signature when to verify the signature; `first` by default
   * @throws ProtocolError (`invalid_transaction`) if the bytes do not decode
   */
  async submit(raw: Uint8Array, signature: SignatureOrder = 'first'): Promise<Admission> {
    requireTransactionSize(raw);
    const candidate = pendingOf(new Uint8Array(raw), transactionId(raw), this.#now());
    const known = this.#available().get(candidate.id);
    if (known !== undefined) {
      await this.#save([]); // the first submission may not be on disk yet
      return { status: 'accepted', pending: known, alreadyPending: true };
    }
    const account = this.#options.chain.account(candidate.transaction.fromAddress);
    if (this.#isConfirmed(candidate, account)) return { status: 'rejected', reason: 'already_confirmed' };
    const admission = this.#admit(candidate, account, signature);
    if (admission.status === 'rejected') return admission;
    try {
      await this.#save(admission.changes);
    } catch (error) {
      this.#withdraw(candidate, admission.replaced);
      throw error;
    }
    for (const listener of this.#listeners) listener(candidate, 'submitted');
    const { replaced } = admission;
    return {
      status: 'accepted',
      pending: candidate,
      alreadyPending: false,
      ...(replaced && { replaced: replaced.id }),
    };
  }

  /**
   * Replaces all pending transactions by those of `pending` that are valid on the chain; resolves once that is on disk.
   * Signatures are not verified: every one of `pending` has to have been admitted before.
   * @throws MempoolUnavailableError
   */
  async restore(pending: readonly PendingTransaction[]): Promise<void> {
    const pool = this.#available();
    this.#returning.clear();
    const bySender = Map.groupBy(pending, ({ transaction }) => transaction.fromAddress);
    const changes = pool
      .senders()
      .filter((sender) => !bySender.has(sender))
      .map((sender) => pool.setSequence(sender, []));
    for (const [sender, candidates] of bySender) changes.push(this.#setValid(sender, candidates));
    await this.#save([...changes, ...this.#trim()]);
  }

  /** Drops expired transactions, detects a removed store, and reopens a failed one. Runs every 5 s. */
  maintain(): Promise<void> {
    this.#maintenance ??= this.#maintainOnce().finally(() => (this.#maintenance = undefined));
    return this.#maintenance;
  }

  /** Resolves once everything is on disk and the store is closed; the mempool is unavailable afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#maintenance;
    await this.#readmission;
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
    return this.#options.chain.locateTransaction(id) !== undefined;
  }

  /** Admits a transaction that is neither pending nor confirmed, or rejects it, which changes nothing. */
  #admit(
    candidate: PendingTransaction,
    account: AccountState | undefined,
    signature: SignatureOrder,
  ):
    | {
        readonly status: 'admitted';
        readonly replaced?: PendingTransaction;
        readonly changes: readonly PoolChange[];
      }
    | { readonly status: 'rejected'; readonly reason: RejectionReason } {
    const { chain } = this.#options;
    const { id, transaction, raw } = candidate;
    const sender = transaction.fromAddress;
    const sequence = this.#pool.sequenceOf(sender);
    const verdict = validateAdmission(transaction, {
      network: chain.network,
      policy: this.#policy,
      isAddress: (address) => this.#addresses.isValid(address),
      isSigned: () => chain.verifyTransfer(raw, id),
      account,
      sequence,
      signature,
    });
    if (verdict.status === 'rejected') return verdict;
    const replaced = sequence[verdict.index];
    const room = replaced === undefined ? this.#makeRoom(transaction, sequence) : [];
    if (room === undefined) return { status: 'rejected', reason: 'mempool_full' };
    const change = this.#pool.setSequence(sender, sequence.toSpliced(verdict.index, 1, candidate));
    return { status: 'admitted', changes: [...room, change], ...(replaced && { replaced }) };
  }

  /** Takes back a transaction that could not be stored, with the later ones of its sender. */
  #withdraw({ id, transaction }: PendingTransaction, replaced: PendingTransaction | undefined): void {
    const sequence = this.#pool.sequenceOf(transaction.fromAddress);
    const index = sequence.findIndex((pending) => pending.id === id);
    if (index < 0) return;
    const before = replaced === undefined ? sequence.slice(0, index) : sequence.with(index, replaced);
    this.#pool.setSequence(transaction.fromAddress, before);
  }

  /**
   * Evicts the tail of the sender with the lowest fee if the pool is full.
   * @param ahead the sender's pending transactions, all of which a block includes before the new one
   * @returns `undefined` if the new transaction, or one ahead of it, pays no more than that lowest fee, or if no other sender
   * has a pending transaction
   */
  #makeRoom(transaction: TransactionBody, ahead: readonly PendingTransaction[]): PoolChange[] | undefined {
    if (this.#pool.size < this.#policy.pendingInAll) return [];
    const victim = this.#pool.nextToEvict(transaction.fromAddress);
    if (victim === undefined) return undefined;
    const lowest = cheapestOf(victim).transaction.fee;
    const fees = [transaction.fee, ...ahead.map((entry) => entry.transaction.fee)];
    return fees.every((fee) => fee > lowest) ? [this.#pool.dropLast(victim)] : undefined;
  }

  /** Evicts tails of the senders with the lowest fees until the pool is within its limit. */
  #trim(): PoolChange[] {
    const changes: PoolChange[] = [];
    while (this.#pool.size > this.#policy.pendingInAll) {
      changes.push(this.#pool.dropLast(this.#pool.nextToEvict()!));
    }
    return changes;
  }

  /** Sets a sender's sequence to the longest one that is valid on the chain. */
  #setValid(
    sender: Address,
    candidates: readonly PendingTransaction[],
    account: AccountState | undefined = this.#options.chain.account(sender),
  ): PoolChange {
    return this.#pool.setSequence(
      sender,
      longestValidSequence(candidates, account, this.#policy, this.#now()),
    );
  }

  /** Validates the sequences of the changed accounts at once, and admits the transfers of blocks that left the chain. */
  #follow({ accounts, returned }: ChainEvent): void {
    if (this.#store === undefined) return; // the next opening validates everything
    for (const block of returned) {
      for (const { sender, index } of unconfirmedIn(block.transactions, (address) => accounts.get(address))) {
        const transfers = this.#returning.get(sender);
        if (transfers === undefined) this.#returning.set(sender, [{ block, index }]);
        else transfers.push({ block, index });
      }
    }
    const changes = this.#pool
      .senders()
      .filter((sender) => accounts.has(sender) && !this.#returning.has(sender))
      .map((sender) => this.#setValid(sender, this.#pool.sequenceOf(sender), accounts.get(sender)));
    this.#save(changes).catch(() => undefined); // logged; the next opening removes what could not be removed
    this.#readmission ??= this.#readmit().finally(() => (this.#readmission = undefined));
  }

  /**
   * Admits returned transfers together with the pending ones of their senders. While the store fails, none: the next opening finds
   * them among the stale blocks.
   */
  async #readmit(): Promise<void> {
    while (this.#returning.size > 0 && this.#store !== undefined) {
      const changes: PoolChange[] = [];
      let count = 0;
      for (const [sender, transfers] of this.#returning) {
        this.#returning.delete(sender);
        const added = transfers.map((transfer) => pendingAgain(transfer, this.#now()));
        changes.push(this.#setValid(sender, [...added, ...this.#pool.sequenceOf(sender)]));
        count += transfers.length;
        if (count >= RETURNED_PER_TURN) break;
      }
      changes.push(...this.#trim());
      this.#save(changes).then(
        () => this.#reportReturned(changes),
        () => undefined, // logged
      );
      await nextTurn();
    }
    this.#returning.clear();
  }

  #reportReturned(changes: readonly PoolChange[]): void {
    for (const pending of changes.flatMap(({ added }) => added)) {
      if (this.#pool.get(pending.id) === undefined) continue;
      for (const listener of this.#listeners) listener(pending, 'returned');
    }
  }

  /** @returns a promise that resolves once the changes are on disk @throws MempoolUnavailableError */
  async #save(changes: readonly PoolChange[]): Promise<void> {
    const store = this.#store;
    if (store === undefined) throw new MempoolUnavailableError(this.#unavailable);
    try {
      await store.save(
        changes.flatMap(({ added }) => added),
        changes.flatMap(({ removed }) => removed.map(({ id }) => id)),
      );
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
    const { directory, logger } = this.#options;
    try {
      const store = await MempoolStore.open(directory);
      const stored = await store.read().catch(async (error: unknown) => {
        await store.close();
        throw error;
      });
      const stale = await this.#findStale();
      if (this.#isClosed) return await store.close();
      this.#load(stored, stale);
      this.#store = store; // from here on, the pool follows the chain
      this.#unavailable = '';
      const removed = stored.filter(({ id }) => this.#pool.get(id) === undefined);
      await this.#save([{ added: this.#pool.all(), removed }]);
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
    const { network } = this.#options.chain;
    const candidates = new Map<TransactionId, PendingTransaction>();
    for (const { id, raw, receivedAt } of stored) candidates.set(id, pendingOf(raw, id, receivedAt));
    for (const pending of this.#pool.all()) candidates.set(pending.id, pending);
    // Acknowledged transfers take precedence: a stale one with the same nonce may be from a block that was never canonical.
    const acknowledged = new Set(Array.from(candidates.values(), slotOf));
    for (const pending of stale) if (!acknowledged.has(slotOf(pending))) candidates.set(pending.id, pending);
    const bySender = Map.groupBy(candidates.values(), ({ transaction }) => transaction.fromAddress);
    for (const [sender, sequence] of bySender) {
      this.#setValid(
        sender,
        sequence.filter(({ transaction }) => transaction.chain === network.chainId),
      );
    }
    this.#trim();
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
        bytes += raw?.length ?? 0;
        if (raw === undefined || bytes > SEARCHED_BYTES) continue;
        const transactions = new BlockTransactions(raw.subarray(HEADER_SIZE)).readAll();
        const receivedAt = Math.min(this.#now(), header.timestamp);
        for (const { index } of unconfirmedIn(transactions, (address) => chain.account(address))) {
          found.push(pendingAgain({ block: { raw }, index }, receivedAt));
        }
      }
    } catch (error) {
      logger.warn({ err: error }, 'The transfers of stale blocks cannot be read');
    }
    return found;
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
    if (this.#isClosed) return;
    const store = this.#store;
    if (store === undefined) return this.#openStore();
    try {
      store.requireFiles();
    } catch (error) {
      return this.#fail(store, error);
    }
    const now = this.#now();
    const changes = this.#pool
      .senders()
      .map((sender) => ({ sender, sequence: this.#pool.sequenceOf(sender) }))
      .filter(({ sequence }) => sequence.some((pending) => isExpired(pending, this.#policy, now)))
      .map(({ sender, sequence }) => this.#setValid(sender, sequence));
    if (changes.length > 0) await this.#save(changes).catch(() => undefined); // logged
  }
}

function pendingOf(raw: Uint8Array, id: TransactionId, receivedAt: number): PendingTransaction {
  return { id, transaction: decodeTransactionBody(raw), raw, receivedAt };
}

/** Sender and nonce: at most one pending transfer has each. */
function slotOf({ transaction: { fromAddress, nonce } }: PendingTransaction): string {
  return `${fromAddress} ${nonce}`;
}

/** The transfers of a block that left the chain whose nonces are unused. @param account confirmed state of a sender */
function* unconfirmedIn(
  { count, senders, nonces, addresses }: BlockTransactions,
  account: (address: Address) => AccountState | undefined,
): Generator<{ readonly sender: Address; readonly index: number }> {
  for (let index = 1; index < count; index += 1) {
    const sender = addresses[senders[index]!]!;
    if (nonces[index]! > (account(sender)?.nonce ?? 0)) yield { sender, index };
  }
}

/** @param receivedAt Unix seconds */
function pendingAgain({ block, index }: ReturnedTransfer, receivedAt: number): PendingTransaction {
  const begin = HEADER_SIZE + index * TRANSACTION_SIZE;
  const raw = Uint8Array.prototype.slice.call(block.raw, begin, begin + TRANSACTION_SIZE); // must not keep the block in memory
  const id = block.transactionIds?.subarray(index * ID_SIZE, (index + 1) * ID_SIZE);
  return pendingOf(raw, id === undefined ? transactionId(raw) : transactionIdFromBytes(id), receivedAt);
}
