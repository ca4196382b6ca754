#!/usr/bin/env node
/**
 * `cairn` on any Node ≥ 20: the node itself needs Node 24, which the project brings; an older one starts that instead.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const REQUIRED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) {
  // Compiled modules are kept beside the checkout's own (and nowhere that others can write): a start need not strip and compile them.
  // Threads take the folder from the environment.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/cairn', import.meta.url),
  );
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  const { main } = await import('../src/cli.ts');
  await main();
} else {
  runOnOwnNode(fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url)));
}

/** @param {string} node path of the Node that the project carries */
function runOnOwnNode(node) {
  if (!existsSync(node)) return fail();
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches both processes; the child takes a second signal right after the first for its echo.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', fail);
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function fail() {
  process.stderr.write(
    `cairn: needs Node ${REQUIRED_MAJOR} or newer (this is ${process.version}); run npm install in the checkout, or install it.\n`,
  );
  process.exit(1);
}
