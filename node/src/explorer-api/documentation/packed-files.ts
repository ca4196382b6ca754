import { basename, join } from 'node:path';

/** Path of a file, which the package `cairn-chain` has in one folder with the others. */
export function resolveFile(file: string): string {
  return join(import.meta.dirname, '../documentation', basename(file));
}
