import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Compares digests of equal length, so that neither content nor length of a secret shows in the time it takes.
 * @param digest of the right one, from `digestSecret`
 */
export function isEqualSecret(given: string, digest: Uint8Array): boolean {
  return timingSafeEqual(digestSecret(given), digest);
}

/** SHA-256 of a secret. */
export function digestSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}
