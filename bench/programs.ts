/** The programs that benchmarks start; none survives this process. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  describeEnd,
  findFreePort,
  type Program,
  ProgramGroup,
  PROGRAMS,
  waitUntilAnswering,
} from '@cairn/suite';
import type { BenchChain } from './chain.ts';
import type { Bench } from './frame.ts';

/** As in deploy/systemd/cairn-node.service. */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: '1048576', NODE_OPTIONS: '--max-semi-space-size=16' };
/** Maximum resident set of a command or a node, in MiB. */
export const MAX_MIB = 800;
const SAMPLE_MS = 50;

const group = new ProgramGroup();
process.once('exit', () => group.kill());

/** A running program. */
export interface Measured extends Program {
  /** Milliseconds of `performance.now()` at the start. */
  readonly began: number;
  /** Largest resident set so far, in MiB; 0 on systems other than Linux. */
  readonly peakMiB: () => number;
}

/** Starts a program with Node. @param argv the script first */
export function start(...argv: readonly string[]): Measured {
  const began = performance.now();
  const env = { HOME: tmpdir(), CAIRN_NO_MDNS: 'true', ...MEMORY };
  const program = group.start({ name: argv.slice(0, 2).join(' '), argv, env });
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, peakMiBOf(program.pid))), SAMPLE_MS);
  void program.exited.then(() => clearInterval(timer));
  return { ...program, began, peakMiB: () => peak };
}

/** The most memory that a process has had so far, in MiB; 0 without `/proc`, or if it has ended. */
function peakMiBOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Runs a program to its end. @throws Error with its last line if it fails */
async function run(...argv: readonly string[]): Promise<Measured & { seconds: number }> {
  const program = start(...argv);
  if ((await program.exited) !== 0) throw new Error(describeEnd(program));
  return { ...program, seconds: (performance.now() - program.began) / 1_000 };
}

/** Path of a file of `scripts/`. */
const scriptAt = (name: string): string => join(import.meta.dirname, 'scripts', name);

/** Runs a file of `scripts/` to its end. @returns the JSON of its last line */
export async function runScript(
  name: string,
  ...argv: readonly string[]
): Promise<{ result: unknown; peakMiB: number }> {
  const program = await run(scriptAt(name), ...argv);
  return { result: JSON.parse(program.lastLine()), peakMiB: program.peakMiB() };
}

/** Starts the bare server, the ceiling of a node's answers. @param source see `scripts/bare-server.ts` */
export async function startBareServer(source: string): Promise<Program & { base: string }> {
  const program = start(scriptAt('bare-server.ts'), source);
  return { ...program, base: `http://127.0.0.1:${(await program.line(/port (\d+)/))[1]}` };
}

/** Runs a command of `cairn` on a data directory of a devnet, to its end. */
export async function runCairn(
  command: string,
  directory: string,
  ...argv: readonly string[]
): Promise<{ seconds: number; peakMiB: number }> {
  const common = ['--network', 'devnet', '--data-dir', directory];
  const { seconds, peakMiB } = await run(PROGRAMS.node, command, ...common, ...argv);
  return { seconds, peakMiB: peakMiB() };
}

/** Imports the chain into a new data directory. */
export async function importedDirectory(bench: Pick<Bench, 'folder'>, { path }: BenchChain): Promise<string> {
  const directory = bench.folder();
  await runCairn('import', directory, path);
  return directory;
}

/** A running node. */
export interface Node extends Measured {
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
  await waitUntilAnswering(program, `${base}/api/v1/status`);
  const firstResponseMs = performance.now() - program.began;
  return { ...program, explorer: base, rpc: `http://127.0.0.1:${rpc}`, firstResponseMs };
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
