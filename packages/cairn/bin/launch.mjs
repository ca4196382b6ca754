/** What each program's launcher does before it loads the program, here and in the checkout. It runs on any Node. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Exits with one line where the program cannot run; otherwise prepares this Node for it.
 * @param {string} program its name
 * @param {number} required the major version of Node that it needs
 * @param {URL} modules folder `node_modules`, where compiled modules are kept
 * @param {{ isServer: boolean, ownNode?: URL }} more whether it serves until a signal; and the Node that an older one starts instead
 */
export async function prepare(program, required, modules, { isServer, ownNode }) {
  // A server stopped while its modules load has opened nothing yet: it exits at once with code 0. Any other command stopped
  // here has not done its work, and is ended by the signal.
  for (const name of isServer ? SIGNALS : [])
    process.on(name, () => {
      if (process.listenerCount(name) === 1) process.exit(0); // otherwise the program handles signals itself by now
    });
  try {
    process.cwd(); // many modules call it while they load
  } catch {
    fail(`${program}: the current folder does not exist any more`);
  }
  if (Number(process.versions.node.split('.')[0]) < required) {
    const advice = ownNode === undefined ? '' : '; run npm ci in the checkout, or install it';
    const problem = `${program}: needs Node ${required} or newer (this is ${process.version})${advice}`;
    if (ownNode === undefined || !existsSync(ownNode)) fail(problem);
    await runOn(fileURLToPath(ownNode), isServer, problem);
  }
  // Worker threads read the folder from the environment.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/cairn', modules));
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  // Node 22 has no AsyncDisposableStack.
  if (!('AsyncDisposableStack' in globalThis))
    await import(new URL('../dist/async-disposable-stack.js', import.meta.url).href);
}

/** Runs this process's script and arguments on another Node, and exits with its code. It never resolves. */
function runOn(node, isServer, problem) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  let isStopped = false;
  for (const name of SIGNALS)
    process.on(name, () => {
      isStopped = true;
      // A terminal's Ctrl-C reaches both processes: forwarding it would deliver it twice.
      if (!(name === 'SIGINT' && process.stdin.isTTY)) child.kill(name);
    });
  child.on('error', () => fail(problem));
  return new Promise(() => {
    // Node takes about 40 ms until it can handle a signal; a server killed by one before that has opened nothing.
    child.on('exit', (code, signal) => process.exit(signal ? (isServer && isStopped ? 0 : 1) : (code ?? 1)));
  });
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
