import type * as z from 'zod/mini';
import { HttpError } from '../route.ts';
import type { RejectionReason } from '../rpc/errors.ts';

/** Error codes of the devnet's control socket and their status. */
export const DEVNET_ERROR_STATUS = {
  invalid_request: 400,
  invalid_address: 400,
  not_found: 404,
  snapshot_not_found: 404,
  method_not_allowed: 405,
  chain_changed: 409,
  request_too_large: 413,
  unsupported_media_type: 415,
  invalid_depth: 422,
  invalid_time: 422,
  too_many_snapshots: 422,
  transaction_rejected: 422,
  internal_error: 500,
  mempool_unavailable: 503,
} as const;

export type DevnetErrorCode = keyof typeof DEVNET_ERROR_STATUS;

/** Text of the codes for people; clients branch on the code. */
const MESSAGES = {
  invalid_address: 'This is not an address of this network.',
  not_found: 'There is no such route.',
  snapshot_not_found:
    'There is no snapshot of this ID: it was never taken, or an older one was restored since.',
  method_not_allowed: 'The route does not support this method.',
  chain_changed: 'A block of a peer arrived during the call, which is not complete: call it again.',
  request_too_large: 'The body is larger than 65,536 bytes.',
  unsupported_media_type: 'The body must be application/json.',
  too_many_snapshots: 'This node keeps no more than 1,000 snapshots; restoring one removes those after it.',
  transaction_rejected: 'The transaction was not admitted.',
  mempool_unavailable: 'The pending store cannot be used.',
} as const;

export type DevnetPlainErrorCode = keyof typeof MESSAGES;

/**
 * An error answer with body `{error, message, ...data}`.
 * @param data fields of the body in addition to `error` and `message`
 */
function make(
  code: DevnetErrorCode,
  message: string,
  data: Readonly<Record<string, unknown>> = {},
): HttpError<DevnetErrorCode> {
  return new HttpError(code, DEVNET_ERROR_STATUS[code], { error: code, message, ...data });
}

/** An error answer with body `{error, message}`. */
export function devnetError(code: DevnetPlainErrorCode): HttpError<DevnetErrorCode> {
  return make(code, MESSAGES[code]);
}

/**
 * A 400: the body does not match the route's schema. Unlike in the RPC, unknown fields are rejected, so that a typo does not
 * silently select the default.
 * @param issue the first of zod's issues; `undefined` for a body that is not JSON
 */
export function invalidRequest(issue: z.core.$ZodIssue | undefined): HttpError<DevnetErrorCode> {
  return make('invalid_request', issue === undefined ? NOT_AN_OBJECT : describeIssue(issue));
}

const NOT_AN_OBJECT = 'The body must be a JSON object.';

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `There is no field ${JSON.stringify(issue.keys[0])}.`;
  const [name] = issue.path;
  if (name !== undefined) return `${String(name)} ${issue.message}.`;
  return issue.code === 'custom' ? `A request must ${issue.message}.` : NOT_AN_OBJECT;
}

/** A 422: more blocks than the chain has above genesis, or a branch that is not longer than the one it replaces. */
export function invalidDepth(message: string): HttpError<DevnetErrorCode> {
  return make('invalid_depth', message);
}

/** A 422: a time that no block can have. @param earliest first Unix second that the median rule allows */
export function invalidTime(message: string, earliest: number): HttpError<DevnetErrorCode> {
  return make('invalid_time', message, { earliest });
}

/** A 422 with the mempool's `reason`. */
export function devnetTransactionRejected(reason: RejectionReason): HttpError<DevnetErrorCode> {
  return make('transaction_rejected', MESSAGES.transaction_rejected, { reason });
}
