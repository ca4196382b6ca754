import {
  type Address,
  decodeTransactionBody,
  requireTransactionSize,
  transactionId,
  type TransactionId,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import type { ChainEvent, ChainReader } from '../chain/chain-reader.ts';
import { forEachYielding } from '../chain/scheduling.ts';
import { AddressCache } from '../chain/address-cache.ts';
import { acknowledgedBy, openSession, type MempoolSession } from './mempool-session.ts';
import {
  MempoolUnavailableError,
  type Admission,
  type AdmissionListener,
  type OpenMempool,
  type PendingTransaction,
  type SignatureOrder,
} from './mempool-types.ts';
import { findStaleTransfers, DisconnectedBlocks } from './disconnected-blocks.ts';
import type { PoolChange } from './pending-pool.ts';
import type { PolicyPoolOptions, PoolAdmission } from './policy-pool.ts';
import { MEMPOOL_POLICY, type MempoolPolicy } from './policy.ts';

/** Interval of expiry, and of the attempts to reopen a failed store. */
const MAINTENANCE_MS = 5_000;

interface MempoolOptions {
  readonly chain: ChainReader;
  /** `<data-dir>/mempool` */
  readonly directory: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** A signature check that caches its results; by default every signature is verified. */
  readonly verifySignature?: PolicyPoolOptions['verifySignature'];
  /** The policy of PROTOCOL.md section 7 by default. */
  readonly policy?: MempoolPolicy;
}

/**
 * Opens the pending store and keeps it up to date with the chain (PROTOCOL.md section 7). If the store cannot be opened, this
 * does not throw: the mempool is unavailable, logs the reason, and retries.
 */
export async function openMempool(options: MempoolOptions): Promise<OpenMempool> {
  const mempool = new PersistentMempool(options);
  await mempool.start();
  return mempool;
}

/** The decision about a submission, before it is on disk. */
type Decision =
  | Extract<PoolAdmission, { status: 'rejected' }>
  | {
      readonly status: 'accepted';
      readonly session: MempoolSession;
      readonly pending: PendingTransaction;
      readonly changes: readonly PoolChange[];
      readonly alreadyPending: boolean;
      readonly replaced?: string | undefined;
    };

class PersistentMempool implements OpenMempool {
  readonly #options: MempoolOptions;
  readonly #rules: PolicyPoolOptions;
  readonly #listeners = new Set<AdmissionListener>();
  #session: MempoolSession | undefined;
  /** The session whose store failed; the next session takes over its acknowledged transactions. */
  #failed: MempoolSession | undefined;
  #unavailableReason = 'the mempool is not open yet';
  #stopListening: () => void = () => {};
  readonly #disconnected = new DisconnectedBlocks();
  /** Changes of the pool in progress, which yield to the event loop between their steps. */
  readonly #backgroundWork = new Set<Promise<void>>();
  /** Resolves at the end of the reorganization in progress. */
  #reorganized = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  #maintenance: Promise<void> | undefined;
  #closed = false;

  constructor(options: MempoolOptions) {
    const { chain, verifySignature, policy = MEMPOOL_POLICY } = options;
    this.#options = options;
    const addresses = new AddressCache(chain.network);
    this.#rules = {
      network: chain.network,
      policy,
      isAddress: (address) => addresses.isValid(address),
      ...(verifySignature && { verifySignature }),
      account: (address) => chain.account(address),
    };
  }

  async start(): Promise<void> {
    const { chain } = this.#options;
    const subscriptions = [
      chain.subscribe((event) => this.#follow(event)),
      chain.onReorganized?.(() => this.#followReorganization()),
    ];
    this.#stopListening = () => subscriptions.forEach((unsubscribe) => unsubscribe?.());
    await this.#openSession();
    this.#timer = setInterval(() => void this.maintain(), MAINTENANCE_MS).unref();
  }

  isAvailable(): boolean {
    return this.#session !== undefined;
  }

  size(): number {
    return this.#requireSession().pool.pending.size;
  }

  minimumFee(): bigint {
    return this.#requireSession().pool.minimumFee();
  }

  get(id: TransactionId): PendingTransaction | undefined {
    return this.#find(this.#requireSession(), id);
  }

  pendingOutgoing(address: Address): PendingTransaction[] {
    const session = this.#requireSession();
    this.#refresh(session, address);
    return [...session.pool.pending.sequenceOf(address)];
  }

  selectForBlock(maximum: number): PendingTransaction[] {
    return [...Iterator.from(this.inBlockOrder()).take(maximum)];
  }

  inBlockOrder(): Iterable<PendingTransaction> {
    return this.#requireSession().pool.pending.inBlockOrder();
  }

  async submit(raw: Uint8Array, signature: SignatureOrder = 'first'): Promise<Admission> {
    requireTransactionSize(raw);
    const pending = {
      id: transactionId(raw),
      transaction: decodeTransactionBody(raw),
      raw: new Uint8Array(raw),
      receivedAt: this.#now(),
    };
    await this.#untilReorganized();
    return this.#acknowledge(this.#findKnown(pending) ?? this.#admit(pending, signature));
  }

  #find(session: MempoolSession, id: TransactionId): PendingTransaction | undefined {
    if (this.#backgroundWork.size > 0) {
      const sender = session.pool.senderOf(id);
      if (sender !== undefined) this.#refresh(session, sender);
    }
    return session.pool.pending.get(id);
  }

  /** The decision about a transaction that is already pending or confirmed. */
  #findKnown({ id, transaction }: PendingTransaction): Decision | undefined {
    const session = this.#requireSession();
    this.#refresh(session, transaction.fromAddress);
    const pending = session.pool.pending.get(id);
    // The first submission may not be on disk yet.
    if (pending !== undefined)
      return { status: 'accepted', session, pending, changes: [], alreadyPending: true };
    return this.#isConfirmed(id, transaction)
      ? { status: 'rejected', reason: 'already_confirmed' }
      : undefined;
  }

  #admit(pending: PendingTransaction, signature: SignatureOrder): Decision {
    const session = this.#requireSession();
    const admission = session.pool.admit(pending, signature);
    if (admission.status === 'rejected') return admission;
    const { changes, replaced } = admission;
    return { status: 'accepted', session, pending, changes, alreadyPending: false, replaced };
  }

  /** Returns once the decision is on disk. @throws MempoolUnavailableError */
  async #acknowledge(decision: Decision): Promise<Admission> {
    if (decision.status === 'rejected') return decision;
    const { session, pending, changes, alreadyPending, replaced } = decision;
    await this.#save(session, changes);
    if (!alreadyPending) for (const listener of this.#listeners) listener(pending, 'submitted');
    return { status: 'accepted', pending, alreadyPending, ...(replaced !== undefined && { replaced }) };
  }

  subscribe(listener: AdmissionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async restore(pending: readonly PendingTransaction[]): Promise<void> {
    const session = this.#requireSession();
    await this.#save(session, session.pool.replaceAll(pending, this.#now()));
  }

  maintain(): Promise<void> {
    this.#maintenance ??= this.#maintainOnce().finally(() => (this.#maintenance = undefined));
    return this.#maintenance;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#stopListening();
    this.#reorganized.resolve();
    await this.#maintenance;
    await Promise.all(this.#backgroundWork); // saves transfers of disconnected blocks, which may be in no other store
    const session = this.#session;
    this.#session = undefined;
    this.#unavailableReason = 'the mempool is closed';
    await session?.writer.idle();
    await (session ?? this.#failed)?.store.close();
  }

  /** Waits for the end of a reorganization: in its intermediate states, valid transfers would be rejected. */
  async #untilReorganized(): Promise<void> {
    while (this.#options.chain.isReorganizing === true && !this.#closed) await this.#reorganized.promise;
  }

  #now(): number {
    return Math.floor(this.#options.clock() / 1_000);
  }

  #requireSession(): MempoolSession {
    if (this.#session === undefined) throw new MempoolUnavailableError(this.#unavailableReason);
    return this.#session;
  }

  /** A location in the index does not count if the nonce is still unused: the location is stale then. */
  #isConfirmed(id: TransactionId, transaction: { fromAddress: Address; nonce: number }): boolean {
    const confirmedNonce = this.#rules.account(transaction.fromAddress)?.nonce;
    if (confirmedNonce !== undefined && transaction.nonce > confirmedNonce) return false;
    return this.#options.chain.locateTransaction(id) !== undefined;
  }

  async #save(session: MempoolSession, changes: readonly PoolChange[]): Promise<void> {
    try {
      await session.writer.save(changes);
    } catch (error) {
      throw new MempoolUnavailableError('the transaction could not be stored', { cause: error });
    }
  }

  /** Updates the pool for a new tip. While unavailable it ignores blocks: opening validates everything again. */
  #follow(event: ChainEvent): void {
    const session = this.#session;
    if (session === undefined) return;
    if (event.type === 'disconnected') this.#disconnected.add(event);
    // Pending transactions are checked against the final branch only, not against intermediate tips.
    if (this.#options.chain.isReorganizing === true) return;
    if (event.type === 'disconnected') this.#refreshAll(session);
    else this.#runInBackground(session, session.pool.connect(event.raw, this.#now()));
  }

  /** Applies and saves changes, yielding in between; stops if the session fails or a reorganization begins, which revalidates. */
  #runInBackground(session: MempoolSession, changes: Iterable<PoolChange | undefined>): void {
    const { chain, logger } = this.#options;
    const work = forEachYielding(changes, (change) => {
      if (change !== undefined) this.#saveInBackground(session, [change]);
      return this.#session === session && chain.isReorganizing !== true;
    })
      .catch((error: unknown) => logger.error({ err: error }, 'the mempool could not follow the chain'))
      .finally(() => this.#backgroundWork.delete(work));
    this.#backgroundWork.add(work);
  }

  /** Brings a sender up to date that the background work has not reached yet. */
  #refresh(session: MempoolSession, sender: Address): void {
    if (this.#backgroundWork.size === 0 || this.#options.chain.isReorganizing === true) return;
    this.#saveInBackground(session, session.pool.refresh(sender, this.#now()));
  }

  #followReorganization(): void {
    this.#reorganized.resolve();
    this.#reorganized = Promise.withResolvers();
    if (this.#session !== undefined) this.#refreshAll(this.#session);
    else this.#disconnected.take();
  }

  /** Adds the transfers of disconnected blocks, and validates all pending transactions against the chain. */
  #refreshAll(session: MempoolSession): void {
    session.pool.addDisconnected(this.#disconnected.take());
    this.#runInBackground(session, session.pool.refreshAll(this.#now()));
  }

  #saveInBackground(session: MempoolSession, changes: readonly PoolChange[]): void {
    if (changes.length > 0) void this.#saveAndNotify(session, changes);
  }

  /** Saves changes caused by a new tip; their added transactions are from disconnected blocks. */
  async #saveAndNotify(session: MempoolSession, changes: readonly PoolChange[]): Promise<void> {
    try {
      await session.writer.save(changes);
    } catch {
      return; // the writer has already called #fail; reopening the store drops entries that could not be removed
    }
    for (const pending of changes.flatMap(({ added }) => added)) {
      for (const listener of this.#listeners) listener(pending, 'returned');
    }
  }

  async #openSession(): Promise<void> {
    const { directory, logger } = this.#options;
    await this.#untilReorganized();
    try {
      const acknowledged = this.#failed === undefined ? [] : acknowledgedBy(this.#failed);
      const now = this.#now();
      const stale = await this.#findStale(now);
      const session = await openSession({
        ...this.#rules,
        directory,
        now,
        acknowledged,
        stale,
        onSetAside: (notice) => logger.warn(notice),
        onFailure: (failed, error) => this.#fail(failed, error),
      });
      this.#session = session;
      this.#failed = undefined;
      this.#unavailableReason = '';
      // The tip may have changed while the store was being read and written.
      if (this.#options.chain.isReorganizing !== true) this.#refreshAll(session);
      const { size } = session.pool.pending;
      const { dropped } = session;
      const lost = dropped === 0 ? '' : `; ${dropped} no longer valid on the chain were dropped`;
      logger.info({ pending: size, dropped }, `Mempool open with ${size} pending transactions${lost}`);
    } catch (error) {
      this.#report(error);
    }
  }

  /** Side blocks can be lost; without them, only the transactions of the pending store are pending. */
  async #findStale(now: number): Promise<PendingTransaction[]> {
    const { chain, logger } = this.#options;
    try {
      return await findStaleTransfers(chain, now);
    } catch (error) {
      logger.warn({ err: error }, 'The transfers of stale blocks cannot be read');
      return [];
    }
  }

  #fail(session: MempoolSession, error: unknown): void {
    if (this.#session === session) {
      this.#session = undefined;
      this.#failed = session;
    }
    this.#report(error);
  }

  /** Logs when the mempool becomes unavailable or the reason changes, not every attempt. */
  #report(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === this.#unavailableReason) return;
    this.#unavailableReason = reason;
    this.#options.logger.error(
      `The mempool is unavailable: ${reason}. Confirmed data is served, submissions are refused; trying again every ${MAINTENANCE_MS / 1_000} s. To reset a damaged store, remove its folder.`,
    );
  }

  async #maintainOnce(): Promise<void> {
    if (this.#closed) return;
    const session = this.#session;
    if (session === undefined) {
      await this.#failed?.writer.idle();
      await this.#failed?.store.close();
      return this.#openSession();
    }
    try {
      session.store.checkPresence();
    } catch (error) {
      return this.#fail(session, error);
    }
    this.#runInBackground(session, session.pool.expire(this.#now()));
    await Promise.all(this.#backgroundWork);
  }
}
