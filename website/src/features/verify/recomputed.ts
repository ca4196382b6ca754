import { onStored, readStored, writeStored } from '@cairn/ui';
import type { BlockId } from '@cairn/protocol';

/** A block by its place. */
export interface Place {
  readonly height: number;
  readonly id: BlockId;
}

/** A block that breaks a rule of a network, whatever server gives it. */
export interface WrongBlock extends Place {
  /** Whose rules it was validated by (`titleOfNetwork`): which network its server named, a fork with rules of its own or another. */
  readonly network: string;
  /** The broken rule (English, technical). */
  readonly rule: string;
}

/**
 * What this browser has found by recomputing. It stays true of these blocks: whether a chain has them, whoever uses it finds out by
 * their IDs.
 */
export interface Recomputed {
  /** The block up to which a chain was recomputed last, the state of every account included. */
  readonly tip?: Place | undefined;
  /** The block that was found invalid last. */
  readonly wrong?: WrongBlock | undefined;
}

/** Key of local storage. */
const KEY = 'cairn-recomputed';

export function readRecomputed(): Recomputed {
  try {
    return (JSON.parse(readStored(KEY) ?? '{}') ?? {}) as Recomputed;
  } catch {
    return {}; // somebody changed the stored text
  }
}

/** Calls back when it may be another, in this page or in another. @returns a function that ends this */
export function onRecomputed(listener: () => void): () => void {
  let last = readStored(KEY);
  return onStored(() => {
    const now = readStored(KEY);
    if (now === last) return;
    last = now;
    listener();
  });
}

/** Remembers what is given. */
export function storeRecomputed({ tip, wrong }: Recomputed): void {
  const before = readRecomputed();
  writeStored(KEY, JSON.stringify({ tip: tip ?? before.tip, wrong: wrong ?? before.wrong }));
}

/** Folder of the recomputed blocks in the browser's private file system. */
export const RECOMPUTED_FOLDER = 'recomputed';
/** Attempts to remove a folder that a worker which has just ended may still have open, and the pause before the next, in milliseconds. */
const [ATTEMPTS, PAUSE_MS] = [100, 20] as const;

/** Forgets it, and removes the blocks. */
export async function forgetRecomputed(): Promise<void> {
  writeStored(KEY, undefined);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const root = await navigator.storage.getDirectory();
      return await root.removeEntry(RECOMPUTED_FOLDER, { recursive: true });
    } catch (error) {
      if ((error as Error).name !== 'NoModificationAllowedError') return; // nothing is kept
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
