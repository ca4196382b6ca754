import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Injection } from './injection.ts';
import type { Workload } from './operations.ts';
import { tmpdir } from 'node:os';

/**
 * `NODE_COMPILE_CACHE` of the children: without it, the hundreds of processes of a run would spend half their time
 * loading.
 */
const MODULE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/crash-tests', import.meta.url));

const PROGRAM = fileURLToPath(new URL('child.ts', import.meta.url));

/** Options of `child.ts`. */
export interface ChildTask {
  /** Data directory. */
  readonly path: string;
  readonly workload: Workload;
  /** Whether the projection follows. */
  readonly projected: boolean;
  readonly seed: number;
  /** Number of the first operation. */
  readonly from: number;
  /** Number of the operation before which the process ends by itself. */
  readonly until: number;
  readonly injection: Injection;
}

/** When the parent sends SIGKILL: some milliseconds after a line of the child's output. */
export interface KillTime {
  readonly after: 'opening' | 'acknowledged';
  readonly milliseconds: number;
}

/** How a child ended. */
export interface ChildEnd {
  /** False if it did all of its work and closed everything. */
  readonly killed: boolean;
  /** Text for the report: what it was doing last. */
  readonly phase: string;
  /** True if its stores were still opening. */
  readonly wasOpening: boolean;
  /** Number of operations that it acknowledged. */
  readonly acknowledged: number;
  /** Height after the last acknowledged operation; -1 without one. */
  readonly acknowledgedHeight: number;
  /** True if an operation was in progress. */
  readonly isInOperation: boolean;
}

/**
 * Runs the child until it dies or ends by itself.
 * @param killTime when to kill it; by default it kills itself
 * @throws Error if it fails instead, with its standard error
 */
export async function runChild(task: ChildTask, killTime?: KillTime): Promise<ChildEnd> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(task)], {
    env: { ...process.env, NODE_COMPILE_CACHE: MODULE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const lines: string[] = [];
  let isTimed = false;
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    if (isTimed || killTime === undefined || !line.startsWith(killTime.after)) return;
    isTimed = true;
    void sleep(killTime.milliseconds).then(() => child.kill('SIGKILL'));
  });
  const [code, signal] = await closed;
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the child failed (${code ?? signal}): ${errors}`);
  return describeEnd(lines, signal === 'SIGKILL');
}

function describeEnd(lines: readonly string[], killed: boolean): ChildEnd {
  const acknowledgements = linesWith(lines, 'acknowledged');
  const wasOpening = lines.includes('opening') && !lines.includes('opened');
  return {
    killed,
    phase: phaseOf(lines),
    wasOpening,
    acknowledged: acknowledgements.length,
    acknowledgedHeight: Number(acknowledgements.at(-1)?.split(' ')[1] ?? -1),
    isInOperation: linesWith(lines, 'begin').length > acknowledgements.length,
  };
}

function linesWith(lines: readonly string[], word: string): string[] {
  return lines.filter((line) => line.startsWith(word));
}

function phaseOf(lines: readonly string[]): string {
  const last = lines.at(-1) ?? 'starting';
  if (last.startsWith('dying ')) return last.slice('dying '.length);
  if (last.startsWith('step ')) return `after ${last}`;
  if (last.startsWith('begin ')) return `in ${last.slice('begin '.length)}`;
  return last.startsWith('acknowledged') ? 'between operations' : last;
}

const BIN = fileURLToPath(new URL('../../bin/cairn.mjs', import.meta.url));

/** The real `cairn` as a child process. */
export interface CairnChild {
  /** Lines of standard output so far. */
  readonly lines: readonly string[];
  /** Resolves with its exit code; `undefined` if SIGKILL ended it. */
  readonly ended: Promise<number | undefined>;
  isRunning(): boolean;
  send(signal: 'SIGKILL' | 'SIGTERM'): void;
}

/** Starts it with nothing of this process's environment but PATH. */
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
  let errors = '';
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const closed = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  let isRunning = true;
  const ended = closed.then(([code, signal]) => {
    isRunning = false;
    if (signal === 'SIGKILL') return undefined;
    if (code !== 0) throw new Error(`cairn ${argv[0]} failed (${code ?? signal}): ${errors}`);
    return code;
  });
  ended.catch(() => undefined); // callers that await `ended` get the error
  return { lines, ended, isRunning: () => isRunning, send: (signal) => void child.kill(signal) };
}
