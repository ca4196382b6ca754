import { onStored, readStored, writeStored } from '@cairn/ui';
import type { BlockId } from '@cairn/protocol';

/** A block by its place. */
interface Place {
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

/** Keys of local storage. */
const KEYS = { tip: 'cairn-recomputed', wrong: 'cairn-wrong-block' } as const;

export function readRecomputed(): Recomputed {
  const [tip] = readPlace(KEYS.tip);
  const [place, rest = ''] = readPlace(KEYS.wrong);
  const [, network, rule = ''] = /^([\w ]+): (.*)$/.exec(rest) ?? [];
  return { tip, wrong: place && network !== undefined ? { ...place, network, rule } : undefined };
}

function readPlace(key: string): [place?: Place, rest?: string] {
  const [, height, id, rest] = /^(\d{1,10}) ([\da-f]{64})(?: (.*))?$/.exec(readStored(key) ?? '') ?? [];
  return id === undefined ? [] : [{ height: Number(height), id }, rest ?? ''];
}

/** Calls back when it may be another, in this page or in another. @returns a function that ends this */
export function onRecomputed(listener: () => void): () => void {
  const read = (): string => JSON.stringify(readRecomputed());
  let last = read();
  return onStored(() => {
    const now = read();
    if (now === last) return;
    last = now;
    listener();
  });
}

/** Remembers what is given. */
export function storeRecomputed({ tip, wrong }: Recomputed): void {
  if (tip !== undefined) writeStored(KEYS.tip, `${tip.height} ${tip.id}`);
  if (wrong !== undefined)
    writeStored(KEYS.wrong, `${wrong.height} ${wrong.id} ${wrong.network}: ${wrong.rule}`);
}

export function forgetRecomputed(): void {
  for (const key of Object.values(KEYS)) writeStored(key, undefined);
}
