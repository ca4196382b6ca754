import {
  type Address,
  decodeTransactionBody,
  requireTransactionSize,
  transactionId,
  type TransactionId,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import type { ChainEvent, ChainReader } from '../chain/chain-reader.ts';
import { forEachInTurns } from '../chain/scheduling.ts';
import { AddressCache } from '../chain/address-cache.ts';
import { acknowledgedBy, openSession, type MempoolSession } from './mempool-session.ts';
import {
  MempoolUnavailableError,
  type Admission,
  type Mempool,
  type PendingTransaction,
  type SignatureTurn,
} from './mempool-types.ts';
import { findLeftTransfers, LeftBlock, MAXIMUM_LEFT_BYTES, type LeftContents } from './left-block.ts';
import type { PoolChange } from './pending-pool.ts';
import type { PolicyPoolOptions, PoolAdmission } from './policy-pool.ts';
import { MEMPOOL_POLICY, type MempoolPolicy } from './policy.ts';

/** How often the pool looks for what stayed too long, and tries to open a store that failed. */
const MAINTENANCE_MILLISECONDS = 5_000;

export interface MempoolOptions {
  readonly chain: ChainReader;
  /** `<data-dir>/mempool` */
  readonly directory: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** For a caller that remembers signatures; see `PolicyPoolOptions`. */
  readonly verifySignature?: PolicyPoolOptions['verifySignature'];
  /** Defaults to the policy of PROTOCOL.md section 7. */
  readonly policy?: MempoolPolicy;
}

/**
 * Told of a transaction that is pending from now on.
 * @param origin `returned` where it stood in a block that the chain left
 */
export type AdmissionListener = (pending: PendingTransaction, origin: 'submitted' | 'returned') => void;

/** The mempool of a running node. */
export interface OpenMempool extends Mempool {
  /** False while every other method throws `MempoolUnavailableError`. */
  isAvailable(): boolean;
  /** Smallest fee, in pebbles, with which a sender without pending transactions is admitted now. */
  minimumFee(): bigint;
  /**
   * Tells of every newly admitted transaction, once it is on disk; never of one that was already pending.
   * @returns a function that ends the subscription
   */
  subscribe(listener: AdmissionListener): () => void;
  /**
   * Puts transactions that were pending before in the place of all that are now, as far as they are valid on the chain;
   * resolves once that is on disk. Signatures are not verified again.
   * @throws MempoolUnavailableError
   */
  restore(pending: readonly PendingTransaction[]): Promise<void>;
  /** Drops what stayed too long; after the store failed, tries to reopen it. Runs every 5 s. */
  maintain(): Promise<void>;
  /** Resolves once everything is on disk and the store is closed; the mempool is unavailable from then on. */
  close(): Promise<void>;
}

/**
 * Opens the pending store and keeps it in step with the chain (PROTOCOL.md section 7). A store that does not open never
 * fails this call: the mempool is then unavailable, says so in the log, and tries again.
 */
export async function openMempool(options: MempoolOptions): Promise<OpenMempool> {
  const mempool = new PersistentMempool(options);
  await mempool.start();
  return mempool;
}

/** What was decided of a submission, before it is on disk. */
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
  /** The session whose store failed: what it had on disk is taken over by the next one. */
  #failed: MempoolSession | undefined;
  #unavailableBecause = 'the mempool is not open yet';
  #stopListening: () => void = () => {};
  /** Blocks that a reorganization under way has left, newest first. */
  #left: LeftBlock[] = [];
  /** Work on the pool that is spread over turns. */
  readonly #turns = new Set<Promise<void>>();
  /** Resolves with the end of the reorganization under way. */
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
    const ends = [
      chain.subscribe((event) => this.#follow(event)),
      chain.onReorganized?.(() => this.#followReorganization()),
    ];
    this.#stopListening = () => ends.forEach((end) => end?.());
    await this.#openSession();
    this.#timer = setInterval(() => void this.maintain(), MAINTENANCE_MILLISECONDS).unref();
  }

  isAvailable(): boolean {
    return this.#session !== undefined;
  }

  size(): number {
    return this.#need().pool.pending.size;
  }

  minimumFee(): bigint {
    return this.#need().pool.minimumFee();
  }

  get(id: TransactionId): PendingTransaction | undefined {
    return this.#find(this.#need(), id);
  }

  pendingOutgoing(address: Address): PendingTransaction[] {
    const session = this.#need();
    this.#refresh(session, address);
    return [...session.pool.pending.sequenceOf(address)];
  }

  selectForBlock(maximum: number): PendingTransaction[] {
    return [...Iterator.from(this.inBlockOrder()).take(maximum)];
  }

  inBlockOrder(): Iterable<PendingTransaction> {
    return this.#need().pool.pending.inBlockOrder();
  }

  async submit(raw: Uint8Array, signature: SignatureTurn = 'first'): Promise<Admission> {
    requireTransactionSize(raw);
    const pending = {
      id: transactionId(raw),
      transaction: decodeTransactionBody(raw),
      raw: new Uint8Array(raw),
      receivedAt: this.#now(),
    };
    await this.#untilOnBranch();
    return this.#acknowledge(this.#findKnown(pending) ?? this.#admit(pending, signature));
  }

  #find(session: MempoolSession, id: TransactionId): PendingTransaction | undefined {
    if (this.#turns.size > 0) {
      const sender = session.pool.senderOf(id);
      if (sender !== undefined) this.#refresh(session, sender);
    }
    return session.pool.pending.get(id);
  }

  /** What is pending or confirmed already. */
  #findKnown({ id, transaction }: PendingTransaction): Decision | undefined {
    const session = this.#need();
    this.#refresh(session, transaction.fromAddress);
    const pending = session.pool.pending.get(id);
    // The first submission may still be on its way to the disk.
    if (pending !== undefined)
      return { status: 'accepted', session, pending, changes: [], alreadyPending: true };
    return this.#isConfirmed(id, transaction)
      ? { status: 'rejected', reason: 'already_confirmed' }
      : undefined;
  }

  #admit(pending: PendingTransaction, signature: SignatureTurn): Decision {
    const session = this.#need();
    const admission = session.pool.admit(pending, signature);
    if (admission.status === 'rejected') return admission;
    const { changes, replaced } = admission;
    return { status: 'accepted', session, pending, changes, alreadyPending: false, replaced };
  }

  /** Answers once it is on disk. @throws MempoolUnavailableError */
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
    const session = this.#need();
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
    await Promise.all(this.#turns); // what a block has left may be in no other store
    const session = this.#session;
    this.#session = undefined;
    this.#unavailableBecause = 'the mempool is closed';
    await session?.writer.idle();
    await (session ?? this.#failed)?.store.close();
  }

  /** Waits for the end of a reorganization: held against the states on its way, good transfers would be refused. */
  async #untilOnBranch(): Promise<void> {
    while (this.#options.chain.isReorganizing === true && !this.#closed) await this.#reorganized.promise;
  }

  #now(): number {
    return Math.floor(this.#options.clock() / 1_000);
  }

  #need(): MempoolSession {
    if (this.#session === undefined) throw new MempoolUnavailableError(this.#unavailableBecause);
    return this.#session;
  }

  /**
   * Confirmed by the stored location, which is looked for only where the nonce is used up: a location whose nonce is
   * still to come is stale, and no proof.
   */
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

  /** Keeps the pool in step with the tip. While unavailable, blocks are ignored: opening validates everything again. */
  #follow(event: ChainEvent): void {
    const session = this.#session;
    if (session === undefined) return;
    if (event.type === 'disconnected') this.#keepLeft(event);
    // What is pending is held against the branch that the chain ends on, not against the ones in between.
    if (this.#options.chain.isReorganizing === true) return;
    if (event.type === 'disconnected') this.#settle(session);
    else this.#inTurns(session, session.pool.connect(event.raw, this.#now()));
  }

  /** A reorganization that begins meanwhile holds everything against its end; a session that failed is reopened. */
  #inTurns(session: MempoolSession, changes: Iterable<PoolChange | undefined>): void {
    const { chain, logger } = this.#options;
    const turns = forEachInTurns(changes, (change) => {
      if (change !== undefined) this.#saveInBackground(session, [change]);
      return this.#session === session && chain.isReorganizing !== true;
    })
      .catch((error: unknown) => logger.error({ err: error }, 'the mempool could not follow the chain'))
      .finally(() => this.#turns.delete(turns));
    this.#turns.add(turns);
  }

  /** Brings a sender up to date with the chain where its turn has not come yet. */
  #refresh(session: MempoolSession, sender: Address): void {
    if (this.#turns.size === 0 || this.#options.chain.isReorganizing === true) return;
    this.#saveInBackground(session, session.pool.settle(sender, this.#now()));
  }

  /** Transfers of a long branch cannot all become pending again: the oldest blocks, on which the others build, count. */
  #keepLeft(block: LeftContents): void {
    this.#left.push(new LeftBlock(block));
    let bytes = this.#left.reduce((sum, { size }) => sum + size, 0);
    while (bytes > MAXIMUM_LEFT_BYTES && this.#left.length > 1) bytes -= this.#left.shift()!.size;
  }

  #followReorganization(): void {
    this.#reorganized.resolve();
    this.#reorganized = Promise.withResolvers();
    if (this.#session !== undefined) this.#settle(this.#session);
    this.#left = [];
  }

  /** Takes in what the chain left, and holds everything pending against its state. */
  #settle(session: MempoolSession): void {
    session.pool.unsettle(this.#left.reverse());
    this.#left = [];
    this.#inTurns(session, session.pool.settleAll(this.#now()));
  }

  #saveInBackground(session: MempoolSession, changes: readonly PoolChange[]): void {
    if (changes.length > 0) void this.#saveFollowed(session, changes);
  }

  /** Saves what followed from a change of the chain: what that added stood in a block which the chain left. */
  async #saveFollowed(session: MempoolSession, changes: readonly PoolChange[]): Promise<void> {
    try {
      await session.writer.save(changes);
    } catch {
      return; // the writer has told #fail already, and what could not be removed is dropped when the store opens again
    }
    for (const pending of changes.flatMap(({ added }) => added)) {
      for (const listener of this.#listeners) listener(pending, 'returned');
    }
  }

  async #openSession(): Promise<void> {
    const { directory, logger } = this.#options;
    await this.#untilOnBranch();
    try {
      const acknowledged = this.#failed === undefined ? [] : acknowledgedBy(this.#failed);
      const onFailure = (session: MempoolSession, error: unknown) => this.#fail(session, error);
      const now = this.#now();
      const left = await this.#findLeft(now);
      const onSetAside = (notice: string): void => logger.warn(notice);
      const session = await openSession({
        ...this.#rules,
        directory,
        now,
        acknowledged,
        left,
        onSetAside,
        onFailure,
      });
      this.#session = session;
      this.#failed = undefined;
      this.#unavailableBecause = '';
      // The chain may have moved while the store was being read and written.
      if (this.#options.chain.isReorganizing !== true) this.#settle(session);
      const { size } = session.pool.pending;
      const { dropped } = session;
      const lost = dropped === 0 ? '' : `; ${dropped} that do not stand on the chain any more were dropped`;
      logger.info({ pending: size, dropped }, `Mempool open with ${size} pending transactions${lost}`);
    } catch (error) {
      this.#report(error);
    }
  }

  /** Side blocks may be lost at any time: without them the mempool has what its own store holds. */
  async #findLeft(now: number): Promise<PendingTransaction[]> {
    const { chain, logger } = this.#options;
    try {
      return await findLeftTransfers(chain, now);
    } catch (error) {
      logger.warn({ err: error }, 'Blocks that the chain left cannot be read for their transfers');
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

  /** One line when the mempool becomes unavailable or the reason changes, none for each further attempt. */
  #report(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === this.#unavailableBecause) return;
    this.#unavailableBecause = reason;
    this.#options.logger.error(
      `The mempool is unavailable: ${reason}. Confirmed data is served, submissions are refused; trying again every ${MAINTENANCE_MILLISECONDS / 1_000} s. To reset a damaged store, remove its folder.`,
    );
  }

  async #maintainOnce(): Promise<void> {
    if (this.#closed) return;
    const session = this.#session;
    if (session === undefined) return this.#recover();
    try {
      session.store.checkPresence();
    } catch (error) {
      return this.#fail(session, error);
    }
    this.#inTurns(session, session.pool.expire(this.#now()));
    await Promise.all(this.#turns);
  }

  async #recover(): Promise<void> {
    await this.#failed?.writer.idle();
    await this.#failed?.store.close();
    await this.#openSession();
  }
}
