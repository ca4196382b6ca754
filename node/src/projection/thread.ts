/** Runs a projection's writer in a thread of its own. */
import { setPriority } from 'node:os';
import {
  ProjectionError,
  type ProjectionErrorCode,
  type Writer,
  type WriterCommand,
  type WriterResult,
} from '@cairn/chain/projection';
import { Piscina } from 'piscina';

/** What the thread returns: an error would lose its code on the way. */
type Outcome =
  | { readonly result: WriterResult }
  | { readonly code: ProjectionErrorCode; readonly message: string };

/** Runs a writer in a thread. Commands, also those of `Other` that one engine adds, run one after another. */
export class WriterThread<Other = never> implements Writer {
  readonly #pool: Piscina<WriterCommand | Other, Outcome>;

  /** @param script exports `serveWriter` of a writer by default @param setup what its writer is made from */
  constructor(script: URL, setup: unknown) {
    this.#pool = new Piscina({
      filename: script.href,
      workerData: setup,
      minThreads: 1,
      maxThreads: 1,
      atomics: 'disabled', // with Atomics.wait, a thread could not talk to a database server between two commands
      execArgv: [], // Node refuses `--input-type`, which this process may have, for a thread that runs a file
      // The rows of a batch die young, and a full block needs a quarter of the rest: with more room, V8 lets garbage wait.
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 },
    });
    this.#pool.on('error', () => undefined); // a thread that ends fails its command; the next one finds no open tables
  }

  /** @throws ProjectionError */
  async run(command: WriterCommand | Other): Promise<WriterResult> {
    const outcome = await this.#pool.run(command).catch((error: unknown) => {
      throw new ProjectionError('storage_failed', (error as Error).message, { cause: error });
    });
    if ('result' in outcome) return outcome.result;
    throw new ProjectionError(outcome.code, outcome.message);
  }

  /** Runs `close`, then ends the thread, whether that failed or not. @throws ProjectionError */
  async close(): Promise<void> {
    try {
      await this.run({ type: 'close' });
    } finally {
      await this.#pool.destroy();
    }
  }
}

/**
 * The "nice" value of the writing thread: it gives way to the threads that answer requests, but keeps a third of their share
 * on a busy machine, so that the index does not fall behind there.
 */
const WRITER_NICENESS = 5;

/** Executes the commands of a `WriterThread`, in the thread itself. */
export function serveWriter<Command = WriterCommand>(
  run: (command: Command) => Promise<WriterResult>,
  toProjectionError: (error: unknown) => ProjectionError,
): (command: Command) => Promise<Outcome> {
  // Only on Linux does a priority belong to a thread; elsewhere it would apply to the whole process.
  if (process.platform === 'linux') setPriority(WRITER_NICENESS);
  return async (command) => {
    try {
      return { result: await run(command) };
    } catch (error) {
      const { code, message } = toProjectionError(error);
      return { code, message };
    }
  };
}
