/**
 * `npm run bench -- postgres`: how fast a database is filled, and the Explorer API of its replicas. The server is Debian's, started
 * for this run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, type Program, PROGRAMS, waitUntilAnswering } from '@cairn/suite';
import { findPostgres, startCluster, type TestCluster } from '../node/postgres/test/cluster.ts';
import { benchChain } from './chain.ts';
import { runBench } from './frame.ts';
import { load } from './load.ts';
import { importedDirectory, start, startBareServer, startNode, untilCaughtUp } from './programs.ts';
import { feedPagesOnce, pageRequests, readKnown } from './website-requests.ts';

/** Settings of production: durability is on, unlike in the tests. */
const SETTINGS = `
fsync = on
full_page_writes = on
wal_writer_delay = 200ms
shared_buffers = 1GB
max_wal_size = 8GB
`;
const TABLES = ['blocks', 'transactions', 'addresses', 'history'] as const;
/** Requests to all routes in turn. */
const MIXED = 45_000;
const FIRST_PAGES = ['status', 'blocks', 'transactions', 'addresses', 'stats'].map((route) => ({
  path: `/api/v1/${route}`,
}));

await runBench(
  'postgres',
  {
    runs: 3,
    parts: ['backfill', 'once', 'serve'],
    numbers: { transactions: [1_000_000, 'of the chain'], seconds: [5, 'of each load'] },
  },
  async (bench) => {
    const { measure, numbers, onEnd, refuse, report, wants } = bench;
    const programs =
      findPostgres() ?? refuse('PostgreSQL 15 or newer is not installed (apt-get install postgresql)');
    const chain = await benchChain(numbers.transactions);
    const directory = await importedDirectory(bench, chain);
    const cluster = await startCluster(programs, SETTINGS);
    onEnd(() => cluster.remove());
    await cluster.standby.stop(); // in production it has a machine of its own
    cluster.sql('postgres', 'CREATE DATABASE cairn');
    const database = cluster.primary.url('cairn');

    /** @returns transactions a second, from the start of the process until the index is ready */
    const fill = async (): Promise<number> => {
      cluster.sql('cairn', 'DROP SCHEMA IF EXISTS cairn CASCADE; CHECKPOINT');
      const node = await startNode(directory, '--no-p2p', '--index', database);
      await untilCaughtUp(node);
      const value = (chain.transactions * 1_000) / (performance.now() - node.began);
      // A node writes its state once a second, and replicas serve only what it has called ready.
      while (cluster.sql('cairn', 'SELECT index_state FROM cairn.node').trim() !== 'ready') await sleep(100);
      await node.stop();
      return value;
    };

    if (!wants('backfill')) await fill();
    else {
      const target = {
        name: 'backfill (transactions)',
        unit: '/s',
        ceiling: 'bare COPY',
        minShare: 0.4,
      } as const;
      await measure([target], async () => [
        { value: await fill(), ceiling: chain.transactions / copySeconds(cluster) },
      ]);
      for (const [name, bytes] of Object.entries(sizes(cluster)))
        report({ name: `${name} (a transaction)`, unit: 'B' }, [{ value: bytes / chain.transactions }]);
    }
    cluster.sql('cairn', 'ANALYZE');

    if (wants('once')) {
      const bare = await startBareServer(database);
      const replica = await startReplica(database);
      const name = '1 replica: pages of the feed, each once';
      const target = { name, unit: '/s', ceiling: 'bare pg and node:http', minShare: 0.5 } as const;
      await measure([target], async (run) => {
        const pages = feedPagesOnce(chain.transactions, run, numbers.runs);
        const own = await load(numbers.seconds, replica.url, pages);
        const { rate } = await load(numbers.seconds, bare.base, pages);
        return [{ value: own.rate, ceiling: rate, p99: own.p99 }];
      });
      await Promise.all([replica.stop(), bare.stop()]);
    }

    if (!wants('serve')) return;
    const node = await startNode(directory, '--no-p2p', '--index');
    await untilCaughtUp(node);
    const routes = Object.values(pageRequests(await readKnown(node.explorer)));
    const mixed = Array.from({ length: MIXED }, (_, index) => {
      const requests = routes[index % routes.length]!;
      return requests[Math.floor(index / routes.length) % requests.length]!;
    });
    const loads = { 'every route': mixed, 'first pages': FIRST_PAGES };
    const serve = async (name: string, urls: readonly string[]): Promise<void> => {
      for (const [what, requests] of Object.entries(loads))
        await measure([{ name: `${name}: ${what}`, unit: '/s' }], async () => {
          const all = await Promise.all(urls.map((url) => load(numbers.seconds, url, requests)));
          const value = all.reduce((sum, { rate }) => sum + rate, 0);
          return [{ value, p99: Math.max(...all.map(({ p99 }) => p99)) }];
        });
    };
    await serve('one node, SQLite', [node.explorer]);
    await node.stop();
    for (const count of [1, 2, 3]) {
      const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(database)));
      const urls = replicas.map(({ url }) => url);
      await serve(count === 1 ? '1 replica' : `${count} replicas`, urls);
      await Promise.all(replicas.map((replica) => replica.stop()));
    }
  },
);

async function startReplica(database: string): Promise<Program & { readonly url: string }> {
  const port = await findFreePort();
  const program = start(PROGRAMS.node, 'explorer', '--database', database, '--explorer-port', `${port}`);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswering(program, `${url}/health`);
  return { ...program, url };
}

/** Copies the same rows from files on the server into the same tables and indexes, in one session. @returns its seconds */
function copySeconds({ sql }: TestCluster): number {
  const file = (table: string): string => `/tmp/cairn-bench-${process.pid}-${table}`;
  for (const table of TABLES) sql('cairn', `COPY cairn.${table} TO '${file(table)}' (FORMAT binary)`);
  sql('cairn', 'CREATE SCHEMA bare');
  for (const table of TABLES) sql('cairn', `CREATE TABLE bare.${table} (LIKE cairn.${table} INCLUDING ALL)`);
  sql('cairn', 'CHECKPOINT');
  const copies = TABLES.map((table) => `COPY bare.${table} FROM '${file(table)}' (FORMAT binary)`);
  const began = performance.now();
  sql('cairn', ['SET synchronous_commit = off', ...copies].join('; '));
  const seconds = (performance.now() - began) / 1_000;
  for (const table of TABLES)
    sql('cairn', `COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; rm -f ${file(table)}'`);
  sql('cairn', 'DROP SCHEMA bare CASCADE');
  return seconds;
}

/** Bytes on the server's disk, indexes included. */
function sizes({ sql }: TestCluster): Record<string, number> {
  const bytesOf = (tables: string): number =>
    Number(
      sql(
        'cairn',
        `SELECT sum(pg_relation_size(oid) + pg_indexes_size(oid)) FROM pg_class
         WHERE relnamespace = 'cairn'::regnamespace AND relkind = 'r' AND ${tables}`,
      ),
    );
  return {
    'size of the index': bytesOf('true'),
    '  of which transactions': bytesOf(`relname = 'transactions'`),
    '  of which history': bytesOf(`relname = 'history'`),
  };
}
