import { setImmediate } from 'node:timers/promises';

/** Runs one piece of work after another, in the order of the calls. */
export interface SerialQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when everything that was in the queue has ended. */
  idle(): Promise<void>;
  /** Pieces that have not ended. */
  readonly length: number;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  return {
    run(work) {
      length += 1;
      const result = last.then(work).finally(() => (length -= 1));
      last = result.catch(() => undefined); // the caller gets the error; the next in line only waits
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

/** Longest time without yielding to the event loop: requests wait no longer. */
const TURN_MILLISECONDS = 10;

/**
 * Visits each item in order, and yields to the event loop every 10 ms.
 * @param visit ends the visits with `false`
 */
export async function forEachInTurns<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => boolean | void,
): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    if (visit(item) === false) return;
    if (performance.now() - began < TURN_MILLISECONDS) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** Steps between two clock reads: some ten microseconds of work. */
const STEPS_PER_LOOK = 32;

/** Visits 0 to `count` - 1 in order, in turns like those of `forEachInTurns`. */
export async function forEachInSlices(count: number, visit: (index: number) => void): Promise<void> {
  let began = performance.now();
  for (let index = 0; index < count; index += 1) {
    visit(index);
    if (index % STEPS_PER_LOOK > 0 || performance.now() - began < TURN_MILLISECONDS) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** From this many steps on, indivisible work gets its own turn of the event loop. */
const LARGE = 1_024;

/** Yields to the event loop before or after indivisible work, if it is large. @param steps of that work */
export async function nextTurn(steps: number): Promise<void> {
  if (steps >= LARGE) await setImmediate();
}
