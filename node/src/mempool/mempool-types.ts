import type { Address, TransactionBody, TransactionId } from '@cairn/protocol';

/** Why a well-formed transaction was not admitted (PROTOCOL.md section 7; `already_confirmed`: API-DECISIONS.md). */
export type RejectionReason =
  | 'nonce_too_low'
  | 'nonce_gap'
  | 'insufficient_balance'
  | 'fee_too_low'
  | 'replacement_fee_too_low'
  | 'sender_limit'
  | 'mempool_full'
  | 'wrong_chain'
  | 'bad_signature'
  | 'bad_address'
  | 'zero_value'
  | 'already_confirmed';

/** A transaction that was admitted and is not yet confirmed. */
export interface PendingTransaction {
  /** Transaction ID, 64 lowercase hex characters. */
  readonly id: TransactionId;
  readonly transaction: TransactionBody;
  /** The 213 canonical bytes. */
  readonly raw: Uint8Array;
  /** Unix seconds of admission. */
  readonly receivedAt: number;
}

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
  readonly code = 'mempool_unavailable';

  /** @param reason one clear line for the log that names the failed store or file */
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'MempoolUnavailableError';
  }
}

/**
 * When to verify the signature, the most expensive check.
 * - `first`: in the order of PROTOCOL.md section 7, before nonce and balance.
 * - `last`: only if nonce and balance are valid; for transactions from peers, who can send any number at no cost.
 */
export type SignatureOrder = 'first' | 'last';

/** The pending transactions. While the store fails, every method throws `MempoolUnavailableError`. */
export interface Mempool {
  /** Number of pending transactions, 0–20,000. */
  size(): number;
  get(id: TransactionId): PendingTransaction | undefined;
  /** The sender's contiguous outgoing sequence, ascending nonces that start at its confirmed nonce + 1. */
  pendingOutgoing(address: Address): PendingTransaction[];
  /**
   * Validates and stores one transaction; resolves once it is on disk.
   * @param raw 213 bytes
   * @param signature `first` by default
   * @throws ProtocolError (`invalid_transaction`) if the bytes do not decode
   */
  submit(raw: Uint8Array, signature?: SignatureOrder): Promise<Admission>;
  /**
   * Pending transactions in the order in which a block can include them: by fee, each sender's nonces ascending. An iteration
   * is over the pool as of its start, so the caller may yield to the event loop between steps (a few microseconds each).
   */
  inBlockOrder(): Iterable<PendingTransaction>;
  /** The first `maximum` transactions of `inBlockOrder`. */
  selectForBlock(maximum: number): PendingTransaction[];
}

/**
 * Called for each transaction that becomes pending.
 * @param origin `returned` if it was in a disconnected block
 */
export type AdmissionListener = (pending: PendingTransaction, origin: 'submitted' | 'returned') => void;

/** The mempool of a running node. */
export interface OpenMempool extends Mempool {
  /** False while the methods that read or change pending transactions throw `MempoolUnavailableError`. */
  isAvailable(): boolean;
  /** Smallest fee, in pebbles, with which a transaction of a new sender is admitted now. */
  minimumFee(): bigint;
  /**
   * Calls the listener for every transaction that becomes pending, once it is on disk: a submitted one, or one of a
   * disconnected block.
   * @returns a function that ends the subscription
   */
  subscribe(listener: AdmissionListener): () => void;
  /**
   * Replaces all pending transactions by those of `pending` that are valid on the chain; resolves once that is on disk.
   * Signatures are not verified: every one of `pending` has to have been admitted before.
   * @throws MempoolUnavailableError
   */
  restore(pending: readonly PendingTransaction[]): Promise<void>;
  /** Drops expired transactions, detects a removed store, and reopens a failed one. Runs every 5 s. */
  maintain(): Promise<void>;
  /** Resolves once everything is on disk and the store is closed; the mempool is unavailable afterwards. */
  close(): Promise<void>;
}
