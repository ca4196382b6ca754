import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import type { BlockPlace } from '../../chain/chain-reader.ts';
import { ProjectionError } from '../projection-store.ts';
import { sourceBlock, type SourceBlock } from './block-source.ts';
import type { ProverAnswer, ProverSetup } from './prover-messages.ts';

/** Blocks that are proven before they are asked for; each has up to 8 MiB. */
const AHEAD = 2;
/** A block of 8 MiB takes some tenths of a second, on a busy machine some seconds. */
const TIMEOUT_MILLISECONDS = 60_000;

/**
 * Reads blocks and proves them on a thread of its own, a few ahead: hashing costs about as much as writing rows, and a
 * backfill is through in half the time where both go on at once. It is asked from a thread that may stand still.
 */
export class BlockProver {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #answers = new Int32Array(new SharedArrayBuffer(4));
  /** What was asked for and not taken yet, in order. */
  readonly #asked: BlockPlace[] = [];
  #taken = 0;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    const workerData: ProverSetup = { port: port2, answers: this.#answers.buffer };
    const script = new URL('prover-thread.ts', import.meta.url);
    this.#worker = new Worker(script, {
      workerData,
      transferList: [port2],
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.unref();
    this.#port = port1;
  }

  /**
   * Gives blocks in order, one at a time.
   * @param upcoming what will be asked for next, as far as that is known
   * @throws ProjectionError `block_unreadable`, `storage_failed`
   */
  *prove(places: readonly BlockPlace[], upcoming: readonly BlockPlace[] = []): Generator<SourceBlock> {
    const all = [...places, ...upcoming];
    for (const [index, place] of places.entries()) {
      this.#ask(all.slice(index, index + 1 + AHEAD));
      yield this.#take(place);
    }
    this.#ask(all.slice(places.length, places.length + AHEAD));
  }

  async close(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }

  /** Asks for those of the next blocks that were not asked for; what was and is not among them is let go. */
  #ask(next: readonly BlockPlace[]): void {
    while (this.#asked.length > 0 && !isSame(this.#asked[0]!, next[0])) this.#receive();
    for (const place of next.slice(this.#asked.length)) {
      this.#asked.push(place);
      this.#worker.postMessage(place);
    }
  }

  #take(place: BlockPlace): SourceBlock {
    const answer = this.#receive();
    if (answer.type === 'failed') throw new ProjectionError('block_unreadable', answer.message);
    return sourceBlock(place, answer);
  }

  /** Stands still until the oldest question is answered. */
  #receive(): ProverAnswer {
    this.#asked.shift();
    if (Atomics.load(this.#answers, 0) <= this.#taken) {
      const outcome = Atomics.wait(this.#answers, 0, this.#taken, TIMEOUT_MILLISECONDS);
      if (outcome === 'timed-out')
        throw new ProjectionError('storage_failed', 'no block was proven for a minute');
    }
    this.#taken += 1;
    return (receiveMessageOnPort(this.#port) as { message: ProverAnswer }).message;
  }
}

function isSame(asked: BlockPlace, wanted: BlockPlace | undefined): boolean {
  return asked.id === wanted?.id && asked.path === wanted.path && asked.offset === wanted.offset;
}
