import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MempoolStore } from '../../src/storage/mempool-store.ts';
import { bytesToHex } from '@cairn/protocol';
import { pendingLines } from './equality.ts';
import { openStores, type Stores, type StoresOptions } from './stores.ts';
import { findWrongOrder, readRawState, type RawState } from './raw-state.ts';

/** Repairs made by opening the stores after a kill. */
export interface Recovery {
  readonly droppedTail: boolean;
  readonly rebuilt: boolean;
  /** True if the rebuild resumed an interrupted one. */
  readonly resumed: boolean;
  /** Time to open the stores. */
  readonly milliseconds: number;
}

/**
 * Opens, and so recovers, a copy of the directory that a killed process left; the next process uses the original.
 * @param use examines the recovered stores
 * @throws Error if the stores broke the commit order, or the recovery repaired more or less than necessary
 */
export async function withSurvivor(
  victim: string,
  options: Omit<StoresOptions, 'path'>,
  use: (survivor: Stores) => Promise<void>,
): Promise<{ raw: RawState; recovery: Recovery }> {
  const copy = `${victim}.copy`;
  const raw = await readRawState(victim, `${victim}.core`);
  const wrong = findWrongOrder(victim, raw);
  if (wrong !== undefined) throw new Error(wrong);
  cpSync(victim, copy, { recursive: true });
  const began = performance.now();
  const survivor = await openStores({ path: copy, ...options });
  const milliseconds = performance.now() - began;
  const recovery = { ...validateRecovery(raw, survivor), milliseconds };
  await use(survivor);
  const rebuild = survivor.messages.find((line) => line.startsWith('the projection is rebuilt'));
  // A projection without blocks may be recreated: the kill may have interrupted its creation.
  if (rebuild !== undefined && raw.projectedHeight >= 0)
    throw new Error(`a kill must not damage the projection: ${rebuild}`);
  const pending = survivor.mempool && pendingLines(survivor);
  await survivor.close();
  if (pending !== undefined) await requireStored(copy, pending);
  rmSync(copy, { recursive: true });
  return { raw, recovery };
}

function validateRecovery(raw: RawState, { chain, messages }: Stores): Omit<Recovery, 'milliseconds'> {
  const height = chain.tip().height;
  const droppedTail = chain.storedBytes() < raw.blockBytes;
  const count = messages.map((line) => /^built core\/: (\d+) blocks/.exec(line)?.[1]).find(Boolean);
  const rebuilt = Number(count ?? 0);
  const missing = height - (raw.tip?.height ?? 0); // the genesis block is not counted
  // An index that was complete lacks at most the interrupted write; further blocks may come from an interrupted reorganization.
  const isExpected = raw.index === 'whole' ? rebuilt <= Math.max(0, missing) : rebuilt === missing;
  if (raw.index !== 'damaged' && !isExpected) {
    throw new Error(`the recovery built ${rebuilt} blocks of the index, not ${missing} (${raw.index})`);
  }
  return {
    droppedTail,
    rebuilt: rebuilt > 0,
    resumed: raw.index === 'rebuilding' && raw.tip !== undefined,
  };
}

/** Requires that the pending store on disk has exactly the mempool's transactions. */
async function requireStored(path: string, expected: readonly string[]): Promise<void> {
  const store = await MempoolStore.open(join(path, 'mempool'));
  const pending = await store.read();
  await store.close();
  const lines = pending.map(({ id, receivedAt, raw }) => `${id} ${receivedAt} ${bytesToHex(raw)}`);
  if (lines.toSorted().join() !== expected.join()) {
    throw new Error('the pending store on disk differs from the mempool');
  }
}
