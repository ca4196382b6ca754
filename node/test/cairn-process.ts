/** For tests only: runs the real `cairn` as a child process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Terminal } from '../src/commands/terminal.ts';

const BIN = fileURLToPath(new URL('../bin/cairn.mjs', import.meta.url));
const LINE_TIMEOUT_MS = 60_000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How a command ended. */
interface Outcome {
  readonly code: number | null;
  /** Lines of standard output and of standard error. */
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** A running command. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Outcome>;
  /** Resolves with the first matching line of standard output; rejects if the command ends first, or after a minute. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Outcome>;
}

/** Registers what is done when something is not needed any more: by default, when the test ends. */
type WhenOver = (release: () => void) => void;

/** A new temporary folder that is removed when it is not needed any more. */
export function temporaryFolder(whenOver: WhenOver = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-cli-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts `cairn` with nothing of this process's environment but PATH. */
export function startCairn(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  node = process.execPath,
  whenOver: WhenOver = onTestFinished,
): Running {
  const child = spawn(node, [BIN, ...argv], {
    // Without mDNS a node has only the peers that a test names.
    env: { PATH: process.env['PATH'], HOME: tmpdir(), CAIRN_NO_MDNS: 'true', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  const ended = new Promise<Outcome>((resolve) => {
    child.on('close', (code) => resolve({ code, out: linesOf(output.out), err: linesOf(output.err) }));
  });
  whenOver(() => void child.kill('SIGKILL'));
  return {
    child,
    ended,
    line: (pattern) => waitForLine(pattern, output, ended),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs `cairn` to its end. */
export function runCairn(
  argv: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return startCairn(argv, environment).ended;
}

let isRunning = false;

/**
 * Runs a command to its end in this process: one of its own takes half a second to start. What it logs is not in the outcome.
 * Nothing else may run meanwhile that reads the environment.
 * @throws Error while another command runs: neither could restore the environment
 */
export async function runCommand(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  if (isRunning) throw new Error('another command runs in this process');
  isRunning = true;
  const output = { out: '', err: '' };
  const terminal: Terminal = {
    out: (line) => void (output.out += `${line}\n`),
    err: (line) => void (output.err += `${line}\n`),
    progress: () => undefined,
    endProgress: () => undefined,
    secret: () => Promise.resolve(undefined),
  };
  const before = { ...process.env };
  const listeners = STOP_SIGNALS.map((signal) => process.listeners(signal));
  Object.assign(process.env, { HOME: tmpdir(), CAIRN_NO_MDNS: 'true', ...environment });
  try {
    const { runCli } = await import('../src/cli.ts');
    const code = await runCli(argv, terminal);
    return { code, out: linesOf(output.out), err: linesOf(output.err) };
  } finally {
    isRunning = false;
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    for (const [index, signal] of STOP_SIGNALS.entries()) {
      for (const listener of process.listeners(signal))
        if (!listeners[index]!.includes(listener)) process.off(signal, listener);
    }
  }
}

/** Resident memory of a process, in MiB. */
export function residentMebibytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1_024;
}

function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

async function waitForLine(
  pattern: RegExp,
  output: { readonly out: string; readonly err: string },
  ended: Promise<Outcome>,
): Promise<RegExpExecArray> {
  const deadline = Date.now() + LINE_TIMEOUT_MS;
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  for (;;) {
    const found = linesOf(output.out).map((line) => pattern.exec(line));
    const match = found.find((candidate) => candidate !== null);
    if (match) return match;
    if (hasEnded || Date.now() > deadline) {
      throw new Error(`no line matches ${pattern}:\n${output.out}${output.err}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
