import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { execa } from 'execa';

/** How a program in the room runs. */
export interface Surroundings {
  readonly cwd: string;
  /** All variables; those of this process are not passed on. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A network namespace of its own, in which only 127.0.0.1 answers: a program that needs anything from elsewhere fails there, and
 * every port is free.
 */
export class OfflineRoom {
  readonly #holder: ChildProcess;
  /** Arguments of `nsenter`. */
  readonly #enter: readonly string[];
  readonly #servers = new Set<ChildProcess>();

  private constructor(holder: ChildProcess, enter: readonly string[]) {
    this.#holder = holder;
    this.#enter = enter;
  }

  /** @throws Error on a system without Linux's `unshare`, `nsenter` and `ip` */
  static async open(): Promise<OfflineRoom> {
    const isRoot = process.getuid?.() === 0;
    const script = 'ip link set lo up && echo up && exec cat';
    const holder = spawn('unshare', [isRoot ? '-n' : '-rn', 'sh', '-c', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(createInterface(holder.stdout), 'line');
    const user = isRoot ? [] : ['--user', '--preserve-credentials'];
    return new OfflineRoom(holder, [`--target=${holder.pid}`, '--net', ...user]);
  }

  /** Runs a line of a shell. @returns its output and exit code */
  async run(line: string, { cwd, env }: Surroundings): Promise<{ exitCode: number; output: string }> {
    const argv = [...this.#enter, 'bash', '-c', line];
    const { exitCode = 1, all } = await execa('nsenter', argv, {
      cwd,
      env,
      extendEnv: false,
      stdin: 'ignore',
      all: true,
      reject: false,
    });
    return { exitCode, output: all };
  }

  /** Starts a line of a shell, whose last program takes the place of the shell. @returns it, and its first line once there is one */
  start(line: string, { cwd, env }: Surroundings): { child: ChildProcess; firstLine: Promise<string> } {
    const argv = [...this.#enter, 'bash', '-c', `exec ${line}`];
    const child = spawn('nsenter', argv, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#servers.add(child);
    child.once('exit', () => this.#servers.delete(child));
    const lines = createInterface(child.stdout);
    const firstLine = Promise.race([
      once(lines, 'line').then(([text]) => text as string),
      once(child, 'exit').then(([code]) => `ended with code ${code}`),
    ]);
    return { child, firstLine };
  }

  /** True if a server answers at this port of 127.0.0.1. */
  async answers(port: number, surroundings: Surroundings): Promise<boolean> {
    const line = `exec 3<>/dev/tcp/127.0.0.1/${port}`;
    return (await this.run(line, surroundings)).exitCode === 0;
  }

  /** Kills what still runs in the room. */
  close(): void {
    for (const server of this.#servers) server.kill('SIGKILL');
    this.#holder.kill('SIGKILL');
  }
}
