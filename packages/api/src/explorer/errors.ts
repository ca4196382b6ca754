import type { QueryIssue } from '../call.ts';
import { createErrors, type ErrorTable, HttpError } from '../route.ts';
import { EXPLORER_LIMITS } from './limits.ts';
import type { IndexState } from './schemas.ts';

/**
 * Error codes of the Explorer API (interface document, section 7.1), with additions: `invalid_prefix`, `invalid_time`,
 * `address_not_found`, `too_many_streams`, `proofs_unavailable`, `node_busy` (with `Retry-After`), `internal_error`, and `validation_error` for a 422,
 * whose body has no code.
 */
export const EXPLORER_ERRORS = {
  invalid_block_reference: [400, 'A block reference is a height below 2^32 or 64 hexadecimal characters.'],
  invalid_transaction_id: [400, 'A transaction ID is 64 hexadecimal characters.'],
  invalid_address: [400, 'This is not an address of this network.'],
  invalid_prefix: [400, 'A search takes the first characters of an ID (6 to 64) or of an address (6 to 34).'],
  invalid_time: [400, 'A time is in Unix seconds, a decimal number below 2^32.'],
  block_not_found: [404, 'The canonical chain has no such block.'],
  address_not_found: [404, 'The canonical chain has no transaction of this address.'],
  transaction_not_found: [404, 'The canonical chain has no such transaction.'],
  validation_error: [422],
  internal_error: [500],
  explorer_index_disabled: [503],
  explorer_index_building: [503],
  explorer_index_error: [503],
  explorer_index_unavailable: [503],
  node_busy: [503, 'This node reads as many whole blocks as it can. Try again in a second.'],
  proofs_unavailable: [503, 'This server keeps no account tree: ask a node.'],
  too_many_streams: [503, 'This node serves as many event streams as it can. Try again later.'],
} as const satisfies ErrorTable;

export type ExplorerErrorCode = keyof typeof EXPLORER_ERRORS;

/** Codes of all routes that need the index. */
export const INDEX_ERRORS = [
  'explorer_index_disabled',
  'explorer_index_building',
  'explorer_index_error',
  'explorer_index_unavailable', // it is ready, but cannot be read
] as const satisfies readonly ExplorerErrorCode[];

/** An error answer of the Explorer API. */
export const explorerError = createErrors(EXPLORER_ERRORS);

/** A 422 in FastAPI's shape (interface document, section 7.1). */
export function validationError(detail: readonly QueryIssue[]): HttpError<'validation_error'> {
  return new HttpError('validation_error', 422, { detail });
}

/** The 422 for an order by value of more transactions than are sorted. @param order as it was asked for */
export function tooLongToSort(order: string): HttpError<'validation_error'> {
  const msg = `Value error, more than ${EXPLORER_LIMITS.filteredItems} transactions: narrow the time range`;
  return validationError([{ type: 'value_error', loc: ['query', 'order'], msg, input: order }]);
}

/** The 503 of an indexed route while the index is in `state`, as in the interface document, section 7.1. */
export function explorerIndexError(state: Exclude<IndexState, 'ready'>): HttpError<ExplorerErrorCode> {
  const index = { state, enabled: state !== 'disabled', ready: false };
  return explorerError(`explorer_index_${state}`, { index });
}

/** Exact bodies of answers without a route's error code (API-DECISIONS). */
export const EXPLORER_FIXED_BODIES = {
  /** 404 for an unknown path. */
  notFound: { detail: 'Not Found' },
  /** 405 for another method on a route, with `Allow: GET`. */
  methodNotAllowed: { detail: 'Method Not Allowed' },
} as const;
