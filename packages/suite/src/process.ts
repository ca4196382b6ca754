import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { shortSocketPath } from '@cairn/api/devnet';
import { execa } from 'execa';

/** A program of the suite, started by this process. */
export interface Program {
  readonly name: string;
  /** Absent if it could not be started. */
  readonly pid: number | undefined;
  /** The last line of its output, without the prefix of a program of Cairn. */
  lastLine(): string;
  /** Waits for a line of its output, of the last 1,000 or later. @throws Error if the program ends without one */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /**
   * Resolves with the exit code when the program ends: 1 if it cannot be started, 128 for a signal, 0 for SIGTERM of
   * `stop`.
   */
  readonly exited: Promise<number>;
  /** True once `stop` was called. */
  isStopping(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** Sends SIGTERM and, after 15 s, SIGKILL. Resolves with the exit code. */
  stop(): Promise<number>;
}

export interface ProgramOptions {
  readonly name: string;
  /** Arguments of Node: the script first. */
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Called with each line of standard output and standard error. */
  readonly onLine?: (line: string) => void;
}

/**
 * A group of programs that are stopped in the reverse order of their starts, so that a program stops before those that
 * it needs. Once stopping has begun, no program can be started.
 */
export class ProgramGroup {
  readonly #programs: Program[] = [];
  readonly #ended = Promise.withResolvers<Program>();
  #stopping = false;

  /** Resolves with the first program that ends although nobody stops it; its last line says why. */
  readonly ended: Promise<Program> = this.#ended.promise;

  /**
   * Starts a Node program in its own process group, so that Ctrl-C in the terminal reaches only the parent.
   * @throws Error once the group is being stopped
   */
  start(options: ProgramOptions): Program {
    if (this.#stopping) throw new Error(`cannot start ${options.name}: the suite is stopping`);
    const program = startProgram(options);
    this.#programs.push(program);
    void this.#watch(program);
    return program;
  }

  async #watch(program: Program): Promise<void> {
    await program.exited;
    if (!this.#stopping && !program.isStopping()) this.#ended.resolve(program);
  }

  /** Stops all programs. @returns those that did not exit with code 0 */
  async stop(): Promise<{ name: string; code: number }[]> {
    this.#stopping = true;
    const failed: { name: string; code: number }[] = [];
    for (const program of this.#programs.toReversed()) {
      const code = await program.stop();
      if (code !== 0) failed.push({ name: program.name, code });
    }
    return failed;
  }

  /** Kills all programs at once; no further program starts. */
  kill(): void {
    this.#stopping = true;
    for (const program of this.#programs) program.kill('SIGKILL');
  }
}

/**
 * Stops a program as SIGTERM does when this process ends without stopping it, as after `kill -9`: the channel between them is
 * closed then. In the program's threads there is no channel.
 */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  "if (process.channel) { process.once('disconnect', () => process.kill(process.pid, 'SIGTERM')); process.channel.unref(); }",
)}`;

/** Time for a program to end after SIGTERM; then it gets SIGKILL. */
const GRACE_MS = 15_000;
const KEPT_LINES = 1_000;

function startProgram({ name, argv, env = {}, onLine }: ProgramOptions): Program {
  const lines: string[] = [];
  const child = execa(process.execPath, ['--import', END_WITH_PARENT, ...argv], {
    env,
    stdin: 'ignore',
    all: true,
    buffer: false,
    reject: false,
    ipc: true,
    detached: process.platform !== 'win32',
    forceKillAfterDelay: GRACE_MS,
  });
  let isStopping = false;
  const run = async (): Promise<number> => {
    for await (const line of child.iterable({ from: 'all' })) {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      onLine?.(line);
    }
    const { exitCode, signal, originalMessage } = await child;
    if (child.pid === undefined) lines.push(originalMessage ?? ''); // the system did not start it
    // A program without a SIGTERM handler is ended by the signal: that is a clean stop too.
    if (isStopping && signal === 'SIGTERM') return 0;
    return signal === undefined ? (exitCode ?? 1) : 128;
  };
  const exited = run();
  const program: Program = {
    name,
    pid: child.pid,
    lastLine: () => lineOfEnd(lines).replace(/^cairn(-\w+)?: /, ''),
    async line(pattern) {
      const find = () => lines.map((line) => pattern.exec(line)).find((found) => found !== null);
      await waitUntil(program, () => find() !== undefined, `print ${pattern}`);
      return find()!;
    },
    exited,
    isStopping: () => isStopping,
    kill: (signal) => void child.kill(signal),
    stop() {
      isStopping = true;
      child.kill();
      return exited;
    },
  };
  return program;
}

/** The last line; of an error that nobody caught, its message instead of what Node prints around it. */
function lineOfEnd(lines: readonly string[]): string {
  const isCrash = lines.some((line) => line.startsWith('Node.js v'));
  return (isCrash ? lines.findLast((line) => /^\S*Error\b.*:/.test(line)) : undefined) ?? lines.at(-1) ?? '';
}

/** Why the suite cannot go on: the program's name and last line, which is its error if it failed. */
export function describeEnd({ name, lastLine }: Pick<Program, 'name' | 'lastLine'>): string {
  return `${name} ended: ${lastLine()}`;
}

/**
 * Waits until `url` answers with a status below 500.
 * @throws Error if the program ends first, or neither answers nor prints another line for a minute
 */
export async function waitUntilAnswering(program: Program, url: string): Promise<void> {
  await waitUntil(program, () => isAnswering(url), `answer at ${url}`);
}

/** Waits until the program has written a file. @throws Error as {@link waitUntilAnswering} */
export async function waitUntilWritten(program: Program, path: string): Promise<void> {
  await waitUntil(program, () => existsSync(path), `write ${path}`);
}

/** Waits until a program listens at a socket of the file system. @throws Error as {@link waitUntilAnswering} */
export async function waitUntilListening(program: Program, path: string): Promise<void> {
  await waitUntil(program, () => isListening(path), `listen at ${path}`);
}

/** How long a program may be silent that is not ready; one that says how far it is may take longer. */
const SILENCE_MS = 60_000;
const POLL_MS = 50;

/** @param action what the program did not do, for the error after the time limit */
async function waitUntil(
  program: Program,
  isDone: () => boolean | Promise<boolean>,
  action: string,
): Promise<void> {
  let [last, spokeAt] = ['', Date.now()];
  let hasEnded = false;
  void program.exited.then(() => (hasEnded = true));
  while (!(await isDone())) {
    const line = program.lastLine();
    if (hasEnded) throw new Error(`${program.name} ended before it was ready: ${line}`);
    if (line !== last) [last, spokeAt] = [line, Date.now()];
    else if (Date.now() - spokeAt > SILENCE_MS) throw new Error(`${program.name} did not ${action}: ${line}`);
    await sleep(POLL_MS);
  }
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false; // not listening yet
  }
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(shortSocketPath(path));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => resolve(true)).once('connect', () => socket.destroy());
  });
}
