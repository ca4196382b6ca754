import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bytesToHex } from '@cairn/protocol';
import { dumpIndex } from '../../src/chain/test-support.ts';
import type { Ledger } from './ledger.ts';
import { projectedLines } from './projected.ts';
import { blockFilesOf } from './raw-state.ts';

/** One store of a data directory as comparable lines, in an order that follows from its contents. */
interface ComparableStore {
  readonly name: string;
  readonly read: (ledger: Ledger) => string[] | Promise<string[]>;
}

/** Every store that must be equal to the twin's. A further one belongs in this list. */
export const STORES: readonly ComparableStore[] = [
  { name: 'block files', read: describeBlockFiles },
  { name: 'index', read: ({ chain }) => dumpIndex(chain) },
  { name: 'commit mark', read: ({ path }) => [describeFile(join(path, 'committed'))] },
  { name: 'pending', read: pendingLines },
  { name: 'projection', read: projectedLines },
];

const EVERYTHING = 20_000;

/** Pending transactions, sorted. */
export function pendingLines({ mempool }: Pick<Ledger, 'mempool'>): string[] {
  const pending = mempool?.selectForBlock(EVERYTHING) ?? [];
  return pending.map(({ id, receivedAt, raw }) => `${id} ${receivedAt} ${bytesToHex(raw)}`).toSorted();
}

/**
 * Compares every store, entry by entry.
 * @returns the first difference
 */
export async function findDifference(survivor: Ledger, twin: Ledger): Promise<string | undefined> {
  for (const { name, read } of STORES) {
    const [found, expected] = [await read(survivor), await read(twin)];
    const at = expected.findIndex((line, index) => line !== found[index]);
    if (at >= 0)
      return `${name}: entry ${at} is ${shorten(found[at])}, the twin's is ${shorten(expected[at])}`;
    if (found.length > expected.length) {
      return `${name}: ${shorten(found[expected.length])} is nothing that the twin has`;
    }
  }
  return undefined;
}

/** Before there is a genesis block, a first file without a byte says as much as none. */
function describeBlockFiles({ path, chain }: Ledger): string[] {
  const files = blockFilesOf(path).map(describeFile);
  return chain.tip() === undefined ? files.filter((line) => !line.includes(' 0 bytes ')) : files;
}

function describeFile(path: string): string {
  const bytes = readFileSync(path);
  return `${basename(path)} ${bytes.length} bytes ${createHash('sha256').update(bytes).digest('hex')}`;
}

function shorten(line: string | undefined): string {
  return line === undefined ? 'missing' : line.slice(0, 200);
}
