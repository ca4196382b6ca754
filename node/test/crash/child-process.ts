import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Injection } from './injection.ts';
import { MODULE_CACHE } from './module-cache.ts';
import type { Workload } from './operations.ts';

const PROGRAM = fileURLToPath(new URL('child.ts', import.meta.url));

/** What `child.ts` is told. */
export interface ChildTask {
  /** Data directory. */
  readonly path: string;
  readonly workload: Workload;
  /** Whether the projection follows. */
  readonly projected: boolean;
  readonly seed: number;
  /** Number of the first operation. */
  readonly from: number;
  /** Number of the first operation that is not done any more: the process ends by itself then. */
  readonly until: number;
  readonly injection: Injection;
}

/** When the parent sends SIGKILL: so many milliseconds after the child has said this. */
export interface Moment {
  readonly after: 'opening' | 'acknowledged';
  readonly milliseconds: number;
}

/** How a child ended. */
export interface ChildEnd {
  /** False for one that did all of its work and closed everything. */
  readonly killed: boolean;
  /** What it did last, in words for the report. */
  readonly phase: string;
  /** True when its stores were still opening. */
  readonly wasOpening: boolean;
  /** Number of operations that it acknowledged. */
  readonly acknowledged: number;
  /** Height after the last acknowledged operation; -1 without one. */
  readonly acknowledgedHeight: number;
  /** True when an operation was under way. */
  readonly isUnderWay: boolean;
}

/**
 * Runs the child until it dies, or ends by itself.
 * @param moment when to kill it; without one it kills itself
 * @throws Error when it fails instead, with what it wrote to standard error
 */
export async function runChild(task: ChildTask, moment?: Moment): Promise<ChildEnd> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(task)], {
    env: { ...process.env, NODE_COMPILE_CACHE: MODULE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const lines: string[] = [];
  let isTimed = false;
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    if (isTimed || moment === undefined || !line.startsWith(moment.after)) return;
    isTimed = true;
    void sleep(moment.milliseconds).then(() => child.kill('SIGKILL'));
  });
  const [code, signal] = await closed;
  if (signal !== 'SIGKILL' && code !== 0)
    throw new Error(`the child failed (${code ?? signal}): ${complaint}`);
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
    isUnderWay: linesWith(lines, 'begin').length > acknowledgements.length,
  };
}

function linesWith(lines: readonly string[], word: string): string[] {
  return lines.filter((line) => line.startsWith(word));
}

function phaseOf(lines: readonly string[]): string {
  const last = lines.at(-1) ?? 'starting';
  if (last.startsWith('struck ')) return last.slice('struck '.length);
  if (last.startsWith('step ')) return `after ${last}`;
  if (last.startsWith('begin ')) return `in ${last.slice('begin '.length)}`;
  return last.startsWith('acknowledged') ? 'between operations' : last;
}
