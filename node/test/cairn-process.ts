/** For tests only: runs the real `cairn` as a child process, also outside of Vitest. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnetClient } from '@cairn/api/devnet';
import { createExplorerClient } from '@cairn/api/explorer';
import { createRpcClient } from '@cairn/api/rpc';
import { PROGRAMS } from '@cairn/suite';
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import type { Terminal } from '../src/commands/terminal.ts';
import { temporaryFolder, type WhenOver } from '../src/home/folder-test-support.ts';

export { temporaryFolder };

export const BIN = PROGRAMS.node;
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

const left: Parameters<WhenOver>[0][] = [];
process.on('exit', () => left.forEach((release) => void release()));
/** When this process exits: outside of Vitest. */
export const atExit: WhenOver = (release) => void left.push(release);

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

/** Flags of a node on free ports that needs no peers: without them it starts half a second faster. */
export const ALONE = ['--explorer-port', '0', '--rpc-port', '0', '--no-p2p'];
/** Flags of a node on free ports that has peers. */
export const WITH_PEERS = [...ALONE.slice(0, -1), '--p2p-port', '0', '--p2p-host', '127.0.0.1'];

/**
 * Starts a devnet node, and waits until its interfaces are served.
 * @param path its data directory, a new one by default
 * @param flags without peers by default
 */
export async function startNode(
  flags: readonly string[] = ALONE,
  path?: string,
  whenOver: WhenOver = onTestFinished,
  environment?: Readonly<Record<string, string>>,
) {
  const folder = path ?? join(temporaryFolder(whenOver), 'node');
  const running = startCairn(['start', '--data-dir', folder, ...flags], environment, undefined, whenOver);
  const [, explorerUrl = ''] = await running.line(/Explorer API at (http:[^\s"]+)/);
  const [, rpcUrl = ''] = await running.line(/Private RPC at (http:[^\s"]+)/);
  await running.line(/Control socket at/);
  return { ...running, ...clientsOf(folder, explorerUrl, rpcUrl) };
}

function clientsOf(path: string, explorerUrl: string, rpcUrl: string) {
  const tokenFile = join(path, 'rpc.token');
  const token = readFileSync(tokenFile, 'utf8').trim();
  return {
    path,
    explorerUrl,
    rpcUrl,
    tokenFile,
    token,
    explorer: createExplorerClient({ baseUrl: explorerUrl }),
    rpc: createRpcClient({ baseUrl: rpcUrl, token }),
    devnet: createDevnetClient({ socketPath: join(path, 'control.sock') }),
  };
}

/** A node in this process, with clients of its interfaces. */
export type NodeHere = Awaited<ReturnType<typeof startNodeHere>>;

/** As `startNode`, in this process: that takes a tenth of the time, for what is no fact of a process. */
export async function startNodeHere(
  flags: readonly string[] = ALONE,
  path?: string,
  whenOver: WhenOver = onTestFinished,
) {
  const [{ readNodeConfig }, { startNode: start }, { optionsOf }] = await Promise.all([
    import('../src/config.ts'),
    import('../src/node.ts'),
    import('../src/commands/test-support.ts'),
  ]);
  const folder = path ?? join(temporaryFolder(whenOver), 'node');
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const environment = { HOME: tmpdir(), CAIRN_NO_MDNS: 'true' };
  const config = readNodeConfig(optionsOf([...flags, '--data-dir', folder], environment));
  const running = await start(config, { logger });
  whenOver(() => running.close());
  return {
    ...clientsOf(folder, running.urls.explorer, running.urls.rpc),
    running,
    /** Resolves with the first matching line of its log. */
    line: (pattern: RegExp): Promise<RegExpExecArray> =>
      vi.waitFor(() => firstMatch(lines, pattern), { interval: 20, timeout: LINE_TIMEOUT_MS }),
    stop: () => running.close(),
  };
}

/** @throws Error if no line matches */
function firstMatch(lines: readonly string[], pattern: RegExp): RegExpExecArray {
  const found = lines.map((line) => pattern.exec(line)).find((match) => match !== null);
  if (found === undefined) throw new Error(`no line matches ${pattern}:\n${lines.join('\n')}`);
  return found;
}

/** Runs `cairn` to its end. */
export function runCairn(
  argv: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return startCairn(argv, environment).ended;
}

/**
 * Runs a command to its end in this process, which others may do meanwhile.
 * @param answers what is typed where it asks
 * @returns its exit code and output, and what it asked
 */
export async function runHere(argv: readonly string[], answers: string[] = []) {
  const { runCli } = await import('../src/cli.ts');
  const [out, err, questions]: [string[], string[], string[]] = [[], [], []];
  const terminal: Terminal = {
    out: (line) => void out.push(...line.split('\n')),
    err: (line) => void err.push(...line.split('\n')),
    progress: () => undefined,
    endProgress: () => undefined,
    secret: (question) => {
      questions.push(question);
      return Promise.resolve(answers.shift());
    },
  };
  const code = await runCli(argv, terminal);
  return { code, out, err, questions };
}

let isBusy = false;

/**
 * Runs a command to its end in this process: one of its own takes half a second to start. What it logs is not in the outcome.
 * Nothing else may run meanwhile that reads the environment.
 * @throws Error while another command runs: neither could restore the environment
 */
export async function runCommand(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  if (isBusy) throw new Error('another command runs in this process');
  isBusy = true;
  const before = { ...process.env };
  const listeners = STOP_SIGNALS.map((signal) => process.listeners(signal));
  Object.assign(process.env, { HOME: tmpdir(), CAIRN_NO_MDNS: 'true', ...environment });
  try {
    const { code, out, err } = await runHere(argv);
    return { code, out, err };
  } finally {
    isBusy = false;
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    for (const [index, signal] of STOP_SIGNALS.entries()) {
      for (const listener of process.listeners(signal))
        if (!listeners[index]!.includes(listener)) process.off(signal, listener);
    }
  }
}

/** True until a process has exited. */
export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Resident memory of a process, in MiB. */
export function residentMebibytes({ pid }: ChildProcess): number {
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
  let outcome: Outcome | undefined;
  void ended.then((one) => (outcome = one));
  for (;;) {
    try {
      return firstMatch(linesOf(output.out), pattern);
    } catch (error) {
      if (outcome !== undefined || Date.now() > deadline)
        throw new Error(`${outcome?.code ?? 'it runs'}: ${output.err}`, { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
