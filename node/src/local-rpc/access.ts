/** Who may call the private RPC: processes on this machine that have the token. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The only hosts on which the private RPC may listen (interface document, section 5.2.4). */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/** The configured host of the private RPC is not a loopback host. */
export class NotLoopbackError extends Error {
  override readonly name = 'NotLoopbackError';
  readonly code = 'rpc_host_not_loopback';
  readonly host: string;

  constructor(host: string) {
    super(`the private RPC listens on ${LOOPBACK_HOSTS.join(', ')} only, not ${JSON.stringify(host)}`);
    this.host = host;
  }
}

/** @throws NotLoopbackError for a host not in `LOOPBACK_HOSTS`, even if it is another spelling of a loopback address */
export function requireLoopbackHost(host: string): void {
  if (!LOOPBACK_HOSTS.includes(host)) throw new NotLoopbackError(host);
}

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
