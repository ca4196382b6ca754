/**
 * Every refusal of the gateway: status and message by error code. The bodies are fixed and quote nothing of a request. Codes
 * that the RPC defines (interface document, section 7.2) have the same meaning here.
 */
const REFUSALS = {
  malformed_request: [400, 'The request is not well-formed HTTP/1.1.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  headers_too_large: [431, 'The request has too many or too large headers.'],
  upgrade_refused: [400, 'Protocol upgrades and tunnels are not served.'],
  http_version_not_supported: [505, 'Only HTTP/1.1 is served.'],
  expectation_failed: [417, 'Expectations are not served.'],
  invalid_target: [400, 'The request target must be a path.'],
  not_found: [404, 'Nothing is served at this path.'],
  misdirected_request: [421, 'The request names another host than the gateway.'],
  moved: [307, 'The gateway is at its loopback address.'],
  method_not_allowed: [405, 'This method is not served at this path.'],
  cross_origin: [403, "Only the gateway's own page may send this request."],
  session_expired: [403, 'The session has ended. Reload the page.'],
  launch_refused: [403, 'The launch secret is not valid.'],
  launch_limited: [429, 'Too many wrong launch secrets. Wait a minute.'],
  invalid_query: [400, 'This path does not accept this query.'],
  invalid_limit: [400, 'The limit must be an integer.'],
  invalid_cursor: [400, 'The cursor is malformed.'],
  unexpected_body: [400, 'This request takes no body.'],
  length_required: [411, 'The body needs a Content-Length and no Transfer-Encoding.'],
  request_too_large: [413, 'The body is larger than a transaction can be.'],
  unsupported_media_type: [415, 'The body must be application/json.'],
  invalid_transaction_encoding: [400, 'The body must be {"raw": 426 hexadecimal characters}.'],
  node_timeout: [504, 'The node did not answer in time. A submission may still have been accepted.'],
  node_unreachable: [502, 'The node cannot be reached. A submission may still have been accepted.'],
  node_bad_response: [502, "The node's answer cannot be forwarded."],
  internal_error: [500, 'The gateway failed. Its log says why.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** An error answer of the gateway. The gateway closes the connection after it. */
export interface Refusal {
  readonly status: number;
  readonly error: RefusalCode;
  readonly message: string;
  /** Further headers: `Allow`, `Location`. */
  readonly headers: Readonly<Record<string, string>>;
}

export function refuse(error: RefusalCode, headers: Readonly<Record<string, string>> = {}): Refusal {
  const [status, message] = REFUSALS[error];
  return { status, error, message, headers };
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'error' in outcome && 'message' in outcome && 'status' in outcome;
}
