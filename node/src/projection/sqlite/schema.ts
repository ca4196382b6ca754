import type { Database } from 'better-sqlite3';

/** Marks a file as this projection (`PRAGMA application_id`): "CRNP". */
export const APPLICATION_ID = 0x43_52_4e_50;

/**
 * The schema, a step a version; `PRAGMA user_version` is the version that a file has. A step that was released is never
 * changed: a new one is added. A file of any other version is made anew like a foreign one.
 *
 * - `state`: one row with the newest projected block and the running totals, changed together with everything else.
 *   Sums are decimal texts: they may pass 64 bits, and nothing sorts by them. `ranked` is 0 until the ranking is made:
 *   keeping it block by block would be most of the work of a first backfill, and nobody may see it before the end.
 * - `transactions`: every transaction of the chain has a sequence number, from 0 without a gap, so that a page of the feed
 *   at any depth is a range of them. They stand sixteen a row (`run`), which fills a page of the file and makes reading a
 *   page of the feed two or three look-ups; see transaction-runs.ts. Their 213 bytes are kept once more, although the
 *   block files have them: taking a block back needs no file that may be gone by then.
 * - `addresses`: each is interned as a `number`, counted from 0 in order of appearance.
 * - `history`: `position` counts an address's transactions from 0 without a gap, for the same reason as `sequence`.
 * - `ranking`: `key` is 2^64 − 1 − balance (8 bytes, big-endian) and the address, so that keys in ascending order are
 *   the ranking. `item` is the address's line as it is answered (shared/address-item.ts): a page is one scan of this table.
 * - `ranking_buckets`: the ranking cut into runs of known size, which an offset skips whole. `first` is a bucket's lower
 *   bound; the lowest is empty and always there.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE state (
    only INTEGER PRIMARY KEY CHECK (only = 0),
    chain INTEGER NOT NULL,
    height INTEGER NOT NULL,
    block_id BLOB NOT NULL,
    transactions INTEGER NOT NULL,
    addresses INTEGER NOT NULL,
    fees TEXT NOT NULL,
    transferred TEXT NOT NULL,
    rewards TEXT NOT NULL,
    ranked INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE blocks (
    height INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    first_sequence INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE transactions (run INTEGER PRIMARY KEY, records BLOB NOT NULL) STRICT;
  CREATE TABLE addresses (
    number INTEGER PRIMARY KEY,
    address TEXT NOT NULL UNIQUE,
    balance TEXT NOT NULL,
    nonce INTEGER NOT NULL,
    received TEXT NOT NULL,
    sent TEXT NOT NULL,
    fees TEXT NOT NULL,
    transaction_count INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE history (
    address INTEGER NOT NULL,
    position INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    PRIMARY KEY (address, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ranking (key BLOB PRIMARY KEY, item TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE ranking_buckets (first BLOB PRIMARY KEY, size INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO ranking_buckets VALUES (x'', 0);
  `,
];

/** Version of the first step; version 1 was never released. */
const FIRST_VERSION = 2;

export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length - 1;

/**
 * Brings an empty or older file of this projection to the current schema, all or nothing.
 * @param chainId of the network; an empty file is made its own
 */
export function migrate(database: Database, chainId: number): void {
  const version = database.pragma('user_version', { simple: true }) as number;
  if (version >= SCHEMA_VERSION) return;
  database.transaction(() => {
    for (const step of MIGRATIONS.slice(Math.max(0, version - FIRST_VERSION + 1))) database.exec(step);
    if (version === 0) {
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.prepare(`INSERT INTO state VALUES (0, ?, -1, x'', 0, 0, '0', '0', '0', 0)`).run(chainId);
    }
    database.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}

/** Why a file is not this projection's; `undefined` for one that is, of this or an earlier version. */
export function findForeignTraits(database: Database, chainId: number): string | undefined {
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) return 'it is no projection';
  const version = database.pragma('user_version', { simple: true }) as number;
  if (version < FIRST_VERSION || version > SCHEMA_VERSION)
    return `its schema is version ${version}, not ${SCHEMA_VERSION}`;
  const chain = database.prepare('SELECT chain FROM state').pluck().get();
  return chain === chainId ? undefined : `it is of chain ${String(chain)}, not ${chainId}`;
}
