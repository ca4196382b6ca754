import { ApiError, type SubmitReceipt, TransportError } from '@cairn/api/rpc';
import {
  type Address,
  bytesToHex,
  decodeTransaction,
  getNetwork,
  hexToBytes,
  type NetworkName,
  type TransactionId,
  transactionId,
} from '@cairn/protocol';
import type { ReplacementKind, ReplacementTarget } from './send-plan.ts';
import type { SignedTransfer } from './transfer-code.ts';
import { isWalletError, WalletError } from '../wallet-error.ts';

/**
 * State of a signed transaction.
 *
 * - `signed`: stored, not sent yet;
 * - `unclear`: sent, but without a clear answer: it may or may not have reached the node;
 * - `waiting`: node or gateway refused it for a temporary reason (node not ready, gateway restarted);
 * - `accepted`: the node answered 202; pending until a block contains it;
 * - `confirmed`: in a block, less than {@link SETTLED_DEPTH} blocks deep. A reorganization can still remove that block;
 *   the bytes are stored until then, so that nothing has to be signed again;
 * - `exported`: signed for another device, which sends it; stored so that a second signature for its nonce is noticed;
 * - `replaced`: a block contains another transaction with its nonce. Stored until the owner dismisses the notice; if a
 *   reorganization removes that block, it is `accepted` again.
 * - `rejected`: the node refused it for good. Stored until the owner dismisses the notice.
 *
 * In all states but `replaced`, the same bytes can be sent again: the node answers a transaction that it already has
 * with the same receipt. A settled transaction has no entry.
 */
export type OutboxState =
  | 'signed'
  | 'exported'
  | 'unclear'
  | 'waiting'
  | 'accepted'
  | 'confirmed'
  | 'replaced'
  | 'rejected';

/** Depth in blocks, including its own block, from which a confirmed transaction is settled and no longer stored. */
export const SETTLED_DEPTH = 10;

/** Depth of a block below a tip, including itself; 0 or less if the tip was read before the block existed. */
export function depthOf(blockHeight: number, tip: number): number {
  return tip - blockHeight + 1;
}

/** A signed transaction, stored before it is first sent. Amounts are decimal strings of pebbles. */
export interface OutboxEntry {
  /** Transaction ID, 64 lowercase hex characters. */
  readonly id: TransactionId;
  /** The signed 213 bytes as 426 lowercase hex characters, sent unchanged every time. */
  readonly raw: string;
  readonly network: NetworkName;
  readonly fromAddress: Address;
  readonly toAddress: Address;
  readonly value: string;
  readonly fee: string;
  readonly nonce: number;
  /** Unix milliseconds. */
  readonly signedAt: number;
  /** Unix milliseconds of the last attempt to send; absent before the first. */
  readonly sentAt?: number;
  readonly state: OutboxState;
  /** Error code of the last answer other than an acceptance; of a rejection the mempool's reason, if it gave one. */
  readonly problem?: string;
  /** The pending transaction whose nonce this one was signed to take, and why. */
  readonly replaces?: { readonly id: TransactionId; readonly kind: ReplacementKind };
  /** `replaced`: the confirmed transaction with the same nonce. */
  readonly replacedBy?: { readonly id: TransactionId; readonly kind: ReplacementKind | 'other' };
  /** `confirmed`: height of its block. */
  readonly blockHeight?: number;
  /** Height of its former block, which a reorganization removed; absent once it is confirmed again. */
  readonly leftBlock?: number;
}

/**
 * Stores signed transactions from before they are first sent until they are settled. They are not secret (a signature
 * reveals no key) and not encrypted: a thief could only broadcast them.
 */
export interface OutboxStorage {
  /** Entries of one sender on one network, by nonce. */
  list(network: NetworkName, fromAddress: Address): Promise<OutboxEntry[]>;
  /** Stores an entry, replacing the one with the same ID. Throws `storage_write_failed`. */
  put(entry: OutboxEntry): Promise<void>;
  remove(id: TransactionId): Promise<void>;
  clear(): Promise<void>;
}

/**
 * True if the stored bytes match the fields of their entry. The wallet shows and compares the fields: a damaged or
 * altered store must not make it show one transaction and send another.
 */
export function isIntact(entry: OutboxEntry): boolean {
  try {
    const raw = hexToBytes(entry.raw);
    const transaction = decodeTransaction(raw);
    return (
      bytesToHex(raw) === entry.raw &&
      transactionId(raw) === entry.id &&
      transaction.chain === getNetwork(entry.network).chainId &&
      transaction.toAddress === entry.toAddress &&
      transaction.fromAddress === entry.fromAddress &&
      transaction.nonce === entry.nonce &&
      transaction.value.toString() === entry.value &&
      transaction.fee.toString() === entry.fee
    );
  } catch {
    return false; // not the bytes of a transaction
  }
}

/**
 * Outcome of an attempt to send.
 *
 * - `accepted`: it is pending at the node (202), perhaps since an earlier attempt;
 * - `confirmed`: it is already in a block;
 * - `rejected`: refused for a permanent reason; `reason` is the mempool's, if it gave one;
 * - `waiting`: refused for a temporary reason; the same bytes can be sent later;
 * - `unclear`: it may or may not have arrived; only the same bytes may be sent again.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly relayCount: number }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'rejected'; readonly code: string; readonly reason?: string }
  | { readonly kind: 'waiting'; readonly code: string }
  | { readonly kind: 'unclear'; readonly code: string };

/** The mempool's temporary reasons: the same bytes can succeed later, without a new signature. */
const TEMPORARY_REASONS: ReadonlySet<string> = new Set(['nonce_gap', 'sender_limit', 'mempool_full']);

