import { setPriority } from 'node:os';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';

/** Share of its time from which the main thread counts as busy: it answers requests then, or checks blocks. */
const BUSY = 0.8;
/** Rest after a batch while the main thread is busy, as a multiple of the time that the batch took. */
const REST = 1.5;

/**
 * How fast a backfill may go. Its threads have the lowest claim to the processor, but they share caches, memory and disk with
 * those that answer requests: at full speed they would take half of a busy node's rate.
 */
export class BackfillPace {
  #began = performance.now();
  #atBegin: EventLoopUtilization = performance.eventLoopUtilization();

  /** A batch begins. */
  begin(): void {
    this.#began = performance.now();
    this.#atBegin = performance.eventLoopUtilization();
  }

  /** The batch is done. @returns milliseconds to rest before the next one; 0 on an idle node */
  rest(): number {
    const { utilization } = performance.eventLoopUtilization(this.#atBegin);
    return utilization < BUSY ? 0 : (performance.now() - this.#began) * REST;
  }
}

/** "Nice" value of threads that work in the background: they yield to those that answer requests. */
const BACKGROUND = 15;

/**
 * Lets every other thread of this process go before the calling one. On Linux a priority belongs to a thread; elsewhere it
 * would be the whole process's, and stays.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(BACKGROUND);
}
