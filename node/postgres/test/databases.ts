/** For tests only: databases of the shared cluster. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** URL on the primary, for the role that owns the database. */
  readonly url: string;
  /** URLs for the role that only reads. */
  readonly readers: { readonly primary: string; readonly standby: string };
  /** Runs SQL on the primary as the owner. */
  sql<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  /** Empties the database for reuse by another test; no client may be connected. */
  release(): Promise<void>;
}

/** True if PostgreSQL is installed. `cluster-setup.ts` prints a line if it is not. */
export const hasPostgres = inject('cluster') !== undefined;

/** Databases that tests of this process have released, for reuse: creating one takes longer than most tests. */
const released: string[] = [];

/** The grants of docs/SCALING.md. */
const GRANTS = `
  CREATE SCHEMA cairn; GRANT USAGE ON SCHEMA cairn TO cairn_reader;
  ALTER DEFAULT PRIVILEGES IN SCHEMA cairn GRANT SELECT ON TABLES TO cairn_reader`;

/** An empty database; it is removed with the cluster. */
export async function createDatabase(): Promise<TestDatabase> {
  const { primaryPort, standbyPort } = inject('cluster')!;
  const name = released.pop() ?? (await create(primaryPort));
  const urlOf = (port: number, role: string): string => `postgres://${role}@127.0.0.1:${port}/${name}`;
  const url = urlOf(primaryPort, 'postgres');
  await run(url, GRANTS);
  return {
    url,
    readers: { primary: urlOf(primaryPort, 'cairn_reader'), standby: urlOf(standbyPort, 'cairn_reader') },
    sql: <Row>(text: string) => run(url, text) as Promise<Row[]>,
    release: async () => {
      await run(url, 'DROP SCHEMA cairn CASCADE');
      released.push(name);
    },
  };
}

async function create(port: number): Promise<string> {
  const name = `cairn_${randomBytes(6).toString('hex')}`;
  await run(`postgres://postgres@127.0.0.1:${port}/postgres`, `CREATE DATABASE ${name}`);
  return name;
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
