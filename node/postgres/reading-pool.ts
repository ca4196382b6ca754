import pg from 'pg';
import { connectionConfig } from './connection.ts';
import type { Question } from './questions.ts';

/** A server that takes longer than this to answer is away, in milliseconds. */
const QUERY_MILLISECONDS = 10_000;
const IDLE_MILLISECONDS = 30_000;

/** PostgreSQL's words for "ask again": a standby had to apply what the statement was reading, or it was deadlocked. */
const CONFLICT = /^40/;
const ATTEMPTS = 3;

/** Connections that only read; each question is one statement of its own, and so of one moment. */
export class ReadingPool {
  readonly #pool: pg.Pool;

  /** @param size connections at the most */
  constructor(url: string, name: string, size: number) {
    this.#pool = new pg.Pool({
      ...connectionConfig(url, name),
      max: size,
      idleTimeoutMillis: IDLE_MILLISECONDS,
      query_timeout: QUERY_MILLISECONDS,
      statement_timeout: QUERY_MILLISECONDS,
      options: '-c default_transaction_read_only=on -c jit=off',
    });
    this.#pool.on('error', () => undefined); // an idle connection ended: the next question opens another
  }

  /** The one row that every question has. @throws pg's error */
  async ask<Row>({ name, text }: Question, values: readonly unknown[] = []): Promise<Row> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { rows } = await this.#pool.query<Row & pg.QueryResultRow>({ name, text, values: [...values] });
        const [row] = rows;
        if (row === undefined) throw new Error(`the database has no answer to ${name}`);
        return row;
      } catch (error) {
        if (attempt === ATTEMPTS || !CONFLICT.test((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
