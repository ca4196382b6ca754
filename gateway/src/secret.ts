import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes a secret: 256 random bits, base64url, 43 characters. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in constant time: how long it takes depends on the length of `given` only, and the right length is public. */
export function isEqualSecret(given: string, secret: string): boolean {
  const [givenBytes, bytes] = [Buffer.from(given, 'latin1'), Buffer.from(secret, 'latin1')];
  return givenBytes.length === bytes.length && timingSafeEqual(givenBytes, bytes);
}
