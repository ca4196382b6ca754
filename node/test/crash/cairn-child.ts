import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { MODULE_CACHE } from './module-cache.ts';

const BIN = fileURLToPath(new URL('../../bin/cairn.mjs', import.meta.url));

/** The real `cairn` in a process of its own. */
export interface CairnChild {
  /** Lines of standard output so far. */
  readonly lines: readonly string[];
  /** Resolves with its exit code; `undefined` when SIGKILL ended it. */
  readonly ended: Promise<number | undefined>;
  isRunning(): boolean;
  send(signal: 'SIGKILL' | 'SIGTERM'): void;
}

/** Starts it with an environment that holds nothing of the tester's own settings. */
export function startCairn(argv: readonly string[]): CairnChild {
  const child = spawn(process.execPath, [BIN, ...argv], {
    env: {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      CAIRN_LOG_FORMAT: 'json',
      NODE_COMPILE_CACHE: MODULE_CACHE,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let complaint = '';
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const closed = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  let isRunning = true;
  const ended = closed.then(([code, signal]) => {
    isRunning = false;
    if (signal === 'SIGKILL') return undefined;
    if (code !== 0) throw new Error(`cairn ${argv[0]} failed (${code ?? signal}): ${complaint}`);
    return code;
  });
  ended.catch(() => undefined); // whoever waits for the end hears of it
  return { lines, ended, isRunning: () => isRunning, send: (signal) => void child.kill(signal) };
}
