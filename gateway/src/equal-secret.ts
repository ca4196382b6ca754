import { timingSafeEqual } from 'node:crypto';

/**
 * Compares every byte whatever the first ones are, so that the time it takes shows nothing of the right one.
 * @param wanted the right one as bytes; how long it is, everybody may know
 */
export function isEqualSecret(given: string, wanted: Uint8Array): boolean {
  const bytes = Buffer.from(given, 'latin1');
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}
