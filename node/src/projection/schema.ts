/**
 * The tables of the projection. SQLite and PostgreSQL have the same tables, columns and views, so that a query carries over;
 * only the types differ. docs/decisions/0006-projection.md says why they are as they are.
 */

import type { Dialect } from './engine.ts';

/** Version of the tables. Tables of another version are made anew from the chain. */
export const SCHEMA_VERSION = 7;

/**
 * The statements that create tables, indexes and views. A comment after a column describes it; SQLite keeps the comments with
 * the definition.
 *
 * `sequence` and `position` count from 0 without a gap: a page of the feed or of a history is a range of keys, at the same cost
 * at any depth.
 */
export function definitions(engine: Dialect): string[] {
  const { int, bigint, amount, bytes, text, table, orderedTable, hex, pebbles, time } = engine;
  return [
    `CREATE TABLE state (
      -- One row: the newest block of the projection and the totals of the chain up to it.
      single ${int} PRIMARY KEY CHECK (single = 0),
      schema_version ${int} NOT NULL,
      chain_id ${int} NOT NULL,        -- of the network
      height ${int} NOT NULL,          -- -1 before the first block
      block_id ${bytes} NOT NULL,      -- empty before the first block
      transactions ${bigint} NOT NULL, -- rows of the table transactions
      addresses ${bigint} NOT NULL,    -- rows of the table addresses
      fees ${amount} NOT NULL,         -- pebbles, as all amounts
      transferred ${amount} NOT NULL,  -- without coinbases
      rewards ${amount} NOT NULL       -- coinbases, fees included
    ) ${table}`,

    `CREATE TABLE blocks (
      height ${int} PRIMARY KEY,
      id ${bytes} NOT NULL,
      version ${bigint} NOT NULL,
      previous_id ${bytes} NOT NULL,
      merkle_root ${bytes} NOT NULL,
      miner ${text} NOT NULL,
      timestamp ${bigint} NOT NULL,       -- Unix seconds; not always in the order of the heights
      bits ${bigint} NOT NULL,            -- the target, in compact form
      nonce ${bigint} NOT NULL,
      transaction_count ${int} NOT NULL,  -- coinbase included
      fees ${amount} NOT NULL,
      reward ${amount} NOT NULL,          -- fees included
      first_sequence ${bigint} NOT NULL   -- of the coinbase
    ) ${table}`,
    'CREATE INDEX blocks_id ON blocks (id)',
    'CREATE INDEX blocks_time ON blocks (timestamp, height)',
    'CREATE INDEX blocks_miner ON blocks (miner, height)',
    // A filtered feed reads only these two.
    'CREATE INDEX blocks_listed ON blocks (height, timestamp, first_sequence, transaction_count)',
    `CREATE INDEX blocks_with_transfers ON blocks (height, timestamp, first_sequence, transaction_count)
      WHERE transaction_count > 1`,

    `CREATE TABLE transactions (
      sequence ${bigint} PRIMARY KEY,  -- counts all transactions of the chain from 0
      height ${int} NOT NULL,
      index_in_block ${int} NOT NULL,  -- 0 is the coinbase
      id ${bytes} NOT NULL,
      from_address ${text} NOT NULL,   -- 34 zeros in a coinbase
      to_address ${text} NOT NULL,
      value ${amount} NOT NULL,
      fee ${bigint} NOT NULL,
      nonce ${bigint} NOT NULL,
      unlock_sig ${bytes} NOT NULL     -- signature (64 bytes), public key (64 bytes)
    ) ${table}`,
    'CREATE INDEX transactions_id ON transactions (id)',

    `CREATE TABLE addresses (
      number ${int} PRIMARY KEY,          -- counts addresses from 0 in order of appearance
      address ${text} NOT NULL UNIQUE,
      balance ${amount} NOT NULL,         -- in SQLite with leading zeros, 20 digits: text order is numeric order
      nonce ${bigint} NOT NULL,
      received ${amount} NOT NULL,
      sent ${amount} NOT NULL,
      fees ${amount} NOT NULL,
      transaction_count ${int} NOT NULL,  -- rows of the table history
      first_seen ${int} NOT NULL,         -- height
      last_seen ${int} NOT NULL,          -- height
      mined ${int} NOT NULL,              -- blocks, without the genesis block
      rewards ${amount} NOT NULL,         -- of these blocks, fees included
      reward_fees ${amount} NOT NULL      -- fees in these rewards
    ) ${table}`,
    'CREATE INDEX addresses_ranking ON addresses (balance DESC, address)',

    `CREATE TABLE history (
      -- The transactions of each address.
      address ${int} NOT NULL,      -- number of the address
      position ${int} NOT NULL,     -- counts the address's transactions from 0, oldest first
      sequence ${bigint} NOT NULL,  -- of the transaction
      direction ${text} NOT NULL,   -- in, out, self, mined
      timestamp ${bigint} NOT NULL, -- of the block
      PRIMARY KEY (address, position)
    ) ${orderedTable}`,
    'CREATE INDEX history_direction ON history (address, direction, sequence, timestamp)',

    `CREATE TABLE series (
      -- Sums over the blocks whose timestamps lie in an hour, a day or a week; without the genesis block.
      step ${int} NOT NULL,                  -- seconds
      start ${bigint} NOT NULL,              -- Unix time
      blocks ${int} NOT NULL,
      transactions ${bigint} NOT NULL,
      addresses ${bigint} NOT NULL,          -- that appeared
      fees ${amount} NOT NULL,
      transferred ${amount} NOT NULL,
      emitted ${amount} NOT NULL,            -- rewards without fees
      work ${amount} NOT NULL,               -- hashes
      intervals ${int} NOT NULL,             -- blocks from height 2 on
      interval_seconds ${bigint} NOT NULL,   -- between these and their parents
      PRIMARY KEY (step, start)
    ) ${orderedTable}`,

    `CREATE VIEW readable_blocks AS
      -- Amounts are INTEGER pebbles that can be summed, at most 2^63 - 1: a larger one is shown as that number.
      SELECT height, ${hex('id')} AS id, ${time('timestamp')} AS time, miner, transaction_count,
        ${pebbles('fees')} AS fees, ${pebbles('reward')} AS reward
      FROM blocks`,
    `CREATE VIEW readable_transactions AS
      -- Amounts are INTEGER pebbles that can be summed, at most 2^63 - 1: a larger one is shown as that number.
      SELECT t.height, t.index_in_block, ${hex('t.id')} AS id, ${time('b.timestamp')} AS time,
        t.from_address, t.to_address, ${pebbles('t.value')} AS value, t.fee, t.nonce
      FROM transactions AS t JOIN blocks AS b ON b.height = t.height`,
    `CREATE VIEW readable_addresses AS
      -- Amounts are INTEGER pebbles that can be summed, at most 2^63 - 1: a larger one is shown as that number.
      SELECT address, ${pebbles('balance')} AS balance, nonce, ${pebbles('received')} AS received,
        ${pebbles('sent')} AS sent, ${pebbles('fees')} AS fees, transaction_count, first_seen, last_seen,
        mined, ${pebbles('rewards')} AS rewards, ${pebbles('reward_fees')} AS reward_fees
      FROM addresses`,
  ];
}

