import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockId } from '@cairn/protocol';
import type { ChainTip } from '../chain/chain-types.ts';
import { ProjectionError } from './store.ts';

/** How long an answer may wait for its state to be reported, and how often it is looked at again. */
const REPORT_MS = 1_000;
const RETRY_MS = 20;

/**
 * The newest block that was reported to the rest of the process. A change is committed shortly before it is reported: answers
 * wait for that, so that no answer is of another height than the reported one.
 */
export class Reported {
  #blockId: BlockId | '' | undefined;
  #changed = Promise.withResolvers<void>();
  readonly #onWait: () => void;

  /** @param onWait called when an answer waits */
  constructor(onWait: () => void = () => undefined) {
    this.#onWait = onWait;
  }

  /** @param tip the newest block; `undefined` without one */
  report(tip: ChainTip | undefined): void {
    this.#blockId = tip?.id ?? '';
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /**
   * Queries until the result is of the reported state.
   * @param blockIdOf the ID of the newest block in the snapshot of a result, empty without one
   * @throws ProjectionError `storage_failed` after a second
   */
  async read<Result>(
    query: () => Result | Promise<Result>,
    blockIdOf: (result: Result) => BlockId | '',
  ): Promise<Result> {
    const deadline = performance.now() + REPORT_MS;
    while (performance.now() < deadline) {
      const result = await query();
      if (blockIdOf(result) === this.#blockId) return result;
      this.#onWait();
      await Promise.race([this.#changed.promise, sleep(RETRY_MS)]);
      if (blockIdOf(result) === this.#blockId) return result;
    }
    throw new ProjectionError('storage_failed', 'the stored state is not the one that was reported');
  }
}
