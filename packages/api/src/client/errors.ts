/**
 * An error answer: a status other than 2xx with a JSON body. Branch on `code`, never on a message. If the body has no `error`
 * field, the code depends on the status: `validation_error` (422), `not_found` (404), `method_not_allowed` (405), otherwise
 * `http_` and the status.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The parsed JSON body, unchanged. */
  readonly body: unknown;

  constructor(status: number, code: string, body: unknown) {
    super(`the server refused: ${status} ${code}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

/**
 * Why there is no usable answer. In each case the server may or may not have acted on the request.
 *
 * - `timeout`: no complete answer in time
 * - `network`: no connection, or it broke before the end of the answer
 * - `not_json`: a body that is not JSON, for example from a proxy
 * - `unexpected_shape`: JSON that the contract does not allow, or an answer above the size limit
 */
export type TransportErrorKind = 'timeout' | 'network' | 'not_json' | 'unexpected_shape';

/** Thrown if there is no usable answer. `cause` is the caught error, if any. */
export class TransportError extends Error {
  readonly kind: TransportErrorKind;
  /** HTTP status, if one was received. */
  readonly status: number | undefined;

  constructor(
    kind: TransportErrorKind,
    message: string,
    options: { status?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'TransportError';
    this.kind = kind;
    this.status = options.status;
  }
}

const STATUS_CODES: Readonly<Record<number, string>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  422: 'validation_error',
};

/** The code of an error answer by its JSON body or, without an `error` field, by its status. */
export function errorCodeOf(status: number, body: unknown): string {
  if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string') {
    return body.error;
  }
  return STATUS_CODES[status] ?? `http_${status}`;
}
