import type { ExplorerErrorCode } from '@cairn/api/explorer';
import type { RejectionReason, RpcErrorCode } from '@cairn/api/rpc';
import { ApiError, TransportError, type TransportErrorKind } from '@cairn/api/unchecked';

/**
 * What went wrong.
 *
 * - `no_rpc`: `createCairn` was given no `rpc`, which sending needs
 * - `other_network`: the node belongs to another network than `createCairn` was told
 * - `invalid_amount`: an amount or a fee is not a bigint of 1 to 2^64 − 1 pebbles
 * - `insufficient_balance`: the account cannot pay amount and fee
 * - `key_reused`: the idempotency key belongs to a payment of another amount or to somebody else
 * - `rejected`: the node refuses the transfer for good; `data.reason` says why, and the transfer is no longer stored
 * - `try_again`: the node takes no transfer, or not this one, now (`data.code`): repeat the call
 * - `unclear`: the transfer may have arrived: repeat the call, which pays once
 * - `replaced`: another transfer with the same nonce is in the chain
 * - `timeout`: no answer in time, or not as many confirmations in `timeoutMs`
 * - `network`, `not_json`, `unexpected_shape`: no usable answer of a server
 * - any other: the code of the server's own error answer, with its `status` and `body` in `data`
 */
export type CairnErrorCode =
  | 'no_rpc'
  | 'other_network'
  | 'invalid_amount'
  | 'insufficient_balance'
  | 'key_reused'
  | 'rejected'
  | 'try_again'
  | 'unclear'
  | 'replaced'
  | TransportErrorKind
  | ExplorerErrorCode
  | RpcErrorCode
  | `http_${number}`;

/** Details of an error, as far as its code has any. */
export interface CairnErrorData {
  /** HTTP status of an error answer. */
  readonly status?: number | undefined;
  /** JSON of an error answer. */
  readonly body?: unknown;
  /** `rejected`: the reason of the node's mempool. */
  readonly reason?: RejectionReason | undefined;
  /** `try_again`, `unclear`: the code of the node's answer, or why there was none. */
  readonly code?: string | undefined;
  /** ID of the transfer that it is about. */
  readonly id?: string | undefined;
}

/**
 * An error of the SDK. Branch on `code`. Malformed addresses, keys and phrases are a `ProtocolError`, which has a `code` too.
 */
export class CairnError extends Error {
  override readonly name = 'CairnError';
  readonly code: CairnErrorCode;
  readonly data: CairnErrorData;

  constructor(code: CairnErrorCode, message: string, data: CairnErrorData = {}, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.data = data;
  }
}

/** The result of a client's call; its errors become a `CairnError`. */
export async function coded<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TransportError)
      throw new CairnError(error.kind, error.message, { status: error.status }, error);
    if (!(error instanceof ApiError)) throw error;
    const { status, body } = error;
    const text = (body as { readonly message?: unknown } | null)?.message;
    const message = typeof text === 'string' ? text : error.message;
    throw new CairnError(error.code as CairnErrorCode, message, { status, body }, error);
  }
}

const NO_ANSWER: readonly string[] = ['timeout', 'network', 'not_json'] satisfies TransportErrorKind[];

/** True for an error that may be gone a moment later: no answer, a server that is busy or starts. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof CairnError) || error.code === 'explorer_index_disabled') return false;
  const { status = 0 } = error.data;
  return NO_ANSWER.includes(error.code) || status >= 500 || status === 429;
}
