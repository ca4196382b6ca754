import { fileURLToPath } from 'node:url';

/**
 * Where Node keeps compiled modules between the hundreds of processes of a run: half of a short life is its start.
 * In the environment of a child as `NODE_COMPILE_CACHE`.
 */
export const MODULE_CACHE = fileURLToPath(
  new URL('../../../node_modules/.cache/crash-tests', import.meta.url),
);
