import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CoreStore } from '../../src/storage/core-store.ts';
import type { TipEntry } from '../../src/storage/layout.ts';
import { readProjectedHeight } from './projected.ts';

/** A data directory as a killed process left it, before any recovery. */
export interface RawState {
  /** Bytes of all block files. */
  readonly blockBytes: number;
  /** `empty`: without blocks; `rebuilding`: marked as incomplete. */
  readonly index: 'absent' | 'damaged' | 'empty' | 'rebuilding' | 'whole';
  readonly tip: TipEntry | undefined;
  /** Newest block of the projection; -1 without one. */
  readonly projectedHeight: number;
}

/** @param scratch a path for a copy, because opening an index changes it */
export async function readRawState(path: string, scratch: string): Promise<RawState> {
  const core = join(path, 'core');
  const blockBytes = blockFilesOf(path).reduce((sum, file) => sum + statSync(file).size, 0);
  const projectedHeight = readProjectedHeight(path, scratch);
  const state = { blockBytes, tip: undefined, projectedHeight };
  if (!existsSync(core) || readdirSync(core).every((name) => !/\.(log|ldb)$/.test(name))) {
    return { ...state, index: 'absent' };
  }
  cpSync(core, scratch, { recursive: true });
  try {
    const store = await CoreStore.open(scratch);
    const view = store.isEmpty ? undefined : store.view();
    const tip = view?.tip;
    await view?.close();
    const complete = tip === undefined ? 'empty' : 'whole';
    const index = store.isBuilding ? 'rebuilding' : complete;
    await store.close();
    return { ...state, tip, index };
  } catch {
    return { ...state, index: 'damaged' };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/**
 * Checks the commit order before any recovery: a store that is written later is never ahead of an earlier one
 * (PROTOCOL.md section 6). The projection is not checked: during a step back it can be ahead.
 * @returns the violation, if any
 */
export function findWrongOrder(path: string, { index, tip }: RawState): string | undefined {
  if (index !== 'whole' || tip === undefined) return undefined;
  const file = blockFilesOf(path)[tip.endFile];
  if (file === undefined || statSync(file).size < tip.endOffset)
    return 'the index is ahead of the block files';
  return undefined;
}

/** Paths of the block files in order. */
export function blockFilesOf(path: string): string[] {
  const folder = join(path, 'blocks');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name));
}
