import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { connectionConfig } from '../connection.ts';
import { filteredFeed, filteredHistory, STATEMENTS } from '../queries.ts';
import { prepareTables } from '../schema.ts';
import { createDatabase, hasPostgres, type TestDatabase } from './databases.ts';

const ROWS = 20_000;

const QUERIES = {
  ...STATEMENTS,
  feedInTime: filteredFeed(undefined, true),
  transfersInTime: filteredFeed('transfer', true),
  historyInTime: filteredHistory(undefined, 'DESC', true),
  receivedInTime: filteredHistory('in', 'ASC', true),
  received: filteredHistory('in', 'DESC', false),
};

describe.skipIf(!hasPostgres)('according to its plan,', () => {
  let database: TestDatabase;
  let client: pg.Client;

  async function fill(): Promise<void> {
    database = await createDatabase();
    client = new pg.Client(connectionConfig(database.url, 'test'));
    await client.connect();
    await prepareTables(client, 3);
    await client.query(`
      INSERT INTO blocks SELECT n, sha256(n::text::bytea), 1, '', '', 'm', 0, 0, 0, 1, 0, 0, n
        FROM generate_series(1, ${ROWS}) AS n;
      INSERT INTO transactions SELECT n, n, 0, sha256((-n)::text::bytea), 'f', 't', 1, 0, 1, ''
        FROM generate_series(1, ${ROWS}) AS n;
      INSERT INTO addresses SELECT n, 'd' || translate(md5(n::text), '0', 'z'), 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0
        FROM generate_series(1, ${ROWS}) AS n;
      INSERT INTO history SELECT n, 0, n, 'in', 0 FROM generate_series(1, ${ROWS}) AS n`);
    for (const table of ['blocks', 'transactions', 'addresses', 'history']) {
      await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`); // or it would make statistics
    }
  }

  const PREFIX = `'\\x${'ab'.repeat(3).padEnd(64, '0')}', '\\x${'ab'.repeat(3).padEnd(64, 'f')}'`;

  describe.each([
    ['without statistics, as after a first backfill', ''],
    ['with statistics', 'ANALYZE blocks, transactions, addresses, history'],
  ])('%s,', (_statistics, analyze) => {
    beforeAll(async () => {
      await fill();
      if (analyze !== '') await client.query(analyze);
      await client.query('SET plan_cache_mode = force_generic_plan');
    });

    afterAll(async () => {
      await client.end();
      await database.release();
    });

    it.each([
      ['startingWith', '(bytea, bytea, text, integer)', `(${PREFIX}, 'dabcde', 5)`],
      ['feed', '(integer, integer)', '(10, 25)'],
      ['newestHistory', '(integer, integer, text)', `(10, 25, 'd')`],
      ['oldestHistory', '(integer, integer, text)', `(10, 25, 'd')`],
      ['blockAt', '(bigint)', '(9)'],
      ['transaction', '(bytea)', `('\\xab')`],
      ['blockByHeight', '(integer, integer, integer)', '(0, 25, 7)'],
      ['blockById', '(integer, integer, bytea)', `(0, 25, '\\xab')`],
      ['miners', '(integer, integer)', '(1000, 100)'],
      ['miner', '(text)', `('m')`],
      ['feedInTime', '(integer, integer, bigint, bigint)', '(0, 25, 5, 9)'],
      ['transfersInTime', '(integer, integer, bigint, bigint)', '(0, 25, 5, 9)'],
      ['historyInTime', '(integer, integer, bigint, bigint, text)', `(0, 25, 5, 9, 'd')`],
      ['receivedInTime', '(integer, integer, bigint, bigint, text)', `(0, 25, 5, 9, 'd')`],
      ['received', '(integer, integer, text)', `(0, 25, 'd')`],
      ['minerBlocks', '(integer, bigint, integer, text)', `(25, NULL, 0, 'm')`],
    ] as const)('the query %s reads only index entries that it needs', async (name, types, values) => {
      await client.query(`PREPARE query ${types} AS ${QUERIES[name].text}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE query ${values}`);
      await client.query('DEALLOCATE query');
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan on (blocks|transactions|addresses|history)/);
    });
  });
});
