import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Returns true if a request has the token. */
export type BearerCheck = (request: Pick<IncomingMessage, 'headersDistinct'>) => boolean;

/**
 * Requires exactly one `Authorization` header, byte-equal to `Bearer <token>` (interface document, section 5.2.1). Digests are
 * compared in constant time, so that timing reveals neither content nor length.
 */
export function createBearerCheck(token: string): BearerCheck {
  const expected = digest(Buffer.from(`Bearer ${token}`, 'utf8'));
  return ({ headersDistinct }) => {
    const [header, ...others] = headersDistinct['authorization'] ?? [];
    if (header === undefined || others.length > 0) return false;
    // Node decodes the bytes of HTTP headers as Latin-1.
    return timingSafeEqual(digest(Buffer.from(header, 'latin1')), expected);
  };
}

function digest(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
