import module from 'node:module';
import { fileURLToPath } from 'node:url';

const REQUIRED_MAJOR = 22;

/** Exits with one line on an older Node; otherwise prepares this one for the program. */
export async function prepare(program) {
  if (Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR) {
    process.stderr.write(`${program}: needs Node ${REQUIRED_MAJOR} or newer (this is ${process.version})\n`);
    process.exit(1);
  }
  // Worker threads read the folder from the environment.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/cairn', import.meta.url));
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  // Node 22 has no AsyncDisposableStack.
  if (!('AsyncDisposableStack' in globalThis)) await import('../dist/async-disposable-stack.js');
}
