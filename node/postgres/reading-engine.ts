import pg from 'pg';
import {
  type Answer,
  bindNames,
  columnsOf,
  type Parameters,
  type Question,
  type ReadingEngine,
  type StateRow,
} from '@cairn/chain/projection';
import { connectionConfig, OPTIONS, toProjectionError } from './connection.ts';
import { POSTGRES } from './schema.ts';
import type { PublishedNode } from './writing-engine.ts';

/** The state of the tables and of the node that writes them, in the snapshot of an answer. */
export interface HeadRow extends StateRow, PublishedNode {
  /** Seconds since the node wrote its state, by the server's clock. */
  readonly node_age: number;
}

const HEAD = `${columnsOf(POSTGRES, 'state', 's')}, n.index_state, n.target_height, n.syncing, n.ready,
  extract(epoch FROM clock_timestamp() - n.seen_at)::float8 AS node_age`;

/** The statement of a question: one, so that it has one snapshot. Its only row has the head and, as JSON, the lists. */
export function statementOf<Lists>(
  { before = '', lists }: Question<Lists>,
  parameters: Parameters,
): { readonly text: string; readonly names: readonly string[] } {
  const built = Object.entries<string>(lists).map(
    ([list, query]) => `'${list}', COALESCE((SELECT json_agg(r) FROM (${query}) AS r), '[]')`,
  );
  const text = `${before} SELECT ${HEAD}, json_build_object(${built.join(', ')}) AS lists
    FROM state AS s CROSS JOIN node AS n`;
  return bindNames(text, parameters, POSTGRES);
}

/** Time limit of a query. */
const QUERY_MS = 10_000;
const IDLE_MS = 30_000;

/** Reads the database, on a primary or a standby, over read-only connections, each of which prepares a statement once. */
export class PostgresReadingEngine implements ReadingEngine {
  readonly dialect = POSTGRES;
  readonly #pool: pg.Pool;
  readonly #statements = new Map<string, ReturnType<typeof statementOf>>();

  /**
   * @param url `postgres://…`
   * @param name application name in the server's `pg_stat_activity`
   * @param size maximum number of connections
   * @param queryMs time limit of a query
   */
  constructor(url: string, name: string, size: number, queryMs = QUERY_MS) {
    this.#pool = new pg.Pool({
      ...connectionConfig(url, name),
      max: size,
      idleTimeoutMillis: IDLE_MS,
      query_timeout: queryMs,
      statement_timeout: queryMs,
      options: `${OPTIONS} -c default_transaction_read_only=on`,
    });
    this.#pool.on('error', () => undefined); // an idle connection ended: the next query opens another
  }

  async ask<Lists>(question: Question<Lists>, parameters: Parameters = {}): Promise<Answer<Lists, HeadRow>> {
    const { name } = question;
    let statement = this.#statements.get(name);
    if (statement === undefined) {
      statement = statementOf(question, parameters);
      this.#statements.set(name, statement);
    }
    const values = statement.names.map((parameter) => parameters[parameter]);
    type Row = HeadRow & Pick<Answer<Lists>, 'lists'>;
    try {
      const { rows } = await this.#pool.query<Row>({ name, text: statement.text, values });
      const { lists, ...state } = rows[0]!;
      return { state, lists };
    } catch (error) {
      throw toProjectionError(error);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
