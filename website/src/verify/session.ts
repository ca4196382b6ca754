import { API_BASE_URL } from '../config.ts';
import type { KeptRecord } from './kept-chain.ts';

/** Of one API: another one may have another chain. */
const KEY = `cairn.verified ${API_BASE_URL ?? ''}`;

/** The headers that pages of this session have checked, if any. */
export function readKept(): KeptRecord | undefined {
  try {
    const record = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptRecord | null;
    return record !== null && Array.isArray(record.checkpoints) ? record : undefined;
  } catch {
    return undefined; // no storage, or not what this page wrote: the chain is checked from its genesis block
  }
}

/** Keeps them until the tab is closed. */
export function writeKept(record: KeptRecord): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // No storage, or none left: the next page checks the chain from its genesis block.
  }
}
