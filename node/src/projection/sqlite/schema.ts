import type { Database } from 'better-sqlite3';

/** Marks a SQLite file as a projection of Cairn (`PRAGMA application_id`): "CRNP" in ASCII. */
const APPLICATION_ID = 0x43_52_4e_50;

/** `PRAGMA user_version`. A file of another version is discarded and rebuilt from the chain. */
const SCHEMA_VERSION = 5;

/**
 * SQLite stores the comments inside the statements, so that any SQL tool shows them.
 *
 * An unsigned 64-bit amount does not fit SQLite's signed integer, and a sum may exceed 64 bits: both are decimal text.
 * Balances are padded with zeros to 20 digits, so that text order is numeric order.
 *
 * `sequence` and `position` count from 0 without a gap: a page of the feed or of a history is a range of keys, at the same
 * cost at any depth. The ranking's index exists from the start: creating it after a first backfill instead would save only a
 * tenth of the backfill's time.
 */
const TABLES = `
  CREATE TABLE state (
    -- One row: the newest block of the projection and the totals of the chain up to it.
    only INTEGER PRIMARY KEY CHECK (only = 0),
    chain INTEGER NOT NULL,         -- chain ID of the network, the same in every transaction
    height INTEGER NOT NULL,        -- -1 before the first block
    block_id BLOB NOT NULL,
    transactions INTEGER NOT NULL,  -- rows of the table transactions
    addresses INTEGER NOT NULL,     -- rows of the table addresses
    fees TEXT NOT NULL,             -- pebbles, as all amounts
    transferred TEXT NOT NULL,
    rewards TEXT NOT NULL
  ) STRICT;
  CREATE TABLE blocks (
    height INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    first_sequence INTEGER NOT NULL, -- of its coinbase
    timestamp INTEGER NOT NULL,
    bits INTEGER NOT NULL,          -- its target, in compact form
    miner INTEGER NOT NULL,         -- number of the address
    reward TEXT NOT NULL,           -- fees included
    fees TEXT NOT NULL
  ) STRICT;
  CREATE INDEX mined ON blocks (miner);
  CREATE TABLE transactions (
    sequence INTEGER PRIMARY KEY,   -- counts all transactions of the chain from 0
    height INTEGER NOT NULL,
    index_in_block INTEGER NOT NULL,
    id BLOB NOT NULL,
    from_address TEXT NOT NULL,     -- 34 zeros in a coinbase
    to_address TEXT NOT NULL,
    value TEXT NOT NULL,
    fee INTEGER NOT NULL,
    nonce INTEGER NOT NULL,
    unlock_sig BLOB NOT NULL        -- signature (64 bytes), public key (64 bytes)
  ) STRICT;
  CREATE TABLE addresses (
    number INTEGER PRIMARY KEY,     -- counts addresses from 0 in order of appearance
    address TEXT NOT NULL UNIQUE,
    balance TEXT NOT NULL,          -- 20 digits
    nonce INTEGER NOT NULL,
    received TEXT NOT NULL,
    sent TEXT NOT NULL,
    fees TEXT NOT NULL,
    transaction_count INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,    -- height
    last_seen INTEGER NOT NULL,     -- height
    mined INTEGER NOT NULL,         -- blocks, without the genesis block
    rewards TEXT NOT NULL,          -- of these blocks, fees included
    reward_fees TEXT NOT NULL       -- fees in these rewards
  ) STRICT;
  CREATE INDEX ranking ON addresses (balance DESC, address);
  CREATE TABLE history (
    address INTEGER NOT NULL,       -- number of the address
    position INTEGER NOT NULL,      -- counts the address's transactions from 0, oldest first
    sequence INTEGER NOT NULL,      -- of the transaction
    PRIMARY KEY (address, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE series (
    -- Sums over the blocks whose timestamps lie in an hour, a day or a week; without the genesis block.
    step INTEGER NOT NULL,          -- seconds
    start INTEGER NOT NULL,         -- Unix time
    blocks INTEGER NOT NULL,
    transactions INTEGER NOT NULL,
    addresses INTEGER NOT NULL,     -- that appeared
    fees TEXT NOT NULL,
    transferred TEXT NOT NULL,
    emitted TEXT NOT NULL,          -- rewards without fees
    work TEXT NOT NULL,
    intervals INTEGER NOT NULL,     -- blocks from height 2 on
    interval_seconds INTEGER NOT NULL, -- between these and their parents
    PRIMARY KEY (step, start)
  ) STRICT, WITHOUT ROWID;
`;

/** Creates the tables in an empty file. @param chainId chain ID of the network */
export function createTables(database: Database, chainId: number): void {
  database.transaction(() => {
    database.exec(TABLES);
    database.prepare(`INSERT INTO state VALUES (0, ?, -1, x'', 0, 0, '0', '0', '0')`).run(chainId);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}

/** Why a file is not a projection of this chain and version; `undefined` if it is. */
export function findMismatch(database: Database, chainId: number): string | undefined {
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) return 'it is not a projection';
  const version = database.pragma('user_version', { simple: true }) as number;
  if (version !== SCHEMA_VERSION) return `its schema is version ${version}, not ${SCHEMA_VERSION}`;
  const chain = database.prepare('SELECT chain FROM state').pluck().get();
  return chain === chainId ? undefined : `it is of chain ${String(chain)}, not ${chainId}`;
}
