import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Path of a file of an installed package, or of the folder `browser`. */
export function resolveFile(file: string): string {
  return resolve(file);
}
