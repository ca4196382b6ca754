import type { IncomingMessage } from 'node:http';
import { refuse, type Refusal } from '../refusal.ts';
import { valuesOf, type RequestFacts } from '../request-facts.ts';

/** Largest body, in bytes: a submission is 436, pretty-printed a little more. */
export const MAX_BODY_BYTES = 4_096;

const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i;

/** The whole of a submission: no other key, no key twice, no escapes. JSON's white space may stand between. */
const SUBMISSION =
  /^[ \t\r\n]*\{[ \t\r\n]*"raw"[ \t\r\n]*:[ \t\r\n]*"(?<raw>[0-9A-Fa-f]{426})"[ \t\r\n]*\}[ \t\r\n]*$/;

/** Pass 8, before a byte of the body is read: a GET has none, a POST says how long and of what type it is. */
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
 * Reads a body that `checkBody` admitted; the parser holds it to its `Content-Length`.
 * @returns `undefined` when the client went away, or was too slow, before the body was complete
 */
export function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // `close` follows `end` too; by then the promise is settled.
    request.once('close', () => resolve(undefined));
  });
}

/** The whole of a request for a session: 256 bits in base64url. */
const LAUNCH = /^\{"secret":"(?<secret>[A-Za-z0-9_-]{43})"\}$/;

/**
 * Takes the launch secret out of a request for a session.
 * @returns `undefined` where the body is anything else
 */
export function parseLaunch(body: Uint8Array): string | undefined {
  return LAUNCH.exec(Buffer.from(body).toString('latin1'))?.groups?.['secret'];
}

/**
 * Takes the one value out of a submission.
 * @returns 426 hexadecimal characters, or the refusal
 */
export function parseSubmission(body: Uint8Array): { readonly raw: string } | Refusal {
  // Latin-1 keeps every byte apart: what is not ASCII cannot match.
  const raw = SUBMISSION.exec(Buffer.from(body).toString('latin1'))?.groups?.['raw'];
  return raw === undefined ? refuse('invalid_transaction_encoding') : { raw };
}
