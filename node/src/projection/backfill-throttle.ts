import { setPriority } from 'node:os';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';

/** Event loop utilization from which the main thread counts as busy: it is answering requests or checking blocks. */
const BUSY_UTILIZATION = 0.8;
/** Pause after a batch while the main thread is busy, as a multiple of the batch's duration. */
const PAUSE_FACTOR = 1.5;

/**
 * Throttles a backfill, the projection of many older blocks. Its threads have a low CPU priority, but they share caches, memory
 * and disk with the threads that answer requests: at full speed, a backfill would halve a busy node's request rate.
 */
export class BackfillThrottle {
  #startedAt = performance.now();
  #utilizationAtStart: EventLoopUtilization = performance.eventLoopUtilization();

  /** Call at the start of a batch. */
  beginBatch(): void {
    this.#startedAt = performance.now();
    this.#utilizationAtStart = performance.eventLoopUtilization();
  }

  /** Call at the end of a batch. @returns milliseconds to pause before the next batch; 0 on an idle node */
  pauseAfterBatch(): number {
    const { utilization } = performance.eventLoopUtilization(this.#utilizationAtStart);
    return utilization < BUSY_UTILIZATION ? 0 : (performance.now() - this.#startedAt) * PAUSE_FACTOR;
  }
}

/** The "nice" value of background threads: they give way to the threads that answer requests. */
const BACKGROUND_NICENESS = 15;

/**
 * Lowers the priority of the calling thread. Only on Linux, where a priority belongs to a thread; elsewhere it would apply to
 * the whole process.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(BACKGROUND_NICENESS);
}
