import type { AddressState } from '@cairn/api/explorer';
import { readStored, writeStored } from '@cairn/ui';

/** State of a watched address when the reader saw it: pebbles as a decimal string, and Unix milliseconds. */
interface SeenState {
  readonly balance: string;
  readonly nonce: number;
  readonly at: number;
}

/** States of an address: at the end of the previous visit (`before`), and when the reader last saw it (`last`). */
export interface VisitRecord {
  readonly before: SeenState;
  readonly last: SeenState;
}

/** Changes of an address since the previous visit. */
export interface Movement {
  /** Pebbles; negative if the balance fell. */
  readonly change: bigint;
  /** Number of transactions that the address sent. */
  readonly sent: number;
}

/** A visit ends after this many milliseconds without a new state, so that a reload is not a new visit. */
export const VISIT_MS = 30 * 60_000;

/** Key of the records in local storage. */
export const VISITS_STORAGE_KEY = 'cairn-watch-seen';

/** The record of an address after the reader has seen its current state. @param now Unix milliseconds */
export function recordVisit(record: VisitRecord | undefined, state: AddressState, now: number): VisitRecord {
  const last = { balance: state.balance, nonce: state.nonce, at: now };
  if (record === undefined) return { before: last, last };
  return { before: now - record.last.at > VISIT_MS ? record.last : record.before, last };
}

/** Changes since the previous visit; `undefined` for none. If received coins were sent again, only `sent` shows that. */
export function movementOf({ before, last }: VisitRecord): Movement | undefined {
  const change = BigInt(last.balance) - BigInt(before.balance);
  const sent = Math.max(0, last.nonce - before.nonce);
  return change === 0n && sent === 0 ? undefined : { change, sent };
}

/** The stored records, by address; invalid ones are left out. */
export function readVisits(): ReadonlyMap<string, VisitRecord> {
  try {
    const stored: unknown = JSON.parse(readStored(VISITS_STORAGE_KEY) ?? '{}');
    const isState = (value?: SeenState) =>
      /^\d{1,20}$/.test(value!.balance) &&
      Number.isSafeInteger(value!.nonce) &&
      Number.isSafeInteger(value!.at);
    const records = Object.entries(stored as Record<string, VisitRecord>);
    return new Map(records.filter(([, { before, last }]) => isState(before) && isState(last)));
  } catch {
    return new Map(); // the stored value is invalid: this counts as the first visit
  }
}

/** Stores the records of the watched addresses in place of all earlier ones. */
export function writeVisits(records: ReadonlyMap<string, VisitRecord>): void {
  writeStored(VISITS_STORAGE_KEY, JSON.stringify(Object.fromEntries(records)));
}
