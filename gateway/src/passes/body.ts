import type { IncomingMessage } from 'node:http';
import { valuesOf, type RequestFacts } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** Maximum size of a body in bytes. A submission has 436 bytes, or a few more with white space. */
const MAX_BODY_BYTES = 4_096;

const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i;

/** The body of a submission: the single key `raw`, once and without escapes. JSON's white space is allowed. */
const SUBMISSION =
  /^[ \t\r\n]*\{[ \t\r\n]*"raw"[ \t\r\n]*:[ \t\r\n]*"(?<raw>[0-9A-Fa-f]{426})"[ \t\r\n]*\}[ \t\r\n]*$/;

/**
 * GATEWAY.md, pass 8, before the body is read: a GET must have no body, a POST must state length and JSON type of its body.
 */
export function checkBody(request: RequestFacts): Refusal | undefined {
  const lengths = valuesOf(request, 'content-length');
  const encoded = valuesOf(request, 'transfer-encoding').length > 0;
  if (request.method !== 'POST') {
    return encoded || lengths.some((length) => length !== '0') ? refuse('unexpected_body') : undefined;
  }
  if (encoded || lengths.length !== 1 || !/^\d+$/.test(lengths[0]!)) return refuse('length_required');
  if (Number(lengths[0]) > MAX_BODY_BYTES) return refuse('request_too_large');
  const types = valuesOf(request, 'content-type');
  if (types.length !== 1 || !JSON_TYPE.test(types[0]!)) return refuse('unsupported_media_type');
  return undefined;
}

/**
 * Reads a body that `checkBody` admitted; Node's parser enforces its `Content-Length`.
 * @returns `undefined` if the client disconnected, or was too slow, before the body was complete
 */
export function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // Node also emits `close` after `end`; the promise is settled by then.
    request.once('close', () => resolve(undefined));
  });
}

/** The body of a request for a session: the launch secret, 256 bits in base64url. */
const LAUNCH = /^\{"secret":"(?<secret>[A-Za-z0-9_-]{43})"\}$/;

/**
 * Reads the launch secret from a request for a session.
 * @returns `undefined` if the body is anything else
 */
export function parseLaunch(body: Uint8Array): string | undefined {
  return LAUNCH.exec(Buffer.from(body).toString('latin1'))?.groups?.['secret'];
}

/**
 * Reads the transaction from the body of a submission.
 * @returns 426 hexadecimal characters, or the refusal
 */
export function parseSubmission(body: Uint8Array): { readonly raw: string } | Refusal {
  // Latin-1 maps each byte to one character: bytes that are not ASCII cannot match.
  const raw = SUBMISSION.exec(Buffer.from(body).toString('latin1'))?.groups?.['raw'];
  return raw === undefined ? refuse('invalid_transaction_encoding') : { raw };
}
