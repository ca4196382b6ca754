/**
 * Submits signed transfers to a node with autocannon, one at a time on each connection, as fast as it accepts them.
 * Arguments: the RPC's URL, its token, a file of transactions (213 bytes each), connections. Prints accepted, refused
 * and seconds as JSON.
 */
import { readFileSync } from 'node:fs';
import { TRANSACTION_SIZE } from '@cairn/protocol';
import autocannon from 'autocannon';

const [url, token, file, connections] = process.argv.slice(2);
const transactions = readFileSync(file!);
const count = transactions.length / TRANSACTION_SIZE;
let next = 0;

/**
 * The body with the next transfer. autocannon prepares one request more for each connection than it sends; these
 * surplus bodies start again with the first transfer.
 */
function nextBody(): string {
  const start = (next++ % count) * TRANSACTION_SIZE;
  return `{"raw":"${transactions.toString('hex', start, start + TRANSACTION_SIZE)}"}`;
}

const began = performance.now();
const result = await autocannon({
  url: `${url}/v1/transactions`,
  method: 'POST',
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  connections: Number(connections),
  amount: count,
  requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }],
});
const seconds = (performance.now() - began) / 1_000;
console.log(JSON.stringify({ accepted: result['2xx'], refused: count - result['2xx'], seconds }));
