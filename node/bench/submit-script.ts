/**
 * Submits signed transfers to a node over keep-alive connections, as fast as it takes them. Arguments: the RPC's URL,
 * its token, a file of transactions (213 bytes each), connections. Prints accepted, refused and seconds.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { TRANSACTION_SIZE } from '@cairn/protocol';

const [url, token, file, connections] = process.argv.slice(2);
const transactions = readFileSync(file!);
const count = transactions.length / TRANSACTION_SIZE;
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const target = new URL('/v1/transactions', url);

function submit(index: number): Promise<number> {
  const raw = transactions.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE);
  const body = `{"raw":"${raw.toString('hex')}"}`;
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  };
  return new Promise((resolve, reject) => {
    const sent = request(target, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    });
    sent.on('error', reject).end(body);
  });
}

const statuses = new Map<number, number>();
let next = 0;
const began = performance.now();
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (next < count) {
      const status = await submit(next++);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }),
);
const seconds = (performance.now() - began) / 1_000;
agent.destroy();
const accepted = statuses.get(202) ?? 0;
console.log(JSON.stringify({ accepted, refused: count - accepted, seconds }));
