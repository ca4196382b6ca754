import { setImmediate } from 'node:timers/promises';

/** Transactions that are worked through in one go: a few milliseconds, after which requests get their turn. */
const SLICE_SIZE = 4_096;

/** Visits 0 to `count` - 1 in order, and lets everything else that waits run in between. */
export async function forEachInSlices(count: number, visit: (index: number) => void): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && index % SLICE_SIZE === 0) await setImmediate();
    visit(index);
  }
}
