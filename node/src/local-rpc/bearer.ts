import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Tells whether a request carries the token. */
export type BearerCheck = (request: Pick<IncomingMessage, 'headersDistinct'>) => boolean;

/**
 * The check of section 5.2.1: exactly one `Authorization` header, byte-equal to `Bearer <token>`, compared in constant
 * time over digests, so that neither content nor length shows in the time it takes.
 */
export function createBearerCheck(token: string): BearerCheck {
  const expected = digest(Buffer.from(`Bearer ${token}`, 'utf8'));
  return ({ headersDistinct }) => {
    const [header, ...others] = headersDistinct['authorization'] ?? [];
    if (header === undefined || others.length > 0) return false;
    // Node hands header bytes over as Latin-1.
    return timingSafeEqual(digest(Buffer.from(header, 'latin1')), expected);
  };
}

function digest(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
