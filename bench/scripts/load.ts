/**
 * Sends the requests of a task, one at a time on each connection, again and again. Bodies are not decoded: a load generator that
 * works harder than the server would measure itself. Argument: a file with a `Task`. Prints a `Load`.
 */
import { readFileSync } from 'node:fs';
import { Client, type Dispatcher } from 'undici';
import type { Load, Request, Task } from '../load.ts';

/** Time at the start that is not counted, because server and connections warm up. */
const WARM_UP_MS = 300;

const task = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Task;
const { base, requests, seconds, connections } = task;
const share = Math.max(1, Math.floor(requests.length / connections));
const began = performance.now() + WARM_UP_MS;
const ends = began + seconds * 1_000;
const latencies: number[] = [];
let last = began;

function send(client: Client, { path, tag }: Request): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { ...task.headers, ...(tag !== undefined && { 'If-None-Match': tag }) };
  const sent = performance.now();
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => undefined,
    onResponseStart: (_controller, status) => {
      if (status !== task.status) reject(new Error(`${status} for ${path}`));
    },
    onResponseData: () => undefined,
    onResponseEnd: () => {
      const now = performance.now();
      if (now >= began) latencies.push((last = now) - sent);
      resolve();
    },
    onResponseError: (_controller, error) => reject(error),
  };
  client.dispatch({ method: 'GET', path, headers }, handler);
  return promise;
}

async function loadOn(connection: number): Promise<void> {
  const client = new Client(base, { pipelining: 1 });
  const first = (connection * share) % requests.length;
  const own = requests.slice(first, first + share);
  for (let turn = 0; performance.now() < ends; turn += 1) await send(client, own[turn % own.length]!);
  await client.close();
}

const loads = Promise.all(Array.from({ length: connections }, (_, connection) => loadOn(connection)));
await loads.catch(({ message }: Error) => {
  console.error(message);
  process.exit(1);
});
const sorted = Float64Array.from(latencies).sort();
const at = (quantile: number): number => sorted[Math.floor(sorted.length * quantile)] ?? NaN;
const result: Load = {
  rate: (1_000 * sorted.length) / (last - began),
  median: at(0.5),
  p99: at(0.99),
};
console.log(JSON.stringify(result));
