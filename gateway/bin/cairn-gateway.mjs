#!/usr/bin/env node
/** Starts `cairn-gateway` from any Node ≥ 20: the program needs 24, which the root package installs. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const REQUIRED_MAJOR = 24;
const script = fileURLToPath(import.meta.url);

// Handle signals before the program is loaded, which takes a while: until then, the process simply exits.
let stop = () => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal));

if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) {
  const { main } = await import('../src/cli.ts');
  await setImmediate(); // handles a signal that arrived while loading blocked the event loop
  process.exit(await main(process.argv.slice(2), (onSignal) => (stop = onSignal)));
} else runOnOwnNode();

function runOnOwnNode() {
  const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
  if (!existsSync(node)) {
    const advice = 'run "npm ci" in the project, or use a newer Node';
    fail(`cairn-gateway needs Node ${REQUIRED_MAJOR}; this is ${process.version}: ${advice}`);
    return;
  }
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  stop = (signal) => {
    // Ctrl-C reaches the whole foreground group: forwarding it would count twice.
    if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
  };
  child.on('error', (error) => fail(`cairn-gateway could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
