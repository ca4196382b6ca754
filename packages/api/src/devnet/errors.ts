import type * as z from 'zod/mini';
import { createErrors, type ErrorTable, type HttpError } from '../route.ts';

/** Error codes of devnet control. */
export const DEVNET_ERRORS = {
  invalid_request: [400],
  invalid_address: [400, 'This is not an address of this network.'],
  unauthorized: [401, 'The request needs the bearer token in control.token of the node’s data directory.'],
  foreign_origin: [403, 'A web page may call this port only if --control-origin names its origin.'],
  not_found: [404, 'There is no such route.'],
  snapshot_not_found: [
    404,
    'There is no snapshot of this ID: it was never taken, or an older one was restored since.',
  ],
  not_pending: [404, 'No transaction of this ID is pending.'],
  method_not_allowed: [405, 'The route does not support this method.'],
  chain_changed: [409, 'A block of a peer arrived during the call, which is not complete: call it again.'],
  request_too_large: [413, 'The body is larger than 1,048,576 bytes.'],
  unsupported_media_type: [415, 'The body must be application/json.'],
  invalid_depth: [422],
  invalid_time: [422],
  too_many_snapshots: [
    422,
    'This node keeps no more than 1,000 snapshots; restoring one removes those after it.',
  ],
  transaction_rejected: [422, 'The transaction was not admitted.'],
  internal_error: [500],
  mempool_unavailable: [503, 'The pending store cannot be used.'],
  node_stopping: [503, 'The node stops; the blocks that it mined before stay.'],
} as const satisfies ErrorTable;

export type DevnetErrorCode = keyof typeof DEVNET_ERRORS;

/** An error answer of devnet control. */
export const devnetError = createErrors(DEVNET_ERRORS);

/**
 * A 400: the body does not match the route's schema. Unlike in the RPC, unknown fields are rejected, so that a typo does not
 * silently select the default.
 * @param issue the first of zod's issues; `undefined` for a body that is not JSON
 */
export function invalidRequest(issue: z.core.$ZodIssue | undefined): HttpError<DevnetErrorCode> {
  const message = issue === undefined ? NOT_AN_OBJECT : describeIssue(issue);
  return devnetError('invalid_request', { message });
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
  return devnetError('invalid_depth', { message });
}

/** A 422: a time that no block can have. @param earliest first Unix second that the median rule allows */
export function invalidTime(message: string, earliest: number): HttpError<DevnetErrorCode> {
  return devnetError('invalid_time', { message, earliest });
}
