import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@cairn/suite';

const BIN = fileURLToPath(new URL('../bin/cairn.mjs', import.meta.url));
/** As in deploy/systemd/cairn-node.service. */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: '1048576', NODE_OPTIONS: '--max-semi-space-size=16' };
const SAMPLE_MS = 50;

/** Time, memory and output of a process that has ended. */
export interface ProcessResult {
  readonly seconds: number;
  /** Largest resident set, in MiB (`VmHWM`). */
  readonly peakMiB: number;
  readonly output: string;
}

/** A running process whose memory is watched. */
export interface BenchProcess {
  readonly child: ChildProcess;
  /** Milliseconds of `performance.now()` at the start. */
  readonly began: number;
  /** Largest resident set so far, in MiB. */
  readonly peakMiB: () => number;
  /** Resolves with the output. @throws Error with the output if the exit code is not 0 */
  readonly ended: Promise<string>;
  /** Waits until the output matches; forever if the process ends without a match. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
}

/** Starts `cairn` with these arguments. */
export function startCairn(argv: readonly string[]): BenchProcess {
  return watch([BIN, ...argv]);
}

/** Starts a script of the benchmarks. @param script path relative to this folder */
export function startScript(script: string, argv: readonly string[]): BenchProcess {
  return watch([fileURLToPath(new URL(script, import.meta.url)), ...argv]);
}

/** Waits until a process has ended. @throws Error if its exit code is not 0 */
export async function waitForEnd(running: BenchProcess): Promise<ProcessResult> {
  const output = await running.ended;
  return { seconds: (performance.now() - running.began) / 1_000, peakMiB: running.peakMiB(), output };
}

function watch(argv: readonly string[]): BenchProcess {
  const began = performance.now();
  const child = spawn(process.execPath, argv, {
    env: { PATH: process.env['PATH'], HOME: tmpdir(), CAIRN_NO_MDNS: 'true', ...MEMORY },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, readPeak(child.pid!))), SAMPLE_MS);
  const ended = new Promise<string>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      clearInterval(timer);
      if (code === 0) resolve(output);
      else reject(new Error(`${argv.join(' ')} ended with ${code}: ${output.slice(-500)}`));
    });
  });
  ended.catch(() => undefined); // callers that await `ended` get the error
  return {
    child,
    began,
    peakMiB: () => peak,
    ended,
    async line(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Largest resident set of a process in MiB; 0 on systems other than Linux. */
function readPeak(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0; // no /proc, or the process has just ended
  }
}

/** A running node and its URLs. */
export interface BenchNode extends BenchProcess {
  readonly explorer: string;
  readonly rpc: string;
  /** Milliseconds from the start of the process to the first answer of the Explorer API. */
  readonly firstAnswerMs: number;
}

/** Starts a devnet node and waits for its first answer. @param argv in addition to directory and ports */
export async function startNode(dataDirectory: string, argv: readonly string[]): Promise<BenchNode> {
  const [explorer, rpc] = [await findFreePort(), await findFreePort()];
  const common = ['--network', 'devnet', '--data-dir', dataDirectory];
  const ports = ['--explorer-port', String(explorer), '--rpc-port', String(rpc)];
  const node = startCairn(['start', ...common, ...ports, '--no-mdns', ...argv]);
  const base = `http://127.0.0.1:${explorer}`;
  const firstAnswerMs = await untilAnswer(`${base}/api/v1/status`, node);
  return { ...node, explorer: base, rpc: `http://127.0.0.1:${rpc}`, firstAnswerMs };
}

async function untilAnswer(url: string, { child, began, ended }: BenchProcess): Promise<number> {
  while (child.exitCode === null) {
    if (await answers(url)) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`the node ended before it answered: ${await ended}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}

/** True if a node has the block at a height, and its index, if it has one, is ready. */
export async function hasCaughtUp({ explorer }: BenchNode, height: number): Promise<boolean> {
  const response = await fetch(`${explorer}/api/v1/status`);
  const status = (await response.json()) as {
    height: number;
    index: { enabled: boolean; ready: boolean };
  };
  return status.height >= height && (!status.index.enabled || status.index.ready);
}
