/**
 * The ceiling of a replica's answers: bare `node:http` that runs the statement of a feed page with `pg`, and sends the
 * same fields with `JSON.stringify`, compressed like the replica's. It has no validation, entity tags, cache or log.
 * Argument: the database's URL. Prints its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';
import pg from 'pg';
import { connectionConfig } from '../../postgres/connection.ts';
import { statementOf, type HeadRow } from '../../postgres/reading-engine.ts';
import { POSTGRES } from '../../postgres/schema.ts';
import { questionsOf } from '../../src/projection/questions.ts';
import type { TransactionRow } from '../../src/projection/answers.ts';

/** With as many connections as a replica. */
const pool = new pg.Pool({ ...connectionConfig(process.argv[2]!, 'bare'), max: 8 });
const { text, names } = statementOf(questionsOf(POSTGRES).feed, { offset: 0, limit: 0 });

type PageRow = HeadRow & { lists: { transactions: TransactionRow[] } };

const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { searchParams } = new URL(request.url!, 'http://127.0.0.1');
  const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))];
  const values = names.map((name) => (name === 'limit' ? limit : offset));
  const { rows } = await pool.query<PageRow>({ name: 'feed', text, values });
  const body = brotliCompressSync(JSON.stringify(bodyOf(rows[0]!, limit, offset)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  });
  const type = { 'Content-Type': 'application/json', 'Content-Encoding': 'br' };
  response.writeHead(200, { ...type, 'Content-Length': body.length }).end(body);
}

function bodyOf(
  { lists: { transactions }, height, transactions: total }: PageRow,
  limit: number,
  offset: number,
) {
  const items = transactions.map((one) => ({ ...one, confirmations: height - one.height + 1 }));
  return { network: 'devnet', items, pagination: { limit, offset, count: items.length, total } };
}

server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
