/**
 * The ceiling of an API: bare `node:http`, without validation, entity tags, cache or log. Prints its port. Argument: a file with a
 * `BareResponse`, which it sends to all requests; or the path of a projection or the URL of its database, of which it sends pages of the
 * feed: the node's statement, the same fields by `JSON.stringify`, compressed like the node's.
 */
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';
import pg from 'pg';
import { connectionConfig } from '../../node/postgres/connection.ts';
import { type HeadRow, statementOf } from '../../node/postgres/reading-engine.ts';
import { POSTGRES } from '../../node/postgres/schema.ts';
import { questionsOf, type StateRow, type TransactionRow } from '@cairn/chain/projection';
import { SqliteReadingEngine } from '../../node/src/projection/sqlite/engine.ts';

export interface BareResponse {
  readonly status: number;
  /** Without the length and what `node:http` adds itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** As on the wire, in base64. */
  readonly body: string;
}

type Answer = (url: string, response: ServerResponse) => unknown;

interface Page {
  readonly state: Pick<StateRow, 'height' | 'transactions'>;
  readonly rows: readonly TransactionRow[];
}

function oneResponse(file: string): Answer {
  const { status, headers, body } = JSON.parse(readFileSync(file, 'utf8')) as BareResponse;
  const bytes = status === 304 ? undefined : Buffer.from(body, 'base64');
  const fields = { ...headers, ...(bytes && { 'Content-Length': `${bytes.length}` }) };
  return (_url, response) => response.writeHead(status, fields).end(bytes);
}

function feedOf(page: (limit: number, offset: number) => Page | Promise<Page>): Answer {
  return async (url, response) => {
    const { searchParams } = new URL(url, 'http://127.0.0.1');
    const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))];
    const { state, rows } = await page(limit, offset);
    const items = rows.map((row) => ({ ...row, confirmations: state.height - row.height + 1 }));
    const pagination = { limit, offset, count: items.length, total: state.transactions };
    const body = brotliCompressSync(JSON.stringify({ network: 'devnet', items, pagination }), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    });
    const type = { 'Content-Type': 'application/json', 'Content-Encoding': 'br' };
    response.writeHead(200, { ...type, 'Content-Length': body.length }).end(body);
  };
}

function sqliteFeed(path: string): Answer {
  const engine = new SqliteReadingEngine(path);
  const { feed } = questionsOf(engine.dialect);
  return feedOf((limit, offset) => {
    const { state, lists } = engine.ask(feed, { limit, offset });
    return { state, rows: lists.transactions };
  });
}

function postgresFeed(url: string): Answer {
  const pool = new pg.Pool({ ...connectionConfig(url, 'bare'), max: 8 }); // as many connections as a replica has
  const { text, names } = statementOf(questionsOf(POSTGRES).feed, { offset: 0, limit: 0 });
  return feedOf(async (limit, offset) => {
    const values = names.map((name) => (name === 'limit' ? limit : offset));
    type Row = HeadRow & { readonly lists: { readonly transactions: TransactionRow[] } };
    const { rows } = await pool.query<Row>({ name: 'feed', text, values });
    return { state: rows[0]!, rows: rows[0]!.lists.transactions };
  });
}

const source = process.argv[2]!;
const answer = source.endsWith('.json')
  ? oneResponse(source)
  : source.startsWith('postgres:')
    ? postgresFeed(source)
    : sqliteFeed(source);
const server = createServer(({ url }, response) => void answer(url!, response));
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
