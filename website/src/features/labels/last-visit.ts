import { type AddressState, ApiError } from '@cairn/api/explorer';
import type { Address } from '@cairn/protocol';
import { readStored, writeStored } from '@cairn/ui';
import { byTip, request } from '../../site/request.ts';

/** What changes when the coins of an address move: its balance in pebbles as a decimal string, and its nonce. */
export type AccountState = Pick<AddressState, 'balance' | 'nonce'>;

/** Changes of an address between two states. */
export interface Movement {
  /** Pebbles; negative if the balance fell. */
  readonly change: bigint;
  /** Number of transactions that the address sent. */
  readonly sent: number;
}

/** What changed between two states; `undefined` for nothing. If received coins were sent again, only `sent` shows that. */
export function movementOf(before: AccountState, now: AccountState): Movement | undefined {
  const change = BigInt(now.balance) - BigInt(before.balance);
  const sent = Math.max(0, now.nonce - before.nonce);
  return change === 0n && sent === 0 ? undefined : { change, sent };
}

/** States of addresses, in their order; null for one that the node does not accept. */
export const statesRequest = (addresses: readonly Address[]) =>
  request(
    `watched ${addresses.join(' ')}`,
    (api, options) =>
      Promise.all(
        addresses.map(async (address) => {
          try {
            return await api.getAddress({ address }, options);
          } catch (error) {
            if (error instanceof ApiError && error.code === 'invalid_address') return null;
            throw error;
          }
        }),
      ),
    byTip,
  );

/** State of a watched address when the reader saw it, in Unix milliseconds. */
interface SeenState extends AccountState {
  readonly at: number;
}

/** States of an address: at the end of the previous visit (`before`), and when the reader last saw it (`last`). */
export interface VisitRecord {
  readonly before: SeenState;
  readonly last: SeenState;
}

/** A visit ends after this many milliseconds without a new state, so that a reload is not a new visit. */
export const VISIT_MS = 30 * 60_000;

/** Key of the records in local storage. */
export const VISITS_STORAGE_KEY = 'cairn-watch-seen';

/** The record of an address after the reader has seen its current state. @param now Unix milliseconds */
export function recordVisit(record: VisitRecord | undefined, state: AccountState, now: number): VisitRecord {
  const last = { balance: state.balance, nonce: state.nonce, at: now };
  if (record === undefined) return { before: last, last };
  return { before: now - record.last.at > VISIT_MS ? record.last : record.before, last };
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
