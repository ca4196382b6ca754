import {
  bindNames,
  type Answer,
  type Parameters,
  type Question,
  type ReadingEngine,
} from '../src/projection/engine.ts';
import type { StateRow } from '../src/projection/answers.ts';
import { columnsOf } from '../src/projection/schema.ts';
import type { ReadingPool } from './connection.ts';
import { POSTGRES } from './schema.ts';

/** The state of the tables and of the node that writes them, in the snapshot of an answer. */
export interface HeadRow extends StateRow {
  readonly index_state: 'building' | 'ready' | 'error';
  readonly target_height: number;
  readonly syncing: boolean;
  readonly ready: boolean;
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

/** Reads the database, on a primary or a standby. */
export class PostgresReadingEngine implements ReadingEngine {
  readonly dialect = POSTGRES;
  readonly #pool: ReadingPool;
  readonly #statements = new Map<string, ReturnType<typeof statementOf>>();

  /** @param pool closed with the engine */
  constructor(pool: ReadingPool) {
    this.#pool = pool;
  }

  async ask<Lists>(question: Question<Lists>, parameters: Parameters = {}): Promise<Answer<Lists, HeadRow>> {
    const { name } = question;
    let statement = this.#statements.get(name);
    if (statement === undefined) {
      statement = statementOf(question, parameters);
      this.#statements.set(name, statement);
    }
    const { text, names } = statement;
    const values = names.map((parameter) => parameters[parameter]);
    const { lists, ...state } = await this.#pool.query<HeadRow & Pick<Answer<Lists>, 'lists'>>(
      { name, text },
      values,
    );
    return { state, lists };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
