/** For tests only: databases of the shared cluster. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** URL for the role that owns everything, on the primary. */
  readonly url: string;
  /** URLs for the role that only reads. */
  readonly readers: { readonly primary: string; readonly standby: string };
  /** Runs SQL on the primary as the owner. */
  sql<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  /** Removes the database, whoever is connected. */
  drop(): Promise<void>;
}

/** Whether there is a PostgreSQL to test with; set-up has said so where there is none. */
export const hasPostgres = inject('cluster') !== undefined;

/** A new empty database, with what docs/SCALING.md tells an operator to grant. */
export async function createDatabase(): Promise<TestDatabase> {
  const { primaryPort, standbyPort } = inject('cluster')!;
  const name = `cairn_${randomBytes(6).toString('hex')}`;
  const url = (port: number, database: string, role: string): string =>
    `postgres://${role}@127.0.0.1:${port}/${database}`;
  const owner = url(primaryPort, name, 'postgres');
  await run(url(primaryPort, 'postgres', 'postgres'), `CREATE DATABASE ${name}`);
  await run(
    owner,
    `CREATE SCHEMA cairn; GRANT USAGE ON SCHEMA cairn TO cairn_reader;
     ALTER DEFAULT PRIVILEGES IN SCHEMA cairn GRANT SELECT ON TABLES TO cairn_reader`,
  );
  return {
    url: owner,
    readers: {
      primary: url(primaryPort, name, 'cairn_reader'),
      standby: url(standbyPort, name, 'cairn_reader'),
    },
    sql: <Row>(text: string) => run(owner, text) as Promise<Row[]>,
    drop: async () => {
      await run(url(primaryPort, 'postgres', 'postgres'), `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
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
