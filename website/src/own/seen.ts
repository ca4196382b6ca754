import type { AddressState } from '@cairn/api/explorer';

/** State of an address when its page was open. */
export interface Sight {
  /** Pebbles, as a decimal string. */
  readonly balance: string;
  readonly nonce: number;
  /** Unix milliseconds. */
  readonly at: number;
}

/** An address over two visits: how the one before ended, and what was seen last. */
export interface Seen {
  readonly before: Sight;
  readonly last: Sight;
}

/** Changes of an address since the last visit. */
export interface Movement {
  /** Pebbles, negative where it holds less. */
  readonly change: bigint;
  /** Transactions that it sent. */
  readonly sent: number;
  /** Unix milliseconds: when the visit before ended. */
  readonly since: number;
}

/** A visit ends after this many milliseconds without a page: a reload is not a new visit. */
export const VISIT_MS = 30 * 60_000;

/** Where it is kept, in the browser's local storage; what cannot be read there is as if nothing had been seen. */
export const SEEN_STORAGE_KEY = 'cairn-watch-seen';

/** The record of an address after another visit. */
export function lookAt(seen: Seen | undefined, state: AddressState, now: number): Seen {
  const last = { balance: state.balance, nonce: state.nonce, at: now };
  if (seen === undefined) return { before: last, last };
  const isNewVisit = now - seen.last.at > VISIT_MS;
  return { before: isNewVisit ? seen.last : seen.before, last };
}

/** Changes since the last visit; `undefined` for none. Coins that came and went show as transactions sent. */
export function movementOf({ before, last }: Seen): Movement | undefined {
  const change = BigInt(last.balance) - BigInt(before.balance);
  const sent = Math.max(0, last.nonce - before.nonce);
  return change === 0n && sent === 0 ? undefined : { change, sent, since: before.at };
}

/** Records of this browser, by address. */
export function readSeen(): ReadonlyMap<string, Seen> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(SEEN_STORAGE_KEY) ?? '{}');
    return new Map(
      Object.entries(kept as object).filter((entry): entry is [string, Seen] => isSeen(entry[1])),
    );
  } catch {
    return new Map(); // storage is forbidden, or holds something else: then this is the first visit
  }
}

/** Remembers what was seen of the watched addresses, and forgets the others. */
export function keepSeen(seen: ReadonlyMap<string, Seen>): void {
  try {
    localStorage.setItem(SEEN_STORAGE_KEY, JSON.stringify(Object.fromEntries(seen)));
  } catch {
    // As above.
  }
}

function isSeen(value: unknown): value is Seen {
  const { before, last } = (value ?? {}) as Partial<Seen>;
  return isSight(before) && isSight(last);
}

function isSight(value: Sight | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { balance, nonce, at } = value;
  return /^\d{1,20}$/.test(balance) && Number.isSafeInteger(nonce) && Number.isSafeInteger(at);
}
