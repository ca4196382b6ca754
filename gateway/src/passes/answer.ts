import type { ServerResponse } from 'node:http';
import { JSON_TYPE, sendAnswer, type Answer, type ProtocolFault } from '@cairn/http';
import type { NodeAnswer } from '../node-answer.ts';
import { refuse, type Refusal, type RefusalCode } from '../refusal.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';

/** GATEWAY.md, pass 10 for the node's answer: forwards the status and the JSON byte for byte, without the node's headers. */
export function sendNodeAnswer(response: ServerResponse, { status, body }: NodeAnswer): void {
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/**
 * GATEWAY.md, pass 10 for a refusal: fixed JSON. Closes the connection, so that no further bytes on it are handled as a
 * request.
 */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const answer = describeRefusal(refusal);
  sendAnswer(response, { ...answer, headers: { ...answer.headers, Connection: 'close' } });
}

const SOCKET_REFUSALS: Readonly<Record<ProtocolFault, RefusalCode>> = {
  malformed_request: 'malformed_request',
  request_timeout: 'request_timeout',
  headers_too_large: 'headers_too_large',
  connect: 'upgrade_refused',
  invalid_host: 'misdirected_request',
  expectation_failed: 'expectation_failed',
};

/** The answer to a request that Node could not parse or receive whole; has the same security headers as every answer. */
export function answerSocket(fault: ProtocolFault): Answer {
  const { headers, ...answer } = describeRefusal(refuse(SOCKET_REFUSALS[fault]));
  return { ...answer, headers: { ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...headers } };
}

function describeRefusal({ status, error, message, headers }: Refusal): Answer {
  return { status, body: { error, message }, headers };
}
