import { HttpError, type QueryIssue } from '../route.ts';
import type { IndexState } from './schemas.ts';

/**
 * Error codes of the Explorer API and their status (interface document, section 7.1), with additions: `invalid_prefix`,
 * `invalid_time`, `too_many_streams`, `internal_error`, and `validation_error` for a 422, whose body has no code.
 */
export const EXPLORER_ERROR_STATUS = {
  invalid_block_reference: 400,
  invalid_transaction_id: 400,
  invalid_address: 400,
  invalid_prefix: 400,
  invalid_time: 400,
  block_not_found: 404,
  transaction_not_found: 404,
  validation_error: 422,
  internal_error: 500,
  explorer_index_disabled: 503,
  explorer_index_building: 503,
  explorer_index_error: 503,
  explorer_index_unavailable: 503,
  too_many_streams: 503,
} as const;

export type ExplorerErrorCode = keyof typeof EXPLORER_ERROR_STATUS;

/** Codes of all routes that need the index. */
export const INDEX_ERRORS = [
  'explorer_index_disabled',
  'explorer_index_building',
  'explorer_index_error',
  'explorer_index_unavailable',
] as const satisfies readonly ExplorerErrorCode[];

/** Text for people, for codes whose body has a `message`; clients branch on the code. */
export const EXPLORER_ERROR_MESSAGES = {
  invalid_block_reference: 'A block reference is a height below 2^32 or 64 hexadecimal characters.',
  invalid_transaction_id: 'A transaction ID is 64 hexadecimal characters.',
  invalid_address: 'This is not an address of this network.',
  invalid_prefix: 'A search takes the first characters of an ID (6 to 64) or of an address (6 to 34).',
  invalid_time: 'A time is in Unix seconds, a decimal number below 2^32.',
  block_not_found: 'The canonical chain has no such block.',
  transaction_not_found: 'The canonical chain has no such transaction.',
  too_many_streams: 'This node serves as many event streams as it can. Try again later.',
} as const;

/** A code whose body is `{error, message}`. */
export type ExplorerPlainErrorCode = keyof typeof EXPLORER_ERROR_MESSAGES;

/** The codes of the index that are built from its state; `explorer_index_unavailable` is not. */
export type ExplorerIndexErrorCode = `explorer_index_${Exclude<IndexState, 'ready'>}`;

export type ExplorerError = HttpError<ExplorerErrorCode>;

/** A 400, 404 or 503 with body `{error, message}`. */
export function explorerError(code: ExplorerPlainErrorCode): ExplorerError {
  const body = { error: code, message: EXPLORER_ERROR_MESSAGES[code] };
  return new HttpError<ExplorerErrorCode>(code, EXPLORER_ERROR_STATUS[code], body);
}

/** A 422 in FastAPI's shape (interface document, section 7.1). */
export function validationError(detail: readonly QueryIssue[]): ExplorerError {
  return new HttpError<ExplorerErrorCode>('validation_error', 422, { detail });
}

/**
 * The 503 of an indexed route while the index is in `state`, with exactly the body of the interface document, section 7.1.
 */
export function explorerIndexError(state: Exclude<IndexState, 'ready'>): ExplorerError {
  const error: ExplorerIndexErrorCode = `explorer_index_${state}`;
  const body = { error, index: { state, enabled: state !== 'disabled', ready: false } };
  return new HttpError<ExplorerErrorCode>(error, 503, body);
}

/** The 503 of an indexed route if the index is ready but cannot be read (interface document, section 7.1). */
export function explorerIndexUnavailable(): ExplorerError {
  const error = 'explorer_index_unavailable';
  return new HttpError<ExplorerErrorCode>(error, 503, { error });
}

/** Exact bodies of answers without a route's error code (API-DECISIONS). */
export const EXPLORER_FIXED_BODIES = {
  /** 404 for an unknown path. */
  notFound: { detail: 'Not Found' },
  /** 405 for another method on a route, with `Allow: GET`. */
  methodNotAllowed: { detail: 'Method Not Allowed' },
} as const;
