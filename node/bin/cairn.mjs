#!/usr/bin/env node
/**
 * `cairn` on any Node ≥ 20: the node itself needs Node 24, which the project brings; an older one starts that instead.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const REQUIRED_MAJOR = 24;

// A server that is told to stop while its modules load has opened nothing yet: it ends at once, with 0. Any other command
// that is stopped here has not done its work, and ends by the signal.
const isServer = ['start', 'explorer'].includes(process.argv[2] ?? '');
const leave = () => process.exit(0);
if (isServer) for (const name of SIGNALS) process.on(name, leave);
/** To be called by whoever listens for the signals from then on. */
const endEarlyStop = () => SIGNALS.forEach((name) => process.off(name, leave));

if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) {
  // Compiled modules are kept beside the checkout's own (and nowhere that others can write): a start need not strip and compile them.
  // Threads take the folder from the environment.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/cairn', import.meta.url),
  );
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  const { main } = await import('../src/cli.ts');
  await main(endEarlyStop);
} else {
  runOnOwnNode(fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url)));
}

/** @param {string} node path of the Node that the project carries */
function runOnOwnNode(node) {
  if (!existsSync(node)) return fail();
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches both processes; the child takes a second signal right after the first for its echo.
  let isStopped = false;
  const passOn = (/** @type {NodeJS.Signals} */ name) => {
    isStopped = true;
    child.kill(name);
  };
  for (const name of SIGNALS) process.on(name, passOn);
  endEarlyStop();
  child.on('error', fail);
  // Node itself takes some 40 ms to listen for a signal; one that it ends by comes before anything was opened.
  child.on('exit', (code, signal) => process.exit(signal ? (isServer && isStopped ? 0 : 1) : (code ?? 1)));
}

function fail() {
  process.stderr.write(
    `cairn: needs Node ${REQUIRED_MAJOR} or newer (this is ${process.version}); run npm install in the checkout, or install it.\n`,
  );
  process.exit(1);
}
