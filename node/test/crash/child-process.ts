import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Injection } from './injection.ts';
import type { Operation } from './script.ts';
import type { StoresOptions } from './stores.ts';

/**
 * `NODE_COMPILE_CACHE` of the children: without it, the hundreds of processes of a run would spend half their time
 * loading.
 */
export const MODULE_CACHE = fileURLToPath(
  new URL('../../../node_modules/.cache/crash-tests', import.meta.url),
);
const PROGRAM = fileURLToPath(new URL('child.ts', import.meta.url));

/** What `child.ts` does. */
export interface ChildTask {
  readonly options: StoresOptions;
  readonly operations: readonly Operation[];
  readonly injection: Injection | undefined;
}

/** When the parent sends SIGKILL: some milliseconds after a line of the child's output. */
export interface KillTime {
  readonly after: 'opening' | 'acknowledged';
  readonly milliseconds: number;
}

/** How a child ended. */
export interface ChildEnd {
  /** True if it ended at its place, or at the moment of the kill; false if it did all of its work. */
  readonly isEarly: boolean;
  /** True if its stores were still opening. */
  readonly wasOpening: boolean;
  /** The tip after each operation that it acknowledged. */
  readonly acknowledged: readonly string[];
  /** True if an operation was in progress. */
  readonly isInOperation: boolean;
}

/**
 * Runs the child until it ends.
 * @param file where to write its task
 * @param killTime when to kill it; by default it ends at the place of its injection
 * @throws Error if it fails in another way, with its standard error
 */
export async function runChild(task: ChildTask, file: string, killTime?: KillTime): Promise<ChildEnd> {
  writeFileSync(file, JSON.stringify(task));
  const child = spawn(process.execPath, [PROGRAM, file], {
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
  const linesWith = (word: string): string[] => lines.filter((line) => line.startsWith(word));
  const hasFailed = linesWith('ends failed').length > 0;
  const wasOpening = !lines.includes('opened');
  const isExpected = hasFailed ? code === 1 : signal === 'SIGKILL' || code === 0;
  if (!isExpected) throw new Error(`the child ended with ${code ?? signal}: ${errors}`);
  const fatal = linesWith('fatal').length;
  // While a chain opens, the error of `open` tells of the failure.
  if (hasFailed && !wasOpening && fatal !== 1)
    throw new Error(`onFatal was called ${fatal} times: ${errors}`);
  const acknowledged = linesWith('acknowledged').map((line) => line.split(' ')[1]!);
  return {
    isEarly: hasFailed || signal === 'SIGKILL',
    wasOpening,
    acknowledged,
    isInOperation: linesWith('begin').length > acknowledged.length,
  };
}
