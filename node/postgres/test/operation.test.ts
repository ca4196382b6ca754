import { readFileSync } from 'node:fs';
import { openTcpProxy } from '@cairn/http/test-support';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { PostgresReadingEngine } from '../reading-engine.ts';
import { mineTraffic, until } from '../../src/projection/test-support.ts';
import { startCairn } from '../../test/cairn-process.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup, type TestSetup } from './test-projection.ts';

const PASSWORD = 'vogelhaus';

let setup: TestSetup;

/** A connection that ends with the test. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

describe.skipIf(!hasPostgres)('a projection in PostgreSQL in operation', () => {
  beforeEach(async () => {
    setup = await openTestSetup();
  });

  afterEach(() => setup.remove());

  it('answers no query from a block that is not in the chain', async () => {
    const projection = setup.start();
    await caughtUp(projection);
    const [before] = await setup.database.sql<{ block_id: Buffer }>('SELECT block_id FROM cairn.state');
    const setId = (hex: string) => setup.database.sql(`UPDATE cairn.state SET block_id = '\\x${hex}'`);
    await setId('00'.repeat(32));
    await expect(projection.reader()!.totals()).rejects.toMatchObject({ code: 'unanswered' });
    await setId(before!.block_id.toString('hex'));
    expect((await projection.reader()!.totals())!.height).toBe(0);
    await projection.close();
  });

  it('that stops when it has just caught up leaves its replicas a ready index', async () => {
    const projection = setup.start({ publishMs: 3_600_000 });
    await caughtUp(projection);
    await projection.close();
    const stored = await setup.database.sql('SELECT index_state, target_height, ready FROM cairn.node');
    expect(stored).toEqual([{ index_state: 'ready', target_height: 0, ready: true }]);
  });

  it('has a block completely or not at all if the lease is lost while it is written', async () => {
    const { testChain, database } = setup;
    const first = setup.start();
    await caughtUp(first);
    const blocker = await connect(database.url);
    await blocker.query('BEGIN; LOCK TABLE cairn.blocks IN SHARE MODE');
    await mineTraffic(testChain.chain, 1);
    const waiting = `FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'cairn node' AND wait_event_type = 'Lock'`;
    await until(async () => (await database.sql(`SELECT 1 ${waiting}`)).length === 1);
    await database.sql(`SELECT pg_terminate_backend(pid) ${waiting}`);
    await until(() => first.status().state === 'error');
    const [stored] = await database.sql(
      'SELECT transactions, (SELECT count(*) FROM cairn.transactions) AS rows, height FROM cairn.state',
    );
    expect(stored).toEqual({ transactions: '10', rows: '10', height: 0 });
    const second = setup.start();
    await blocker.query('ROLLBACK');
    // The quicker of the two has the lease now; the other one waits for it.
    const hasCaughtUp = (projection: typeof first): boolean =>
      projection.status().indexedHeight === testChain.chain.tip().height;
    await until(() => hasCaughtUp(first) !== hasCaughtUp(second));
    const [holder, other] = hasCaughtUp(first) ? [first, second] : [second, first];
    await caughtUp(holder);
    await setup.expectLikeModel(holder);
    await holder.close();
    await mineTraffic(testChain.chain, 1);
    await caughtUp(other);
    await setup.expectLikeModel(other);
    await other.close();
  });

  it('fails when its server falls silent, and recovers when the server answers again', async () => {
    const { url } = setup.database;
    const proxy = await openTcpProxy(Number(new URL(url).port));
    onTestFinished(() => proxy.close());
    const through = new URL(url);
    through.port = String(proxy.port);
    let syncing = false;
    const projection = setup.start({
      url: through.href,
      silenceMs: 1_000,
      publishMs: 50,
      nodeView: () => ({ syncing: (syncing = !syncing), ready: true }), // a change to publish each time
    });
    await caughtUp(projection);
    proxy.mute();
    await until(() => projection.status().state === 'error');
    expect(setup.log.join('')).toContain('the database server was silent for 1 seconds');
    proxy.restore();
    await mineTraffic(setup.testChain.chain, 1);
    await caughtUp(projection);
    await setup.expectLikeModel(projection);
    await projection.close();
  });

  it('is emptied and filled again from the chain if its schema is older', async () => {
    const { testChain, database } = setup;
    await mineTraffic(testChain.chain, 2);
    const first = setup.start();
    await caughtUp(first);
    await first.close();
    await database.sql(
      `DROP TABLE cairn.transactions CASCADE; CREATE TABLE cairn.transactions (sequence bigint, record bytea);
       CREATE TABLE cairn.ranking_buckets (first bytea, size integer); UPDATE cairn.state SET schema_version = 2`,
    );
    await mineTraffic(testChain.chain, 1);
    const second = setup.start();
    await caughtUp(second);
    await setup.expectLikeModel(second);
    await second.close();
    expect(setup.log.join('')).toContain('rebuilt from the chain: the database has schema 2');
    expect(await database.sql(`SELECT to_regclass('cairn.ranking_buckets') AS old`)).toEqual([{ old: null }]);
    // Replicas may read the new tables.
    const reader = await connect(database.readers.primary);
    expect((await reader.query('SELECT 1 FROM cairn.transactions LIMIT 1')).rowCount).toBe(1);
  });

  it('has the views of SQLite, so that a query carries over', async () => {
    const { testChain, database } = setup;
    await mineTraffic(testChain.chain, 1);
    const projection = setup.start();
    await caughtUp(projection);
    const client = await connect(database.url);
    await client.query('SET search_path = cairn');
    const one = async (sql: string): Promise<unknown> => (await client.query(sql)).rows[0] as unknown;
    const { id, header } = testChain.chain.view.block(1)!;
    const block = 'SELECT id, time::text, miner, fees::integer FROM readable_blocks WHERE height = 1';
    const time = new Date(header.timestamp * 1_000).toISOString().replace('T', ' ').slice(0, 19);
    expect(await one(block)).toEqual({ id, time, miner: header.miner, fees: 6 });
    const { transferred } = (await projection.reader()!.totals())!;
    const sum = 'SELECT sum(value)::text AS sum FROM readable_transactions WHERE index_in_block > 0';
    expect(await one(sum)).toEqual({ sum: transferred });
    await client.query('UPDATE addresses SET balance = 18446744073709551615');
    const largest = { balance: String(2n ** 63n - 1n) };
    expect(await one('SELECT balance::text FROM readable_addresses')).toEqual(largest);
    await projection.close();
  });

  it('accepts no write from a reader', async () => {
    const { database } = setup;
    const projection = setup.start();
    await caughtUp(projection);
    const reader = await connect(database.readers.primary);
    for (const table of ['state', 'node', 'blocks', 'transactions', 'addresses', 'history']) {
      await expect(reader.query(`DELETE FROM cairn.${table}`)).rejects.toThrow(/permission denied/);
    }
    // Not even as the owner: the session itself is read-only.
    const engine = new PostgresReadingEngine(database.url, 'test', 1);
    const before = 'WITH written AS (UPDATE cairn.state SET height = 9 RETURNING height)';
    await expect(engine.ask({ name: 'write', before, lists: {} })).rejects.toThrow(/read-only transaction/);
    await engine.close();
    await projection.close();
  });
});

it('a password appears neither in the log nor in the process list', async () => {
  const url = `postgres://cairn:${PASSWORD}@127.0.0.1:1/cairn`; // nothing listens there
  const running = startCairn(['explorer', '--network', 'devnet', '--explorer-port', '0'], {
    CAIRN_DATABASE: url,
  });
  await running.line(/Explorer API at/);
  await running.line(/the database cannot be queried/);
  const { pid } = running.child;
  const commandLine = process.platform === 'linux' ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
  const { out, err } = await running.stop();
  expect([commandLine, ...out, ...err].join('\n')).not.toContain(PASSWORD);
});
