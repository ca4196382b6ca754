/**
 * Statements that follow from the definitions of tables.ts, for either engine. SQLite and PostgreSQL have the same tables, columns
 * and views, so that a query carries over; only the types differ.
 */
import type { Dialect } from './engine.ts';
import { type Column, columnsIn, isAmount, type Table, type TableName, TABLES } from './tables.ts';

/** The columns of a `StoredRow`. @param alias of the table in the statement */
export function columnsOf({ hex, decimal }: Dialect, name: TableName, alias: string): string {
  const read = ([title, { kind }]: [string, Column]): string => {
    const from = `${alias}.${title}`;
    if (kind === 'bytes') return `${hex(from)} AS ${title}`;
    return isAmount(kind) ? `${decimal(from)} AS ${title}` : from;
  };
  return columnsIn(name).map(read).join(', ');
}

/**
 * What an INSERT does with a row whose key is stored; empty if there is none. Not `INSERT OR REPLACE`, which would also rewrite
 * unchanged indexes.
 */
export function conflictOf({ plus }: Dialect, name: TableName): string {
  const { key, again, constant = [] }: Table = TABLES[name];
  if (again === undefined) return '';
  const changes = columnsIn(name)
    .filter(([title]) => !key.includes(title) && !constant.includes(title))
    .map(([title, { kind }]) => {
      const [stored, added] = [`${name}.${title}`, `excluded.${title}`];
      if (again === 'replace') return `${title} = ${added}`;
      return `${title} = ${isAmount(kind) ? plus(stored, added) : `${stored} + ${added}`}`;
    });
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
}

/** In the definition of each view. */
const ABOUT_AMOUNTS =
  '-- Amounts are INTEGER pebbles that can be summed, at most 2^63 - 1: a larger one is shown as that number.';

/** The statements that create tables, indexes and views. */
export function definitions(dialect: Dialect): string[] {
  const { hex, pebbles, time, byAmount } = dialect;
  return [
    ...(Object.keys(TABLES) as TableName[]).map((name) => tableDefinition(dialect, name)),
    'CREATE INDEX blocks_id ON blocks (id)',
    'CREATE INDEX blocks_time ON blocks (timestamp, height)',
    'CREATE INDEX blocks_miner ON blocks (miner, height)',
    // A filtered feed reads only these two.
    'CREATE INDEX blocks_listed ON blocks (height, timestamp, first_sequence, transaction_count)',
    `CREATE INDEX blocks_with_transfers ON blocks (height, timestamp, first_sequence, transaction_count)
      WHERE transaction_count > 1`,
    'CREATE INDEX transactions_id ON transactions (id)',
    `CREATE INDEX transfers_value ON transactions (${byAmount('value', 'ASC')}, sequence) WHERE index_in_block > 0`,
    `CREATE INDEX coinbases_value ON transactions (${byAmount('value', 'ASC')}, sequence) WHERE index_in_block = 0`,
    'CREATE UNIQUE INDEX addresses_address ON addresses (address)',
    'CREATE INDEX addresses_ranking ON addresses (balance DESC, address)',
    'CREATE INDEX addresses_transactions ON addresses (transaction_count DESC, number)',
    'CREATE INDEX addresses_active ON addresses (last_seen DESC, number)',
    'CREATE INDEX history_direction ON history (address, direction, sequence, timestamp)',
    `CREATE VIEW readable_blocks AS
      ${ABOUT_AMOUNTS}
      SELECT height, ${hex('id')} AS id, ${time('timestamp')} AS time, miner, transaction_count,
        ${pebbles('fees')} AS fees, ${pebbles('reward')} AS reward
      FROM blocks`,
    `CREATE VIEW readable_transactions AS
      ${ABOUT_AMOUNTS}
      SELECT t.height, t.index_in_block, ${hex('t.id')} AS id, ${time('b.timestamp')} AS time,
        t.from_address, t.to_address, ${pebbles('t.value')} AS value, t.fee, t.nonce
      FROM transactions AS t JOIN blocks AS b ON b.height = t.height`,
    `CREATE VIEW readable_addresses AS
      ${ABOUT_AMOUNTS}
      SELECT address, ${pebbles('balance')} AS balance, nonce, ${pebbles('received')} AS received,
        ${pebbles('sent')} AS sent, ${pebbles('fees')} AS fees, transaction_count, first_seen, last_seen,
        mined, ${pebbles('rewards')} AS rewards, ${pebbles('reward_fees')} AS reward_fees
      FROM addresses`,
  ];
}

function tableDefinition({ types, table: plain, orderedTable }: Dialect, name: TableName): string {
  const { key, note = '', isOrdered }: Table = TABLES[name];
  const comment = (words: string): string => (words === '' ? '' : ` -- ${words}`);
  const lines = columnsIn(name).map(
    ([title, { kind, note: about }]) => `${title} ${types[kind]} NOT NULL,${comment(about)}`,
  );
  return `CREATE TABLE ${name} (${comment(note)}
    ${lines.join('\n    ')}
    PRIMARY KEY (${key.join(', ')})
  ) ${isOrdered ? orderedTable : plain}`;
}
