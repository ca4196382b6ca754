import { ApiError, TransportError } from '@cairn/api/unchecked';

/**
 * What went wrong.
 *
 * - `no_rpc`: `createCairn` was given no `rpc`, which sending needs
 * - `other_network`: the node belongs to another network than `createCairn` was told
 * - `key_reused`: the idempotency key belongs to a payment of another amount or to somebody else
 * - `rejected`: the node refuses the transfer for good, for `data.reason`; it will never be paid
 * - `try_again`: the node does not take it now, for `data.reason`: repeat the call
 * - `unclear`: the transfer may have arrived: repeat the call, which pays once
 * - `replaced`: another transfer with the same nonce is in the chain
 */
export type CairnErrorCode =
  | 'no_rpc'
  | 'other_network'
  | 'key_reused'
  | 'rejected'
  | 'try_again'
  | 'unclear'
  | 'replaced';

/**
 * An error of the SDK. Branch on `code`, which all other errors have too: an `ApiError` that of the server's answer, such as
 * `block_not_found`; a `TransportError`, if there is no usable answer, `network`, `timeout`, `not_json` or `unexpected_shape`; a
 * `ProtocolError`, for a malformed address, amount, key or phrase, such as `invalid_address`.
 */
export class CairnError extends Error {
  override readonly name = 'CairnError';
  readonly code: CairnErrorCode;
  /** `id` of the transfer that it is about; `reason`: the node's code, or why it gave no answer. */
  readonly data: { readonly id?: string; readonly reason?: string };

  constructor(code: CairnErrorCode, message: string, data: CairnError['data'] = {}) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * The result of a request; `undefined` if there may be one a moment later: no answer, a server that is busy or starts.
 * @param onBusy called if the server answers so
 */
export async function unlessBusy<Result>(
  request: Promise<Result>,
  onBusy: () => void,
): Promise<Result | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof TransportError && error.code !== 'unexpected_shape') return undefined;
    if (error instanceof ApiError && error.code !== 'explorer_index_disabled')
      if (error.status >= 500 || error.status === 429) {
        onBusy();
        return undefined;
      }
    throw error;
  }
}
