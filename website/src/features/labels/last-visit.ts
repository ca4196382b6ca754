import type { AddressState } from '@cairn/api/explorer';

/** State of a watched address when the user last saw it. */
interface SeenState {
  /** Pebbles, as a decimal string. */
  readonly balance: string;
  readonly nonce: number;
  /** Unix milliseconds. */
  readonly at: number;
}

/** States of an address: at the end of the previous visit (`before`), and when the user last saw it (`last`). */
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
  /** Unix milliseconds: end of the previous visit. */
  readonly since: number;
}

/**
 * A visit ends after this many milliseconds without a new state on the watch page, so that a reload is not a new visit.
 */
export const VISIT_MS = 30 * 60_000;

/** Key of the records in local storage. */
export const VISITS_STORAGE_KEY = 'cairn-watch-seen';

/** The record of an address after the user has seen its current state. @param now Unix milliseconds */
export function recordVisit(record: VisitRecord | undefined, state: AddressState, now: number): VisitRecord {
  const last = { balance: state.balance, nonce: state.nonce, at: now };
  if (record === undefined) return { before: last, last };
  const isNewVisit = now - record.last.at > VISIT_MS;
  return { before: isNewVisit ? record.last : record.before, last };
}

/**
 * Changes since the previous visit; `undefined` for none. If received coins were sent again, only `sent` shows that.
 */
export function movementOf({ before, last }: VisitRecord): Movement | undefined {
  const change = BigInt(last.balance) - BigInt(before.balance);
  const sent = Math.max(0, last.nonce - before.nonce);
  return change === 0n && sent === 0 ? undefined : { change, sent, since: before.at };
}

/** The stored records, by address; invalid ones are left out. */
export function readVisits(): ReadonlyMap<string, VisitRecord> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(VISITS_STORAGE_KEY) ?? '{}');
    return new Map(
      Object.entries(stored as object).filter((entry): entry is [string, VisitRecord] => isRecord(entry[1])),
    );
  } catch {
    return new Map(); // storage is forbidden or the stored value is invalid: this counts as the first visit
  }
}

/** Stores the records of the watched addresses in place of all earlier ones. */
export function writeVisits(records: ReadonlyMap<string, VisitRecord>): void {
  try {
    localStorage.setItem(VISITS_STORAGE_KEY, JSON.stringify(Object.fromEntries(records)));
  } catch {
    // Storage is forbidden or full: the states are not remembered.
  }
}

function isRecord(value: unknown): value is VisitRecord {
  const { before, last } = (value ?? {}) as Partial<VisitRecord>;
  return isState(before) && isState(last);
}

function isState(value: SeenState | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { balance, nonce, at } = value;
  return /^\d{1,20}$/.test(balance) && Number.isSafeInteger(nonce) && Number.isSafeInteger(at);
}
