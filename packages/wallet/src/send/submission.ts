import type { TransactionId } from '@cairn/protocol';
import { ApiError, TransportError, type SubmitReceipt } from '@cairn/api/rpc';

/**
 * Outcome of an attempt to send.
 *
 * - `accepted`: the node holds it as pending (202), or held it already;
 * - `confirmed`: a block already holds it;
 * - `rejected`: clearly refused, and these bytes will be refused again; `reason` is the mempool's where it gave one;
 * - `waiting`: clearly not taken, for a reason that passes; the same bytes can be sent later;
 * - `unclear`: it may or may not have been taken; only the same bytes may be sent again.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly relayCount: number }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'rejected'; readonly code: string; readonly reason?: string }
  | { readonly kind: 'waiting'; readonly code: string }
  | { readonly kind: 'unclear'; readonly code: string };

/** Answers after which nothing was admitted and the same bytes have a chance later. */
const PASSING: ReadonlySet<string> = new Set(['node_not_ready', 'session_expired', 'unauthorized']);

/** Refusals that name a lasting fault of the bytes themselves. */
const LASTING: ReadonlySet<string> = new Set([
  'transaction_rejected',
  'invalid_transaction',
  'invalid_transaction_encoding',
  'invalid_transaction_length',
]);

/** The mempool's reasons that can pass without another signature. */
const PASSING_REASONS: ReadonlySet<string> = new Set(['nonce_gap', 'sender_limit', 'mempool_full']);

/** Checks the receipt of a submission: only a receipt for these very bytes is an acceptance. */
export function outcomeOfReceipt(receipt: SubmitReceipt, id: TransactionId): SubmitOutcome {
  if (!receipt.accepted || receipt.transaction.id !== id)
    return { kind: 'unclear', code: 'unexpected_receipt' };
  return { kind: 'accepted', relayCount: receipt.relay_count };
}

/**
 * Checks a failed submission. Everything that is not a clear answer of the node or the gateway is `unclear`, above all
 * silence: the transaction may have arrived although its receipt did not. Rethrows errors that are not a failed submission.
 */
export function outcomeOfSubmitError(error: unknown): SubmitOutcome {
  if (error instanceof TransportError) return { kind: 'unclear', code: error.kind };
  if (!(error instanceof ApiError)) throw error;
  const { code, status } = error;
  if (code === 'transaction_rejected') return outcomeOfRejection(reasonOf(error.body));
  if (LASTING.has(code)) return { kind: 'rejected', code };
  if (PASSING.has(code)) return { kind: 'waiting', code };
  // The gateway's own refusals come before anything is forwarded.
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'waiting', code };
  return { kind: 'unclear', code };
}

function outcomeOfRejection(reason: string | undefined): SubmitOutcome {
  if (reason === 'already_confirmed') return { kind: 'confirmed' };
  const code = 'transaction_rejected';
  if (reason === undefined) return { kind: 'rejected', code };
  return PASSING_REASONS.has(reason) ? { kind: 'waiting', code: reason } : { kind: 'rejected', code, reason };
}

function reasonOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return undefined;
  return typeof body.reason === 'string' ? body.reason : undefined;
}
