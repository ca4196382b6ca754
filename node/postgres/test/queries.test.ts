import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { MINER_QUERIES } from '../miner-queries.ts';
import { QUERIES } from '../queries.ts';
import { createLateIndexes, prepareSchema } from '../schema.ts';
import { createDatabase, hasPostgres, type TestDatabase } from './databases.ts';

const ROWS = 20_000;

describe.skipIf(!hasPostgres)('according to its plan,', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await createDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await prepareSchema(client, 3);
    await createLateIndexes(client);
    await client.query(`
      INSERT INTO cairn.blocks SELECT n, sha256(n::text::bytea), 1, '', '', 'm', 0, 0, 0, 1, 0, 0, n
        FROM generate_series(1, ${ROWS}) AS n;
      INSERT INTO cairn.transactions SELECT n, n, 0, sha256((-n)::text::bytea), 1, 0, 1, 'f', 't', ''
        FROM generate_series(1, ${ROWS}) AS n;
      INSERT INTO cairn.addresses SELECT 'd' || translate(md5(n::text), '0', 'z'), n, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0
        FROM generate_series(1, ${ROWS}) AS n;
      ANALYZE cairn.blocks; ANALYZE cairn.transactions; ANALYZE cairn.addresses`);
  });

  afterEach(async () => {
    await client.end();
    await database.release();
  });

  it('a search by prefix reads a few index entries, however many rows there are', async () => {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE search (bytea, bytea, text, integer) AS ${QUERIES.startingWith.text}`);
    const bound = (fill: string) => `'\\x${'ab'.repeat(3).padEnd(64, fill)}'`;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE search (${bound('0')}, ${bound('f')}, 'dabcde', 5)`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (blocks|transactions|addresses)/);
    expect(plan).toMatch(/using transactions_id_start|on transactions_id_start/);
  });

  it.each([
    ['miners', '(integer, integer)', '(1000, 100)'],
    ['miner', '(text)', `('m')`],
    ['minerBlocks', '(integer, bigint, integer, text)', `(25, NULL, 0, 'm')`],
  ] as const)('the query %s reads only the range of blocks that it needs', async (name, types, values) => {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE query ${types} AS ${{ ...QUERIES, ...MINER_QUERIES }[name].text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE query ${values}`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on (blocks|addresses)/);
  });
});
