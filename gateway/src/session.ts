import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SetCookie } from 'cookie';

/** Creates a secret: 256 random bits in base64url, 43 characters. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in constant time. Only the length of `given` shows in the duration; the right one is public. */
export function isEqualSecret(given: string, secret: string): boolean {
  const [givenBytes, bytes] = [Buffer.from(given), Buffer.from(secret)];
  return givenBytes.length === bytes.length && timingSafeEqual(givenBytes, bytes);
}

/**
 * The session's cookie (GATEWAY.md, pass 6), made anew by each process and never stored. Its name contains the port, because
 * browsers send cookies to every port of a host, and two gateways must not overwrite each other's.
 */
export function createSessionCookie(port: number): SetCookie & { readonly value: string } {
  return {
    name: `cairn_gateway_${port}`,
    value: createSecret(),
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
  };
}
