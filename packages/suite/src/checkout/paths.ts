import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** Absolute path of a file or folder in the checkout. */
export function inRoot(...parts: string[]): string {
  return join(ROOT, ...parts);
}