/** Only a receipt for this transaction is an acceptance. */
function outcomeOfReceipt(receipt: SubmitReceipt, id: TransactionId): SubmitOutcome {
  if (!receipt.accepted || receipt.transaction.id !== id)
    return { kind: 'unclear', code: 'unexpected_receipt' };
  return { kind: 'accepted', relayCount: receipt.relay_count };
}

/**
 * Classifies the error of a submission. Without a clear answer of node or gateway it is `unclear`: the transaction may
 * have arrived although its receipt did not. Throws errors other than `ApiError` and `TransportError` again.
 */
function outcomeOfError(error: unknown): SubmitOutcome {
  if (error instanceof TransportError) return { kind: 'unclear', code: error.code };
  if (!(error instanceof ApiError)) throw error;
  const { code, status } = error;
  const reason = code === 'transaction_rejected' ? reasonOf(error.body) : undefined;
  if (reason === 'already_confirmed') return { kind: 'confirmed' };
  if (reason !== undefined && TEMPORARY_REASONS.has(reason)) return { kind: 'waiting', code: reason };
  // The bytes themselves are the cause.
  if (code === 'transaction_rejected' || code.startsWith('invalid_transaction'))
    return { kind: 'rejected', code, ...(reason !== undefined && { reason }) };
  // Nothing was admitted: the node is not ready, or the gateway has forwarded nothing.
  const isEarly = code === 'node_not_ready' || (status >= 400 && status < 500 && status !== 408);
  return { kind: isEarly ? 'waiting' : 'unclear', code };
}

function reasonOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return undefined;
  return typeof body.reason === 'string' ? body.reason : undefined;
}

/** Sends raw bytes (426 hex characters) to the node; rejects with the client's `ApiError` or `TransportError`. */
export type SubmitRaw = (raw: string) => Promise<SubmitReceipt>;

/**
 * Stores a signed transfer before it is first sent (`signed`), or handed to the device that sends it (`exported`). Otherwise a
 * closed tab, a time-out or a full disk could leave a sent transfer that the wallet does not know. An existing entry with the
 * same bytes stays unchanged, except that an exported one may become `signed`. Throws `storage_unavailable` or
 * `storage_write_failed`.
 */
export async function storeSigned(input: {
  transfer: SignedTransfer;
  state: 'signed' | 'exported';
  /** The pending transaction that it speeds up or cancels. */
  replaces?: ReplacementTarget | undefined;
  network: NetworkName;
  outbox: OutboxStorage;
  now: number;
}): Promise<OutboxEntry> {
  const { transfer, state, replaces, network, outbox, now } = input;
  const stored = await outbox.list(network, transfer.body.fromAddress);
  const same = stored.find(({ id }) => id === transfer.id);
  // An exported transfer may return to the same browser, which then sends it.
  if (same !== undefined && (same.state !== 'exported' || state === 'exported')) return same;
  const { id, raw, body } = transfer;
  const { fromAddress, toAddress, nonce } = body;
  const entry: OutboxEntry = {
    id,
    raw,
    network,
    fromAddress,
    toAddress,
    value: body.value.toString(),
    fee: body.fee.toString(),
    nonce,
    signedAt: now,
    state,
    ...(replaces && { replaces: { id: replaces.id, kind: replaces.kind } }),
  };
  await outbox.put(entry);
  return entry;
}

/**
 * Sends an entry's stored bytes, for the first time or again, and records the outcome. The entry becomes `unclear`
 * before the attempt, which is still correct if the page is closed before the answer. Throws `plan_mismatch` for a
 * replaced or damaged entry, and `storage_write_failed` before anything is sent.
 */
export async function submitEntry(input: {
  entry: OutboxEntry;
  submit: SubmitRaw;
  outbox: OutboxStorage;
  now: number;
}): Promise<SubmitOutcome> {
  const { entry, submit, outbox, now } = input;
  if (entry.state === 'replaced')
    throw new WalletError('plan_mismatch', 'Another transaction replaced this transfer for good.');
  if (!isIntact(entry))
    throw new WalletError('plan_mismatch', 'The stored transaction is damaged and will not be sent.');
  const { problem: _former, ...rest } = entry;
  const attempt: OutboxEntry = { ...rest, sentAt: now, state: 'unclear' };
  await outbox.put(attempt);
  const outcome = await submitRaw(entry, submit);
  try {
    // The account's history will add the height of a confirmed one.
    const reason = outcome.kind === 'rejected' ? outcome.reason : undefined;
    const problem = 'code' in outcome && { problem: reason ?? outcome.code };
    await outbox.put({ ...attempt, state: outcome.kind, ...problem });
  } catch (error) {
    // The entry stays `unclear`, which is still correct: a storage failure must not look like a failure to send.
    if (!isWalletError(error, 'storage_write_failed')) throw error;
  }
  return outcome;
}

/** Sends the bytes of a transaction, and reports what became of it. */
export function submitRaw(
  { id, raw }: { readonly id: TransactionId; readonly raw: string },
  submit: SubmitRaw,
): Promise<SubmitOutcome> {
  return submit(raw).then((receipt) => outcomeOfReceipt(receipt, id), outcomeOfError);
}
