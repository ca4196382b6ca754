import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a secret: 256 random bits in base64url, 43 characters. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in constant time: only the length of `given` affects the duration, and the right length is public. */
export function isEqualSecret(given: string, secret: string): boolean {
  const [givenBytes, bytes] = [Buffer.from(given, 'latin1'), Buffer.from(secret, 'latin1')];
  return givenBytes.length === bytes.length && timingSafeEqual(givenBytes, bytes);
}
