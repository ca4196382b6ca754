import { openTcpProxy } from '@cairn/http/test-support';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PostgresReadingEngine } from '../reading-engine.ts';
import { mineTraffic, until } from '../../src/projection/test-support.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup } from './test-setup.ts';

/** A connection that ends with the test. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

describe.skipIf(!hasPostgres)('a projection in PostgreSQL in operation', () => {
  it('answers no query from a block that is not in the chain', async () => {
    const { database, start } = await openTestSetup();
    const projection = start();
    await caughtUp(projection);
    const [before] = await database.sql<{ block_id: Buffer }>('SELECT block_id FROM cairn.state');
    const setId = (hex: string) => database.sql(`UPDATE cairn.state SET block_id = '\\x${hex}'`);
    await setId('00'.repeat(32));
    await expect(projection.reader()!.totals()).rejects.toMatchObject({ code: 'unanswered' });
    await setId(before!.block_id.toString('hex'));
    expect((await projection.reader()!.totals())!.height).toBe(0);
  });

  it('has a block completely or not at all if the lease is lost while it is written', async () => {
    const { testChain, database, start, expectLikeModel } = await openTestSetup();
    const first = start();
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
    const second = start();
    await blocker.query('ROLLBACK');
    // The quicker of the two has the lease now; the other one waits for it.
    const hasCaughtUp = (projection: typeof first): boolean =>
      projection.status().indexedHeight === testChain.chain.tip().height;
    await until(() => hasCaughtUp(first) !== hasCaughtUp(second));
    const [holder, other] = hasCaughtUp(first) ? [first, second] : [second, first];
    await caughtUp(holder);
    await expectLikeModel(holder);
    await holder.close();
    await mineTraffic(testChain.chain, 1);
    await caughtUp(other);
    await expectLikeModel(other);
  });

  it('fails when its server falls silent, and recovers when the server answers again', async () => {
    const { testChain, database, start, expectLikeModel, log } = await openTestSetup();
    const through = new URL(database.url);
    const proxy = await openTcpProxy(Number(through.port));
    onTestFinished(() => proxy.close());
    through.port = String(proxy.port);
    let syncing = false;
    const projection = start({
      url: through.href,
      silenceMs: 1_000,
      publishMs: 50,
      nodeView: () => ({ syncing: (syncing = !syncing), ready: true }), // a change to publish each time
    });
    await caughtUp(projection);
    proxy.mute();
    await until(() => projection.status().state === 'error');
    expect(log.join('')).toContain('the database server was silent for 1 seconds');
    proxy.restore();
    await mineTraffic(testChain.chain, 1);
    await caughtUp(projection);
    await expectLikeModel(projection);
  });

  it('that stops when it has just caught up leaves its replicas a ready index; an older schema is filled anew', async () => {
    const { testChain, database, start, expectLikeModel, log } = await openTestSetup();
    await mineTraffic(testChain.chain, 2);
    const first = start({ publishMs: 3_600_000 });
    await caughtUp(first);
    await first.close();
    const stored = await database.sql('SELECT index_state, target_height, ready FROM cairn.node');
    expect(stored).toEqual([{ index_state: 'ready', target_height: 4, ready: true }]);
    await database.sql(
      `DROP TABLE cairn.transactions CASCADE; CREATE TABLE cairn.transactions (sequence bigint, record bytea);
       CREATE TABLE cairn.ranking_buckets (first bytea, size integer); UPDATE cairn.state SET schema_version = 2`,
    );
    await mineTraffic(testChain.chain, 1);
    const second = start();
    await caughtUp(second);
    await expectLikeModel(second);
    expect(log.join('')).toContain('rebuilt from the chain: the database has schema 2');
    expect(await database.sql(`SELECT to_regclass('cairn.ranking_buckets') AS old`)).toEqual([{ old: null }]);
    // Replicas may read the new tables.
    const reader = await connect(database.readers.primary);
    expect((await reader.query('SELECT 1 FROM cairn.transactions LIMIT 1')).rowCount).toBe(1);
  });

  it('has the views of SQLite, so that a query carries over, and accepts no write from a reader', async () => {
    const { testChain, database, start } = await openTestSetup();
    await mineTraffic(testChain.chain, 1);
    const projection = start();
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

    const reader = await connect(database.readers.primary);
    for (const table of ['state', 'node', 'blocks', 'transactions', 'addresses', 'history'])
      await expect(reader.query(`DELETE FROM cairn.${table}`)).rejects.toThrow(/permission denied/);
    // Not even as the owner: the session itself is read-only.
    const engine = new PostgresReadingEngine(database.url, 'test', 1);
    const before = 'WITH written AS (UPDATE cairn.state SET height = 9 RETURNING height)';
    await expect(engine.ask({ name: 'write', before, lists: {} })).rejects.toThrow(/read-only transaction/);
    await engine.close();
  });
});
