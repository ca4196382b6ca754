import { randomBytes, timingSafeEqual } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Creates a secret: 256 random bits in base64url, 43 characters. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in constant time. Only the length of `given` shows in the duration; the right one is public. */
export function isEqualSecret(given: string, secret: string): boolean {
  const [givenBytes, bytes] = [Buffer.from(given), Buffer.from(secret)];
  return givenBytes.length === bytes.length && timingSafeEqual(givenBytes, bytes);
}

/** Renames a new file of mode 0600 over the old one, so that nobody reads half of it. Follows no link. */
export function replacePrivateFile(path: string, text: string): void {
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true }); // a killed gateway may have left one
  try {
    writeFileSync(fresh, text, { flag: 'wx', mode: 0o600 });
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
