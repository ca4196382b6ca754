import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Operations of written batches from which on their memory counts: a full block's, some 13 MB. */
const WORTH_COLLECTING = 100_000;

let written = 0;

let collect: (() => void) | undefined;

/**
 * Frees what large written batches hold outside of JavaScript's heap. classic-level gives it back when the batch is
 * collected, and V8, which does not see how large it is (13 MB for a full block), lets several of them lie; a collection
 * takes some 20 ms, with every full block.
 * @param operations how many the batch had
 */
export function freeWrittenBatch(operations: number): void {
  written += operations;
  if (written < WORTH_COLLECTING) return;
  written = 0;
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
