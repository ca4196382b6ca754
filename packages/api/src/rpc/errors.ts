import { HttpError } from '../route.ts';
import { RPC_LIMITS } from './limits.ts';

/**
 * Error codes of the private RPC and their status (interface document, section 7.2), with the additions of API-DECISIONS:
 * `not_found`, `method_not_allowed`, `request_too_large`, `internal_error`, and `unsupported_media_type` for a submission
 * that is not `application/json`.
 */
export const RPC_ERROR_STATUS = {
  invalid_address: 400,
  invalid_limit: 400,
  invalid_cursor: 400,
  invalid_height: 400,
  invalid_transaction_encoding: 400,
  invalid_transaction_length: 400,
  invalid_transaction: 400,
  unauthorized: 401,
  block_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_too_large: 413,
  unsupported_media_type: 415,
  transaction_rejected: 422,
  internal_error: 500,
  node_not_ready: 503,
  mempool_unavailable: 503,
} as const;

export type RpcErrorCode = keyof typeof RPC_ERROR_STATUS;

/** Text for people, for codes whose body has a `message`; clients branch on the code. */
export const RPC_ERROR_MESSAGES = {
  invalid_address: 'This is not an address of this network.',
  invalid_limit: 'limit must be an integer.',
  invalid_cursor: 'This is not a cursor of a page of this history.',
  invalid_height: 'A height is a non-negative decimal integer.',
  invalid_transaction_encoding: 'The body must be JSON with a hexadecimal string raw.',
  invalid_transaction_length: 'A transaction has exactly 213 bytes.',
  invalid_transaction: 'These bytes are not a transaction.',
  block_not_found: 'The canonical chain has no block at this height.',
  not_found: 'There is no such route.',
  method_not_allowed: 'The route does not support this method.',
  request_too_large: 'The body is larger than 1,000,000 bytes.',
  unsupported_media_type: 'The body must be application/json.',
  transaction_rejected: 'The transaction was not admitted.',
  node_not_ready: 'The node is initializing or behind a peer.',
  mempool_unavailable: 'The pending store cannot be used.',
} as const;

/** Why a well-formed transaction was not admitted (PROTOCOL section 7, and `already_confirmed` of API-DECISIONS). */
export const REJECTION_REASONS = [
  'nonce_too_low',
  'nonce_gap',
  'insufficient_balance',
  'fee_too_low',
  'replacement_fee_too_low',
  'sender_limit',
  'mempool_full',
  'wrong_chain',
  'bad_signature',
  'bad_address',
  'zero_value',
  'already_confirmed',
] as const;

export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** A code whose body is only `{error, message}`. */
export type RpcPlainErrorCode = Exclude<
  keyof typeof RPC_ERROR_MESSAGES,
  'invalid_transaction_length' | 'transaction_rejected'
>;

export type RpcError = HttpError<RpcErrorCode>;

function make(code: keyof typeof RPC_ERROR_MESSAGES, data: Record<string, unknown> = {}): RpcError {
  const body = { error: code, message: RPC_ERROR_MESSAGES[code], ...data };
  return new HttpError<RpcErrorCode>(code, RPC_ERROR_STATUS[code], body);
}

/** An error answer with body `{error, message}`. */
export function rpcError(code: RpcPlainErrorCode): RpcError {
  return make(code);
}

/** A 400 with `expected` (213) and `actual` bytes. */
export function invalidTransactionLength(actual: number): RpcError {
  return make('invalid_transaction_length', { expected: RPC_LIMITS.transactionBytes, actual });
}

/** A 422 with the mempool's `reason`. */
export function transactionRejected(reason: RejectionReason): RpcError {
  return make('transaction_rejected', { reason });
}

/**
 * A 401 with only `{ "error": "unauthorized" }`, whether the token is wrong or missing (interface document, section 5.2).
 */
export function unauthorized(): RpcError {
  return new HttpError<RpcErrorCode>('unauthorized', 401, { error: 'unauthorized' });
}
