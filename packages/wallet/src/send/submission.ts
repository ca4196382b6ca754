import type { TransactionId } from '@cairn/protocol';
import { ApiError, TransportError, type SubmitReceipt } from '@cairn/api/rpc';

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

/** Temporary errors: nothing was admitted, and the same bytes can succeed later. */
const TEMPORARY: ReadonlySet<string> = new Set(['node_not_ready', 'session_expired', 'unauthorized']);

/** Permanent errors, caused by the bytes themselves. */
const PERMANENT: ReadonlySet<string> = new Set([
  'transaction_rejected',
  'invalid_transaction',
  'invalid_transaction_encoding',
  'invalid_transaction_length',
]);

/** The mempool's temporary reasons: the same bytes can succeed later, without a new signature. */
const TEMPORARY_REASONS: ReadonlySet<string> = new Set(['nonce_gap', 'sender_limit', 'mempool_full']);

/** Checks the receipt of a submission: only a receipt for this transaction is an acceptance. */
export function outcomeOfReceipt(receipt: SubmitReceipt, id: TransactionId): SubmitOutcome {
  if (!receipt.accepted || receipt.transaction.id !== id)
    return { kind: 'unclear', code: 'unexpected_receipt' };
  return { kind: 'accepted', relayCount: receipt.relay_count };
}

/**
 * Classifies the error of a submission. Without a clear answer of node or gateway it is `unclear`: the transaction may
 * have arrived although its receipt did not. Throws errors other than `ApiError` and `TransportError` again.
 */
export function outcomeOfSubmitError(error: unknown): SubmitOutcome {
  if (error instanceof TransportError) return { kind: 'unclear', code: error.kind };
  if (!(error instanceof ApiError)) throw error;
  const { code, status } = error;
  if (code === 'transaction_rejected') return outcomeOfRejection(reasonOf(error.body));
  if (PERMANENT.has(code)) return { kind: 'rejected', code };
  if (TEMPORARY.has(code)) return { kind: 'waiting', code };
  // Errors of the gateway, which has forwarded nothing.
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'waiting', code };
  return { kind: 'unclear', code };
}

function outcomeOfRejection(reason: string | undefined): SubmitOutcome {
  if (reason === 'already_confirmed') return { kind: 'confirmed' };
  const code = 'transaction_rejected';
  if (reason === undefined) return { kind: 'rejected', code };
  return TEMPORARY_REASONS.has(reason)
    ? { kind: 'waiting', code: reason }
    : { kind: 'rejected', code, reason };
}

function reasonOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return undefined;
  return typeof body.reason === 'string' ? body.reason : undefined;
}
