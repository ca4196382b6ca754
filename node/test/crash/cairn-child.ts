import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRpcClient, type RpcClient } from '@cairn/api/rpc';
import { MODULE_CACHE } from './child-process.ts';

const BIN = fileURLToPath(new URL('../../bin/cairn.mjs', import.meta.url));
/** Loaded into a `cairn` one of whose writes is to fail. */
const FAILING_WRITE = new URL('failing-write.ts', import.meta.url).href;

/** The real `cairn` as a child process. */
export interface CairnChild {
  /** Lines of standard output so far. */
  readonly lines: readonly string[];
  /** Resolves with its exit code; `undefined` if SIGKILL ended it. */
  readonly ended: Promise<number | undefined>;
  readonly pid: number;
  isRunning(): boolean;
  send(signal: 'SIGKILL' | 'SIGTERM'): void;
}

/**
 * Starts it with nothing of this process's environment but PATH.
 * @param failingWrite the number of the write of its chain that fails; it has to exit with 1 then
 */
export function startCairn(argv: readonly string[], failingWrite?: number): CairnChild {
  const preload = failingWrite === undefined ? [] : ['--import', FAILING_WRITE];
  const child = spawn(process.execPath, [...preload, BIN, ...argv], {
    env: {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      CAIRN_LOG_FORMAT: 'json',
      NODE_COMPILE_CACHE: MODULE_CACHE,
      ...(failingWrite !== undefined && { FAILING_WRITE: `${failingWrite}` }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errors = '';
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const closed = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  let isRunning = true;
  const ended = closed.then(([code, signal]) => {
    isRunning = false;
    if (signal === 'SIGKILL') return undefined;
    const hasFailed = failingWrite !== undefined && code === 1 && errors.includes('failed: ENOSPC');
    if (code !== 0 && !hasFailed) throw new Error(`cairn ${argv[0]} failed (${code ?? signal}): ${errors}`);
    return code ?? undefined;
  });
  ended.catch(() => undefined); // callers that await `ended` get the error
  return {
    lines,
    ended,
    pid: child.pid!,
    isRunning: () => isRunning,
    send: (signal) => void child.kill(signal),
  };
}

/** A node whose servers answer. */
export interface StartedNode {
  readonly child: CairnChild;
  readonly rpc: RpcClient;
  readonly explorerUrl: string;
}

/** @returns `undefined` for a node that a failing write ended meanwhile */
export async function startNode(
  path: string,
  flags: readonly string[],
  failingWrite?: number,
): Promise<StartedNode | undefined> {
  const child = startCairn(['start', '--data-dir', path, ...flags], failingWrite);
  const said = (pattern: RegExp): string | undefined =>
    child.lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
  const tokenFile = join(path, 'rpc.token');
  for (;;) {
    const [explorerUrl, rpcUrl] = [said(/Explorer API at (http[^ "]+)/), said(/Private RPC at (http[^ "]+)/)];
    if (explorerUrl !== undefined && rpcUrl !== undefined && existsSync(tokenFile)) {
      const token = readFileSync(tokenFile, 'utf8').trim();
      return { child, rpc: createRpcClient({ baseUrl: rpcUrl, token }), explorerUrl };
    }
    if (!child.isRunning()) {
      const code = await child.ended;
      if (failingWrite !== undefined && code === 1) return undefined;
      throw new Error(`the node did not start: ${code}`);
    }
    await sleep(5);
  }
}
