import type { TransactionId } from '@cairn/protocol';
import { readStored, writeStored } from '@cairn/ui';

/** Key of the followed transactions in local storage. */
const KEY = 'cairn-followed';
const MOST = 5;
/** For how long a transaction that no block takes is followed, in milliseconds. */
const LASTS_MS = 3_600_000;

/** A transaction whose page was opened while no block held it: most likely the reader's own payment. */
interface Followed {
  readonly id: TransactionId;
  /** Unix milliseconds. */
  readonly since: number;
}

/** The followed transactions, oldest first; empty if storage is forbidden. */
export function readFollowed(): readonly TransactionId[] {
  return read().map(({ id }) => id);
}

/** Follows a transaction, so that the front page shows it as a pebble. @param id 64 lowercase hex characters */
export function follow(id: TransactionId): void {
  const before = read();
  if (before.every((one) => one.id !== id)) write([...before, { id, since: Date.now() }].slice(-MOST));
}

/** No longer follows a transaction. */
export function unfollow(id: TransactionId): void {
  write(read().filter((one) => one.id !== id));
}

function read(): Followed[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isFollowed) : [];
  } catch {
    return []; // somebody changed the stored text
  }
}

function isFollowed(value: unknown): value is Followed {
  if (typeof value !== 'object' || value === null) return false;
  const { id, since } = value as Partial<Followed>;
  return typeof id === 'string' && /^[0-9a-f]{64}$/.test(id) && Date.now() - Number(since) < LASTS_MS;
}

function write(followed: readonly Followed[]): void {
  writeStored(KEY, followed.length === 0 ? undefined : JSON.stringify(followed));
}
