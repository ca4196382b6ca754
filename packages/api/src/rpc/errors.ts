import { createErrors, type ErrorTable } from '../route.ts';

/**
 * Error codes of the private RPC (interface document, section 7.2), with the additions of API-DECISIONS: `not_found`,
 * `method_not_allowed`, `request_too_large`, `node_busy` (with `Retry-After`), `internal_error`, and `unsupported_media_type` for a submission that is not
 * `application/json`. The answer to a wrong or missing token has no text, so that it says nothing else (section 5.2).
 */
export const RPC_ERRORS = {
  invalid_address: [400, 'This is not an address of this network.'],
  invalid_limit: [400, 'limit must be an integer.'],
  invalid_cursor: [400, 'This is not a cursor of a page of this history.'],
  invalid_height: [400, 'A height is a non-negative decimal integer.'],
  invalid_transaction_encoding: [400, 'The body must be JSON with a hexadecimal string raw.'],
  invalid_transaction_length: [400, 'A transaction has exactly 213 bytes.'],
  invalid_transaction: [400, 'These bytes are not a transaction.'],
  unauthorized: [401],
  block_not_found: [404, 'The canonical chain has no block at this height.'],
  not_found: [404, 'There is no such route.'],
  method_not_allowed: [405, 'The route does not support this method.'],
  request_too_large: [413, 'The body is larger than 1,000,000 bytes.'],
  unsupported_media_type: [415, 'The body must be application/json.'],
  transaction_rejected: [422, 'The transaction was not admitted.'],
  internal_error: [500],
  node_busy: [503, 'This node reads as many whole blocks as it can. Try again in a second.'],
  node_not_ready: [503, 'The node is initializing or behind a peer.'],
  mempool_unavailable: [503, 'The pending store cannot be used.'],
} as const satisfies ErrorTable;

export type RpcErrorCode = keyof typeof RPC_ERRORS;

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

/** An error answer of the private RPC. */
export const rpcError = createErrors(RPC_ERRORS);
