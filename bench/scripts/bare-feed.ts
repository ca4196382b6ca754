/**
 * The ceiling of first requests: bare `node:http` that runs the statement of a feed page, in SQLite or with `pg`, and sends the same
 * fields with `JSON.stringify`, compressed like the node's. It has no validation, entity tags, cache or log. Argument: the path of the
 * projection, or the database's URL.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import pg from 'pg';
import { connectionConfig } from '../../node/postgres/connection.ts';
import { type HeadRow, statementOf } from '../../node/postgres/reading-engine.ts';
import { POSTGRES } from '../../node/postgres/schema.ts';
import type { StateRow, TransactionRow } from '../../node/src/projection/answers.ts';
import { questionsOf } from '../../node/src/projection/questions.ts';
import { SqliteReadingEngine } from '../../node/src/projection/sqlite/engine.ts';
import { serve } from './serve.ts';

interface Page {
  readonly state: Pick<StateRow, 'height' | 'transactions'>;
  readonly rows: readonly TransactionRow[];
}

interface Database {
  page(limit: number, offset: number): Page | Promise<Page>;
  close(): Promise<void>;
}

function sqlite(path: string): Database {
  const engine = new SqliteReadingEngine(path);
  const { feed } = questionsOf(engine.dialect);
  return {
    page(limit, offset) {
      const { state, lists } = engine.ask(feed, { limit, offset });
      return { state, rows: lists.transactions };
    },
    close: () => engine.close(),
  };
}

function postgres(url: string): Database {
  const pool = new pg.Pool({ ...connectionConfig(url, 'bare'), max: 8 }); // as many connections as a replica has
  const { text, names } = statementOf(questionsOf(POSTGRES).feed, { offset: 0, limit: 0 });
  return {
    async page(limit, offset) {
      const values = names.map((name) => (name === 'limit' ? limit : offset));
      type Row = HeadRow & { readonly lists: { readonly transactions: TransactionRow[] } };
      const { rows } = await pool.query<Row>({ name: 'feed', text, values });
      return { state: rows[0]!, rows: rows[0]!.lists.transactions };
    },
    close: () => pool.end(),
  };
}

const place = process.argv[2]!;
const database = place.startsWith('postgres:') ? postgres(place) : sqlite(place);

async function compressedPage(url: string): Promise<Buffer> {
  const { searchParams } = new URL(url, 'http://127.0.0.1');
  const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))];
  const { state, rows } = await database.page(limit, offset);
  const items = rows.map((row) => ({ ...row, confirmations: state.height - row.height + 1 }));
  const pagination = { limit, offset, count: items.length, total: state.transactions };
  return brotliCompressSync(JSON.stringify({ network: 'devnet', items, pagination }), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  });
}

async function sendPage({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await compressedPage(url!);
  const type = { 'Content-Type': 'application/json', 'Content-Encoding': 'br' };
  response.writeHead(200, { ...type, 'Content-Length': body.length }).end(body);
}

serve(
  (request, response) => void sendPage(request, response),
  () => database.close(),
);
