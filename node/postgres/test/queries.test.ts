import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { connectionConfig } from '../connection.ts';
import { type Parameter, type Parameters, type Question, questionsOf } from '@cairn/chain/projection';
import { CORE_QUESTIONS } from '../core-questions.ts';
import { statementOf } from '../reading-engine.ts';
import { POSTGRES, prepareTables } from '../schema.ts';
import { createDatabase, hasPostgres, type TestDatabase } from './databases.ts';

const ROWS = 20_000;

const CORE = CORE_QUESTIONS;
const INDEXED = questionsOf(POSTGRES);
const page = { offset: 10, limit: 25 };
const times = { from: 5, to: 9 };
const id = Buffer.alloc(32, 0xab);
const [address, direction] = ['d', 'in'];

const ASKED: readonly (readonly [Question<object>, Parameters])[] = [
  [CORE.startingWith, { low: id, high: Buffer.alloc(32, 0xac), prefix: 'dabcde', limit: 5 }],
  [CORE.blockList, { ...page, before: 100 }],
  [CORE.transaction, { id }],
  [CORE.blockByHeight, { ...page, height: 7 }],
  [CORE.blockById, { ...page, id }],
  [CORE.account, { address }],
  [CORE.fees, {}],
  [INDEXED.feed, page],
  [INDEXED.history.newest, { ...page, address }],
  [INDEXED.history.oldest, { ...page, address }],
  [INDEXED.blockAt, { time: 9 }],
  ...Object.values(INDEXED.ranking).map((question) => [question, page] as const),
  [INDEXED.miners, { blocks: 1_000 }],
  [INDEXED.miner, { address }],
  [INDEXED.minerBlocks, { ...page, address, before: 100 }],
  [INDEXED.filteredFeed(undefined, true), { ...times, offset: 10, end: 35 }],
  [INDEXED.filteredFeed('transfer', true), { ...times, offset: 10, end: 35 }],
  [INDEXED.filteredFeed('transfer', true, 'largest'), { ...times, ...page, end: 10_000 }],
  [INDEXED.largest(undefined), { ...page, end: 35 }],
  [INDEXED.largest('transfer'), { ...page, end: 35 }],
  [INDEXED.filteredHistory(false, 'newest', true), { ...page, ...times, address }],
  [INDEXED.filteredHistory(true, 'oldest', true), { ...page, ...times, address, direction }],
  [INDEXED.filteredHistory(false, 'largest', false), { ...page, address }],
  [INDEXED.filteredHistory(true, 'smallest', true), { ...page, ...times, address, direction }],
  [INDEXED.filteredHistory(true, 'newest', false), { ...page, address, direction }],
];

function literal(value: Parameter | undefined): string {
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}

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

    it.each(ASKED.map(([question, values]) => ({ question, values, name: question.name })))(
      'the query $name reads only index entries that it needs',
      async ({ question, values }) => {
        const { text, names } = statementOf(question, values);
        await client.query(`PREPARE query AS ${text}`);
        const parameters =
          names.length === 0 ? '' : `(${names.map((name) => literal(values[name])).join(', ')})`;
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE query ${parameters}`);
        await client.query('DEALLOCATE query');
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).not.toMatch(/Seq Scan on (blocks|transactions|addresses|history)/);
      },
    );
  });
});
