import type { TransactionId } from '@cairn/protocol';
import { readStored, writeStored } from '@cairn/ui';

/** Key of the followed transactions in local storage. */
const KEY = 'cairn-followed';
/** Maximum number of followed transactions: the front page asks for each watched one at every new block. */
export const MOST_FOLLOWED = 5;
/** With so many confirmations, a transaction is no longer followed. */
export const WATCHED_DEPTH = 30;
/** For how long a transaction is followed, in milliseconds. */
const LASTS_MS = 86_400_000;

/** What is kept of a transaction in no block, or of one that the reader watches. */
export interface Followed {
  readonly id: TransactionId;
  /** Unix milliseconds. */
  readonly at: number;
  /** True if the reader asked for it, by a button or a link with its bytes; a visit alone does not make it theirs. */
  readonly watched?: boolean | undefined;
  /** The signed 213 bytes in lowercase hexadecimal, not checked here; absent if nobody has given them. */
  readonly raw?: string | undefined;
  /** Height of the newest block when it was first seen to wait; absent while a block holds it. */
  readonly since?: number | undefined;
  /** Height of the block that held it last. */
  readonly block?: number | undefined;
}

/** Where storage is forbidden, they are followed until the reader leaves the page. */
let unstored: readonly Followed[] | undefined;

/** The followed transactions, oldest first. */
export function readFollowed(): readonly Followed[] {
  try {
    return unstored ?? (JSON.parse(readStored(KEY) ?? '[]') as readonly Followed[]).filter(isFollowed);
  } catch {
    return []; // somebody changed the stored text
  }
}

/** The transactions that the reader watches, oldest first. */
export const watchedTransactions = (): readonly Followed[] => readFollowed().filter(({ watched }) => watched);

/** The transaction as it is followed; `undefined` if it is not. @param id 64 lowercase hex characters */
export const followed = (id: TransactionId): Followed | undefined =>
  readFollowed().find((one) => one.id === id);

/**
 * Follows a transaction, or keeps what is new of it. Too many, the oldest that the reader does not watch makes room.
 * @returns false if it is not followed, because the reader watches as many as can be
 */
export function follow(id: TransactionId, news: Omit<Partial<Followed>, 'id' | 'at'> = {}): boolean {
  const before = readFollowed();
  const known = before.find((one) => one.id === id);
  const now = { at: Date.now(), ...known, ...news, id };
  const isNew = JSON.stringify(now) !== JSON.stringify(known);
  if (!isNew) return true;
  const others = before.filter((one) => one !== known);
  const isFull = others.length >= MOST_FOLLOWED;
  const least = isFull ? others.find(({ watched }) => watched !== true) : undefined;
  if (isFull && least === undefined) return false;
  write([...others.filter((one) => one !== least), now]);
  return true;
}

/** No longer follows a transaction. @returns nothing, as what is kept of it */
export function unfollow(id: TransactionId): undefined {
  write(readFollowed().filter((one) => one.id !== id));
}

/** True for one that has not expired. */
const isFollowed = (one: Followed): boolean => Date.now() - one.at < LASTS_MS;

function write(all: readonly Followed[]): void {
  unstored = writeStored(KEY, all.length === 0 ? undefined : JSON.stringify(all)) && all;
  if (unstored !== undefined) dispatchEvent(new Event('storage')); // the page's own parts must hear of it
}

/** The 213 bytes of a transaction. */
const SIGNED = /^[0-9a-f]{426}$/;
const FRAGMENT = '#signed=';

/** The signed bytes in the fragment of a link to a transaction, which no server gets; `undefined` for none. @param hash with its `#` */
export function signedIn(hash: string): string | undefined {
  const raw = hash.startsWith(FRAGMENT) ? hash.slice(FRAGMENT.length).toLowerCase() : '';
  return SIGNED.test(raw) ? raw : undefined;
}
