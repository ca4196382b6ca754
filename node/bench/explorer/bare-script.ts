/**
 * The ceiling: a bare `node:http` server that sends the same answer to every request. Argument: a file with the answer
 * (JSON: `BareAnswer`). Prints its port.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BareAnswer } from './bare-server.ts';

const { status, headers, body: base64 } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareAnswer;
const body = Buffer.from(base64, 'base64');
const fields = { ...headers, ...(status === 304 ? {} : { 'Content-Length': String(body.length) }) };
const server = createServer((_, response) => {
  response.writeHead(status, fields);
  response.end(status === 304 ? undefined : body);
});
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
