/** For tests only: databases of the shared cluster. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** URL on the primary, for the role that owns the database. */
  readonly url: string;
  /** URLs for the role that only reads. */
  readonly readers: { readonly primary: string; readonly standby: string };
  /** Runs SQL on the primary as the owner. */
  sql<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  /** Resolves when the standby has replayed the primary's current state. */
  replayed(): Promise<void>;
  /** Empties the database for reuse by another test; no client may be connected. */
  release(): Promise<void>;
}

/** True if PostgreSQL is installed. `cluster-setup.ts` prints a line if it is not. */
export const hasPostgres = inject('cluster') !== undefined;

/** Databases that tests of this file have released, for reuse: creating one takes longer than most tests. */
const released: string[] = [];

/** The grants of docs/SCALING.md. */
const GRANTS = `
  CREATE SCHEMA cairn; GRANT USAGE ON SCHEMA cairn TO cairn_reader;
  ALTER DEFAULT PRIVILEGES IN SCHEMA cairn GRANT SELECT ON TABLES TO cairn_reader`;

/** An empty database; it is removed with the cluster. */
export async function createDatabase(): Promise<TestDatabase> {
  const { primaryPort, standbyPort } = inject('cluster')!;
  const urlOf = (port: number, database: string, role: string): string =>
    `postgres://${role}@127.0.0.1:${port}/${database}`;
  let name = released.pop();
  if (name === undefined) {
    name = `cairn_${randomBytes(6).toString('hex')}`;
    await run(urlOf(primaryPort, 'postgres', 'postgres'), `CREATE DATABASE ${name}`);
  }
  const database = name;
  const owner = urlOf(primaryPort, database, 'postgres');
  await run(owner, GRANTS);
  return {
    url: owner,
    readers: {
      primary: urlOf(primaryPort, database, 'cairn_reader'),
      standby: urlOf(standbyPort, database, 'cairn_reader'),
    },
    sql: <Row>(text: string) => run(owner, text) as Promise<Row[]>,
    replayed: () => untilReplayed(owner, urlOf(standbyPort, database, 'postgres')),
    release: async () => {
      await run(owner, 'DROP SCHEMA cairn CASCADE');
      released.push(database);
    },
  };
}

async function untilReplayed(primary: string, standby: string): Promise<void> {
  const [row] = await run(primary, 'SELECT pg_current_wal_insert_lsn() AS lsn');
  const { lsn } = row as { lsn: string };
  const replayed = async (): Promise<boolean> => {
    const [answer] = await run(standby, `SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS replayed`);
    return (answer as { replayed: boolean }).replayed;
  };
  while (!(await replayed())) await sleep(5);
}

async function run(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
