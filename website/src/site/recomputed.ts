import { onStored, readStored, writeStored } from '@cairn/ui';
import type { BlockId } from '@cairn/protocol';

/** A block up to which this browser has recomputed a chain, the state of every account included. */
export interface Recomputed {
  readonly height: number;
  readonly id: BlockId;
}

/** Key of local storage. */
const KEY = 'cairn-recomputed';

/**
 * The block that this browser has recomputed last. It stays true of this block: whether a chain still has it, whoever uses it finds
 * out by its ID.
 */
export function readRecomputed(): Recomputed | undefined {
  const [, height, id] = /^(\d{1,10}) ([\da-f]{64})$/.exec(readStored(KEY) ?? '') ?? [];
  return id === undefined ? undefined : { height: Number(height), id };
}

/** Calls back when it may be another one, in this page or in another. @returns a function that ends this */
export function onRecomputed(listener: () => void): () => void {
  let last = readStored(KEY);
  return onStored(() => {
    const now = readStored(KEY);
    if (now === last) return;
    last = now;
    listener();
  });
}

/** Remembers it, or forgets it. */
export const storeRecomputed = (block: Recomputed | undefined): void =>
  void writeStored(KEY, block && `${block.height} ${block.id}`);
