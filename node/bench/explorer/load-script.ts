/**
 * Sends requests like a browser's to a server, one at a time on each connection. Arguments: a base URL, a file of requests
 * (JSON: `Request[]`), connections, seconds. Each connection sends a part of the requests in order, again and again. Bodies are
 * counted but not decoded: a load generator that works harder than the server would measure itself. Prints `LoadResult` as JSON.
 */
import { readFileSync } from 'node:fs';
import { Client, type Dispatcher } from 'undici';
import { BROWSER_HEADERS, WARM_UP_SECONDS, type LoadResult, type Request } from './load.ts';

const [base, file, count, seconds] = process.argv.slice(2);
const requests = JSON.parse(readFileSync(file!, 'utf8')) as Request[];
const connections = Number(count);
const share = Math.max(1, Math.floor(requests.length / connections));

const statuses: Record<string, number> = {};
const latencies: number[] = [];
let bytes = 0;
let answers = 0;
const began = performance.now() + WARM_UP_SECONDS * 1_000;
const ends = began + Number(seconds) * 1_000;
let last = began;

/** Sends one request. @returns when its answer has ended */
function ask(client: Client, { path, tag }: Request): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { ...BROWSER_HEADERS, ...(tag !== undefined && { 'If-None-Match': tag }) };
  const sent = performance.now();
  let status = 0;
  let length = 0;
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => undefined,
    onResponseStart: (_controller, code) => void (status = code),
    onResponseData: (_controller, chunk) => void (length += chunk.length),
    onResponseEnd: () => {
      const now = performance.now();
      answers += 1;
      if (now >= began) {
        last = now;
        statuses[status] = (statuses[status] ?? 0) + 1;
        latencies.push(now - sent);
        bytes += length;
      }
      resolve();
    },
    onResponseError: (_controller, error) => reject(error),
  };
  client.dispatch({ method: 'GET', path, headers }, handler);
  return promise;
}

async function load(connection: number): Promise<void> {
  const client = new Client(base!, { pipelining: 1 });
  const start = (connection * share) % requests.length;
  const own = requests.slice(start, start + share);
  for (let turn = 0; performance.now() < ends; turn += 1) await ask(client, own[turn % own.length]!);
  await client.close();
}

await Promise.all(Array.from({ length: connections }, (_, connection) => load(connection)));
const sorted = Float64Array.from(latencies).sort();
const result: LoadResult = {
  rate: (1_000 * sorted.length) / Math.max(1, last - began),
  answers,
  p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  meanBytes: bytes / Math.max(1, sorted.length),
  statuses,
};
console.log(JSON.stringify(result));