/** The columns of a `StateRow`, from `state AS s`. */
export function stateColumns({ hex, decimal }: Dialect): string {
  return `s.chain_id, s.height, ${hex('s.block_id')} AS block_id, s.transactions, s.addresses,
    ${decimal('s.fees')} AS fees, ${decimal('s.transferred')} AS transferred, ${decimal('s.rewards')} AS rewards`;
}

/** The columns of a `BlockRow`, from `blocks AS b`. */
export function blockColumns({ hex, decimal }: Dialect): string {
  return `b.height, ${hex('b.id')} AS id, b.version, ${hex('b.previous_id')} AS previous_id,
    ${hex('b.merkle_root')} AS merkle_root, b.miner, b.timestamp, b.bits, b.nonce, b.transaction_count,
    ${decimal('b.fees')} AS fees, ${decimal('b.reward')} AS reward`;
}

/** The columns of a `TransactionRow`, from `transactions AS t` and `blocks AS b`. */
export function transactionColumns({ hex, decimal }: Dialect): string {
  return `t.height, t.index_in_block, ${hex('t.id')} AS id, t.from_address, t.to_address, ${decimal('t.value')} AS value,
    t.fee, t.nonce, ${hex('t.unlock_sig')} AS unlock_sig, ${hex('b.id')} AS block_id, b.timestamp`;
}

/** The columns of an `AddressRow`, from `addresses AS a`. */
export function addressColumns({ decimal }: Dialect): string {
  return `a.number, a.address, ${decimal('a.balance')} AS balance, a.nonce, ${decimal('a.received')} AS received,
    ${decimal('a.sent')} AS sent, ${decimal('a.fees')} AS fees, a.transaction_count, a.first_seen, a.last_seen,
    a.mined, ${decimal('a.rewards')} AS rewards, ${decimal('a.reward_fees')} AS reward_fees`;
}

/** The columns of a `SeriesRow`, from `series`. */
export function seriesColumns({ decimal }: Dialect): string {
  return `step, start, blocks, transactions, addresses, ${decimal('fees')} AS fees,
    ${decimal('transferred')} AS transferred, ${decimal('emitted')} AS emitted, ${decimal('work')} AS work,
    intervals, interval_seconds`;
}

/**
 * How a row is written over the one with the same key. Not `INSERT OR REPLACE`, which would also rewrite unchanged indexes. A row
 * of `series` is added to the stored one.
 */
export function conflictClauses({ plus }: Dialect): { readonly addresses: string; readonly series: string } {
  const counts = ['blocks', 'transactions', 'addresses', 'intervals', 'interval_seconds'];
  const amounts = ['fees', 'transferred', 'emitted', 'work'];
  const replaced = ['balance', 'nonce', 'received', 'sent', 'fees', 'transaction_count', 'last_seen'];
  replaced.push('mined', 'rewards', 'reward_fees');
  const update = (key: string, changes: string[]): string =>
    `ON CONFLICT (${key}) DO UPDATE SET ${changes.join(', ')}`;
  return {
    addresses: update(
      'number',
      replaced.map((column) => `${column} = excluded.${column}`),
    ),
    series: update('step, start', [
      ...counts.map((column) => `${column} = series.${column} + excluded.${column}`),
      ...amounts.map((column) => `${column} = ${plus(`series.${column}`, `excluded.${column}`)}`),
    ]),
  };
}
