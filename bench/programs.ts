/** The programs that benchmarks start; none survives this process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, PROGRAMS } from '@cairn/suite';
import type { Bench } from './frame.ts';
import type { BenchChain } from './chain.ts';

/** As in deploy/systemd/cairn-node.service. */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: '1048576', NODE_OPTIONS: '--max-semi-space-size=16' };
/** Maximum resident set of a command or a node, in MiB. */
export const MAX_MIB = 800;
const SAMPLE_MS = 50;

const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** A running program. */
export interface Program {
  /** Milliseconds of `performance.now()` at the start. */
  readonly began: number;
  /** Largest resident set so far, in MiB; 0 on systems other than Linux. */
  readonly peakMiB: () => number;
  /** Resolves with the output. @throws Error with its end if the exit code is not 0 */
  readonly ended: Promise<string>;
  /** Waits for a match in the output. @throws Error if the program ends without one */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
}

/** Starts a program with Node. @param argv the script first */
export function start(...argv: readonly string[]): Program {
  const began = performance.now();
  const child = spawn(process.execPath, argv, {
    env: { PATH: process.env['PATH'], HOME: tmpdir(), CAIRN_NO_MDNS: 'true', ...MEMORY },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, readPeak(child.pid!))), SAMPLE_MS);
  const ended = new Promise<string>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      running.delete(child);
      clearInterval(timer);
      if (code === 0) resolve(output);
      else reject(new Error(`${argv.join(' ')} ended with ${code}: ${output.slice(-500)}`));
    });
  });
  ended.catch(() => undefined); // callers that await `ended` get the error
  return {
    began,
    peakMiB: () => peak,
    ended,
    async line(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        if (!running.has(child)) throw new Error(`${argv.join(' ')} ended: ${await ended}`);
        await sleep(SAMPLE_MS);
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function readPeak(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0; // no /proc, or the process has just ended
  }
}

/** Starts a file of `scripts/`. */
export function startScript(script: string, ...argv: readonly string[]): Program {
  return start(join(import.meta.dirname, 'scripts', script), ...argv);
}

/** Runs a file of `scripts/` to its end. */
export async function runScript(
  script: string,
  ...argv: readonly string[]
): Promise<{ output: string; peakMiB: number }> {
  const program = startScript(script, ...argv);
  return { output: await program.ended, peakMiB: program.peakMiB() };
}

/** Starts a server of `scripts/`, which prints its port. @returns its URL too */
export async function startServer(
  script: string,
  ...argv: readonly string[]
): Promise<Program & { base: string }> {
  const program = startScript(script, ...argv);
  return { ...program, base: `http://127.0.0.1:${(await program.line(/port (\d+)/))[1]}` };
}

/** Runs a command of `cairn` on a data directory of a devnet, to its end. */
export async function runCairn(
  command: string,
  directory: string,
  ...argv: readonly string[]
): Promise<{ seconds: number; peakMiB: number }> {
  const program = start(PROGRAMS.node, command, '--network', 'devnet', '--data-dir', directory, ...argv);
  await program.ended;
  return { seconds: (performance.now() - program.began) / 1_000, peakMiB: program.peakMiB() };
}

/** Imports the chain into a new data directory. */
export async function importedDirectory(bench: Pick<Bench, 'folder'>, { path }: BenchChain): Promise<string> {
  const directory = bench.folder();
  await runCairn('import', directory, path);
  return directory;
}

/** A running node. */
export interface Node extends Program {
  /** URLs of its interfaces. */
  readonly explorer: string;
  readonly rpc: string;
  /** Milliseconds from the start of the process to the first response of the Explorer API. */
  readonly firstResponseMs: number;
}

/** Starts a devnet node and waits for its first response. */
export async function startNode(directory: string, ...flags: readonly string[]): Promise<Node> {
  const [explorer, rpc] = [await findFreePort(), await findFreePort()];
  const ports = ['--explorer-port', `${explorer}`, '--rpc-port', `${rpc}`];
  const common = ['--network', 'devnet', '--data-dir', directory, '--no-mdns'];
  const program = start(PROGRAMS.node, 'start', ...common, ...ports, ...flags);
  const base = `http://127.0.0.1:${explorer}`;
  await untilResponding(`${base}/api/v1/status`, program);
  const firstResponseMs = performance.now() - program.began;
  return { ...program, explorer: base, rpc: `http://127.0.0.1:${rpc}`, firstResponseMs };
}

/** Waits for a 2xx response. @throws Error if the program ends first */
export async function untilResponding(url: string, { ended }: Program): Promise<void> {
  const end = ended.then((output) =>
    Promise.reject(new Error(`it ended before ${url} responded: ${output}`)),
  );
  const isUp = async (): Promise<boolean> => {
    const response = await fetch(url).catch(() => undefined); // not listening yet
    await response?.arrayBuffer();
    return response?.ok === true;
  };
  while (!(await Promise.race([isUp(), end]))) await sleep(5);
}

/** Waits until a node has the block at a height, and its index, if it has one, is ready. */
export async function untilCaughtUp({ explorer }: Node, height = 0): Promise<void> {
  for (;;) {
    const response = await fetch(`${explorer}/api/v1/status`);
    const status = (await response.json()) as { height: number; index: { enabled: boolean; state: string } };
    if (status.index.state === 'error') throw new Error('the index failed');
    if (status.height >= height && (!status.index.enabled || status.index.state === 'ready')) return;
    await sleep(SAMPLE_MS);
  }
}
