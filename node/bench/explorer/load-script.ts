/**
 * Sends requests like a browser's to a server with autocannon. Arguments: a base URL, a file of requests (JSON:
 * `Request[]`), connections, seconds. Each connection sends a part of the requests in order. Prints `LoadResult` as
 * JSON.
 */
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { BROWSER_HEADERS, WARM_UP_SECONDS, type LoadResult, type Request } from './load.ts';

const [base, file, count, seconds] = process.argv.slice(2);
const requests = JSON.parse(readFileSync(file!, 'utf8')) as Request[];
const connections = Number(count);
const share = Math.max(1, Math.floor(requests.length / connections));
let clients = 0;

const statuses: Record<string, number> = {};
const latencies: number[] = [];
let bytes = 0;
const began = performance.now() + WARM_UP_SECONDS * 1_000;
let last = began;

const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
const settings: autocannon.Options = {
  url: base!,
  connections,
  duration: WARM_UP_SECONDS + Number(seconds),
  setupClient: (client) => {
    const start = (clients++ * share) % requests.length;
    const own = requests.slice(start, start + share);
    client.setRequests(
      own.map(({ path, tag }) => ({
        method: 'GET',
        path,
        headers: { ...BROWSER_HEADERS, ...(tag !== undefined && { 'If-None-Match': tag }) },
      })),
    );
  },
};
const run = autocannon(settings, (error: Error | null, result) =>
  error === null ? resolve(result) : reject(error),
);
// autocannon's own histogram has whole milliseconds only, and includes the warm-up.
run.on('response', (_client, status, length, milliseconds) => {
  const now = performance.now();
  if (now < began) return;
  last = now;
  statuses[status] = (statuses[status] ?? 0) + 1;
  latencies.push(milliseconds);
  bytes += length;
});
const { errors } = await promise;
if (errors > 0) throw new Error(`${errors} requests failed`);
const sorted = Float64Array.from(latencies).sort();
const result: LoadResult = {
  rate: (1_000 * sorted.length) / Math.max(1, last - began),
  p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  meanBytes: bytes / Math.max(1, sorted.length),
  statuses,
};
console.log(JSON.stringify(result));
