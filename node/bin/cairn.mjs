#!/usr/bin/env node
/**
 * `cairn` on any Node ≥ 20. The program needs Node 24, which the project installs; an older Node starts that one instead.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const REQUIRED_MAJOR = 24;

// A server stopped while its modules load has opened nothing yet: it exits at once with code 0. Any other command stopped
// here has not done its work, and is ended by the signal.
const isServer = ['start', 'explorer'].includes(process.argv[2] ?? '');
for (const name of isServer ? SIGNALS : []) {
  process.on(name, () => {
    if (process.listenerCount(name) === 1) process.exit(0); // otherwise the command handles signals itself by now
  });
}

if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) {
  // Cache compiled modules, so that a start need not strip types and compile. The cache is in the checkout, where no other
  // user can write. Worker threads read the folder from the environment.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/cairn', import.meta.url),
  );
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  const { main } = await import('../src/cli.ts');
  await main();
} else {
  runOnOwnNode(fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url)));
}

/** @param {string} node path of the Node that the project installs */
function runOnOwnNode(node) {
  if (!existsSync(node)) return fail();
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches both processes; the child ignores a second signal right after the first.
  let isStopped = false;
  const forward = (/** @type {NodeJS.Signals} */ name) => {
    isStopped = true;
    child.kill(name);
  };
  for (const name of SIGNALS) process.on(name, forward);
  child.on('error', fail);
  // Node takes about 40 ms until it can handle a signal; a child killed by one before that has opened nothing.
  child.on('exit', (code, signal) => process.exit(signal ? (isServer && isStopped ? 0 : 1) : (code ?? 1)));
}

function fail() {
  process.stderr.write(
    `cairn: needs Node ${REQUIRED_MAJOR} or newer (this is ${process.version}); run npm install in the checkout, or install it.\n`,
  );
  process.exit(1);
}
