/**
 * Asks a server over keep-alive connections, one request at a time on each, over bare sockets, so that the load costs
 * the machine little. Arguments: a base URL, a file of requests (JSON: `Request[]`), connections, seconds. Every
 * connection goes through the requests from a place of its own. Prints `LoadResult` as JSON.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { AnswerReader } from './answer-reader.ts';
import { WARM_UP_SECONDS, type LoadResult, type Request } from './load.ts';

const [base, file, connections, seconds] = process.argv.slice(2);
const { hostname, port, host } = new URL(base!);
const requests = (JSON.parse(readFileSync(file!, 'utf8')) as Request[]).map(({ path, tag }) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${tag === undefined ? '' : `If-None-Match: ${tag}\r\n`}\r\n`,
  ),
);
const statuses: Record<string, number> = {};
const latencies: number[] = [];
let bytes = 0;
let isCounting = false;
let isOver = false;

function askOnOneConnection(first: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setNoDelay();
    const reader = new AnswerReader();
    let next = first;
    let asked = 0;
    const ask = (): void => {
      if (isOver) return void socket.end(resolve);
      asked = performance.now();
      socket.write(requests[next++ % requests.length]!);
    };
    socket.on('error', reject).on('connect', ask);
    socket.on('data', (chunk: Buffer) => {
      if (!reader.take(chunk)) return;
      if (isCounting) note(reader.status, reader.length, performance.now() - asked);
      ask();
    });
  });
}

function note(status: string, length: number, milliseconds: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
  latencies.push(milliseconds);
  bytes += length;
}

const count = Number(connections);
const share = Math.ceil(requests.length / count);
const asking = Array.from({ length: count }, (_, index) => askOnOneConnection(index * share));
await new Promise((resolve) => setTimeout(resolve, WARM_UP_SECONDS * 1_000));
isCounting = true;
const began = performance.now();
await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1_000));
isCounting = false;
const elapsed = (performance.now() - began) / 1_000;
isOver = true;
await Promise.all(asking);
const sorted = Float64Array.from(latencies).sort();
const result: LoadResult = {
  rate: sorted.length / elapsed,
  p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  meanBytes: bytes / Math.max(1, sorted.length),
  statuses,
};
console.log(JSON.stringify(result));
