import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { TestOrder, TestOutcome } from './test-server.ts';

const SERVER = join(import.meta.dirname, 'test-server.ts');
/** Longer than all the tests of a subject take; a mutant that hangs counts as noticed. */
const PATIENCE_MILLISECONDS = 240_000;

/** Runs tests of a folder in a process that stays: most of what a fresh one takes is its start. */
export class TestRunner {
  readonly #folder: string;
  #server: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * @returns the first test that failed; `undefined` when all passed
   * @throws Error when the run fails otherwise: such a mutant shows nothing
   */
  async run(order: TestOrder): Promise<string | undefined> {
    const outcome = await this.#ask(order);
    if (outcome === undefined) {
      this.close();
      return 'the tests hang';
    }
    if (outcome.broken !== undefined) throw new Error(`no test failed, the run did: ${outcome.broken}`);
    return outcome.failed;
  }

  /** With the server go the workers that it started, also one that hangs. */
  close(): void {
    if (this.#server?.pid !== undefined) process.kill(-this.#server.pid, 'SIGKILL');
    this.#server = undefined;
  }

  /** @returns `undefined` where no answer comes */
  async #ask(order: TestOrder): Promise<TestOutcome | undefined> {
    const server = (this.#server ??= this.#start());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(() => resolve(undefined)), PATIENCE_MILLISECONDS);
      const onAnswer = (outcome: TestOutcome): void => settle(() => resolve(outcome));
      const onExit = (): void => settle(() => reject(new Error('the runner of the tests ended')));
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        server.off('message', onAnswer).off('exit', onExit);
        finish();
      };
      server.once('message', onAnswer).once('exit', onExit);
      server.send(order);
    });
  }

  /** A process group of its own, so that all of it can be ended at once. */
  #start(): ChildProcess {
    const env = { ...process.env, NO_COLOR: '1' };
    return fork(SERVER, {
      cwd: this.#folder,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }
}
