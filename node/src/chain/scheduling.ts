import { setImmediate } from 'node:timers/promises';

/** Runs tasks one after another, in the order of the calls. */
interface SerialQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when every task queued so far has ended. */
  idle(): Promise<void>;
  /** Tasks that have not ended. */
  readonly length: number;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  return {
    run(work) {
      length += 1;
      const result = last.then(work).finally(() => (length -= 1));
      last = result.catch(() => undefined); // the caller gets the error; the next task only waits
      return result;
    },
    async idle() {
      await last;
    },
    get length() {
      return length;
    },
  };
}

/** Longest time without yielding to the event loop; a request waits no longer than this. */
const TURN_MS = 10;

/**
 * Visits each item in order and yields to the event loop every 10 ms.
 * @param visit returns `false` to stop
 */
export async function forEachYielding<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => boolean | void,
): Promise<void> {
  let startedAt = performance.now();
  for (const item of items) {
    if (visit(item) === false) return;
    if (performance.now() - startedAt < TURN_MS) continue;
    await setImmediate();
    startedAt = performance.now();
  }
}

/** Steps between two clock reads: about ten microseconds of work. */
const STEPS_PER_CLOCK_READ = 32;

/** Visits 0 to `count` - 1 in order and yields to the event loop every 10 ms. */
export async function forEachIndexYielding(count: number, visit: (index: number) => void): Promise<void> {
  let startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    visit(index);
    if (index % STEPS_PER_CLOCK_READ > 0 || performance.now() - startedAt < TURN_MS) continue;
    await setImmediate();
    startedAt = performance.now();
  }
}

/** Indivisible work of at least this many steps gets its own turn of the event loop. */
const LARGE_STEPS = 1_024;

/** Yields to the event loop before or after indivisible work, if it is large. @param steps number of its steps */
export async function yieldIfLarge(steps: number): Promise<void> {
  if (steps >= LARGE_STEPS) await setImmediate();
}
