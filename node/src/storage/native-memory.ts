import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Operations of a batch from which on its memory counts: some megabytes. */
const WORTH_COLLECTING = 20_000;

let collect: (() => void) | undefined;

/**
 * Frees what a large written batch holds outside of JavaScript's heap. classic-level gives it back when the batch is
 * collected, and V8, which does not see how large it is (13 MB for a full block), lets several of them lie; a collection
 * takes some 15 ms, once a full block.
 * @param operations how many the batch had
 */
export function freeWrittenBatch(operations: number): void {
  if (operations < WORTH_COLLECTING) return;
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
