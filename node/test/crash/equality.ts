import { blockId, bytesToHex } from '@cairn/protocol';
import { dumpIndex } from '../../src/chain/test-support.ts';
import type { Stores } from './stores.ts';
import { projectedLines } from './projected.ts';

/** A store of a data directory as lines that can be compared, in an order that depends only on its contents. */
interface ComparableStore {
  readonly name: string;
  readonly read: (stores: Stores) => string[] | Promise<string[]>;
}

/** Every store that must equal that of the twin (`Victim`, `FollowerTwin`). Add a new store to this list. */
const STORES: readonly ComparableStore[] = [
  { name: 'index', read: ({ chain }) => dumpIndex(chain) },
  { name: 'blocks', read: readBlocks },
  { name: 'pending', read: pendingLines },
  { name: 'projection', read: projectedLines },
];

/** Pending transactions, sorted. */
export function pendingLines({ mempool }: Pick<Stores, 'mempool'>): string[] {
  const pending = mempool?.inBlockOrder() ?? [];
  return pending.map(({ id, receivedAt, raw }) => `${id} ${receivedAt} ${bytesToHex(raw)}`).toSorted();
}

/**
 * Compares every store, entry by entry.
 * @returns the first difference
 */
export async function findDifference(survivor: Stores, twin: Stores): Promise<string | undefined> {
  for (const { name, read } of STORES) {
    const [found, expected] = [await read(survivor), await read(twin)];
    const at = expected.findIndex((line, index) => line !== found[index]);
    if (at >= 0)
      return `${name}: entry ${at} is ${shorten(found[at])}, the twin's is ${shorten(expected[at])}`;
    if (found.length > expected.length) {
      return `${name}: the twin does not have ${shorten(found[expected.length])}`;
    }
  }
  return undefined;
}

/** Each block of the chain, read from the block files and proven. */
async function readBlocks({ chain }: Stores): Promise<string[]> {
  const blocks: string[] = [];
  for (let height = 0; height <= chain.tip().height; height += 1)
    blocks.push(blockId((await chain.view.rawBlock(height))!));
  return blocks;
}

function shorten(line: string | undefined): string {
  return line === undefined ? 'missing' : line.slice(0, 200);
}
