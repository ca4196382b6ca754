import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openMempoolStore } from '../../src/storage/mempool-store.ts';
import { bytesToHex } from '@cairn/protocol';
import { pendingLines } from './equality.ts';
import { openLedger, type Ledger, type LedgerOptions } from './ledger.ts';
import { findWrongOrder, readRawState, type RawState } from './raw-state.ts';

/** Repairs made by opening the stores after a kill. */
export interface Recovery {
  readonly droppedTail: boolean;
  readonly rebuilt: boolean;
  /** A rebuild that went on where an earlier one was interrupted. */
  readonly resumed: boolean;
  /** How long it took to open. */
  readonly milliseconds: number;
}

/**
 * Recovers a copy of what a killed process left, and shows it; the original stays as it is, for the next process.
 * @param use looks at the recovered stores
 * @throws Error when the stores were out of order, or the recovery did more or less than it had to
 */
export async function withSurvivor(
  victim: string,
  options: Omit<LedgerOptions, 'path'>,
  use: (survivor: Ledger) => Promise<void>,
): Promise<{ raw: RawState; recovery: Recovery }> {
  const copy = `${victim}.copy`;
  const raw = await readRawState(victim, `${victim}.core`);
  const wrong = findWrongOrder(victim, raw);
  if (wrong !== undefined) throw new Error(wrong);
  cpSync(victim, copy, { recursive: true });
  const began = performance.now();
  const survivor = await openLedger({ path: copy, ...options });
  const milliseconds = performance.now() - began;
  const recovery = { ...validateRecovery(raw, survivor), milliseconds };
  await use(survivor);
  const anew = survivor.messages.find((line) => line.startsWith('the projection is rebuilt'));
  // One that died while it was made, and holds nothing yet, may begin anew.
  if (anew !== undefined && raw.projectedHeight >= 0)
    throw new Error(`a kill alone damages no projection: ${anew}`);
  const pending = survivor.mempool && pendingLines(survivor);
  await survivor.close();
  if (pending !== undefined) await requireStored(copy, pending);
  rmSync(copy, { recursive: true });
  return { raw, recovery };
}

function validateRecovery(raw: RawState, { chain, messages }: Ledger): Omit<Recovery, 'milliseconds'> {
  const height = chain.tip()?.height ?? -1;
  const droppedTail = chain.storedBytes() < raw.blockBytes;
  const count = messages.map((line) => /^rebuilt the index: (\d+) blocks/.exec(line)?.[1]).find(Boolean);
  const rebuilt = Number(count ?? 0);
  const expected = raw.index === 'whole' ? 0 : height - (raw.tip?.height ?? -1);
  if (rebuilt !== expected) {
    throw new Error(`the recovery made ${rebuilt} blocks of the index anew, not ${expected} (${raw.index})`);
  }
  return {
    droppedTail,
    rebuilt: rebuilt > 0,
    resumed: raw.index === 'rebuilding' && raw.tip !== undefined,
  };
}

/** The pending store on the disk holds what the mempool said, no more and no less. */
async function requireStored(path: string, expected: readonly string[]): Promise<void> {
  const { store, pending } = await openMempoolStore(join(path, 'mempool'));
  await store.close();
  const lines = pending.map(({ id, receivedAt, raw }) => `${id} ${receivedAt} ${bytesToHex(raw)}`);
  if (lines.toSorted().join() !== expected.join()) {
    throw new Error('the pending store on the disk is not what the mempool held');
  }
}
