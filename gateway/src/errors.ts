import { createErrors, type ErrorTable, type HttpError } from '@cairn/api';
import { isLastingError } from '@cairn/token-file';

/**
 * Status and message of each error of the gateway: fixed texts that repeat nothing of a request. Codes that the RPC defines too
 * (interface document, section 7.2) have the same meaning here.
 */
const ERRORS = {
  malformed_request: [400, 'The request is not well-formed HTTP/1.1.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  headers_too_large: [431, 'The head of the request is too large.'],
  upgrade_refused: [400, 'Protocol upgrades and tunnels are not served.'],
  http_version_not_supported: [505, 'Only HTTP/1.1 is served.'],
  expectation_failed: [417, 'Expectations are not served.'],
  invalid_target: [400, 'The request target must be a path.'],
  not_found: [404, 'Nothing is served at this path.'],
  misdirected_request: [421, 'The request names another host than the gateway.'],
  moved: [307, 'The gateway is at its loopback address.'],
  method_not_allowed: [405, 'This method is not served at this path.'],
  cross_origin: [403, "Only the gateway's own page may send this request."],
  session_expired: [403, 'The session has ended. Open the wallet again.'],
  launch_refused: [403, 'The launch secret or page key is not valid.'],
  invalid_query: [400, 'This path does not accept this query.'],
  invalid_limit: [400, 'The limit must be an integer.'],
  invalid_cursor: [400, 'The cursor is malformed.'],
  unexpected_body: [400, 'This request takes no body.'],
  invalid_body: [400, 'This path does not accept this body.'],
  length_required: [411, 'The body needs a Content-Length and no Transfer-Encoding.'],
  request_too_large: [413, 'The body is larger than a transaction can be.'],
  unsupported_media_type: [415, 'The body must be application/json.'],
  invalid_transaction_encoding: [400, 'The body must be {"raw": 426 hexadecimal characters}.'],
  node_timeout: [504, 'The node did not answer in time. A submission may still have been accepted.'],
  node_unreachable: [502, 'The node cannot be reached. A submission may still have been accepted.'],
  node_bad_response: [502, "The node's answer cannot be forwarded."],
  internal_error: [500, 'The gateway failed. Its log says why.'],
} as const satisfies ErrorTable;

export type ErrorCode = keyof typeof ERRORS;

const createError = createErrors(ERRORS);

/**
 * The response to a request that is not served. It is the last on its connection, so that no bytes behind a rejected request are
 * read as another.
 * @param headers in addition: `Allow`, `Location`
 */
export function gatewayError(code: ErrorCode, headers: Readonly<Record<string, string>> = {}): HttpError {
  return createError(code, {}, { ...headers, Connection: 'close' });
}

/** The gateway cannot start. The message is one line for the terminal. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** As a node's (docs/OPERATING.md): 2 for a file, folder or port of a flag that cannot be used, 1 for what may pass. */
  readonly exitCode: 1 | 2;

  /** @param cause the error of a file, folder or port; absent for any other reason */
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    const isOfSystem = (cause as NodeJS.ErrnoException | undefined)?.errno !== undefined;
    const mayPass = cause === undefined || (isOfSystem && !isLastingError(cause));
    this.exitCode = mayPass ? 1 : 2;
  }
}
