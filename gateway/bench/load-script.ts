/**
 * Asks a server for the same thing over keep-alive connections, one request at a time on each, over bare sockets, so that
 * the load itself costs the machine little. Argument: a file with a `LoadOrder` (JSON). Prints `LoadResult` as JSON.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { LoadOrder, LoadResult } from './load.ts';

const { port, request, connections, seconds } = JSON.parse(
  readFileSync(process.argv[2]!, 'utf8'),
) as LoadOrder;
const bytes = Buffer.from(request, 'latin1');
/** What comes before is not counted: the servers and their connections warm up. */
const WARM_UP_MILLISECONDS = 500;
const HEAD_END = '\r\n\r\n';
const latencies: number[] = [];
let isCounting = false;
let isOver = false;

/** @returns bytes of the whole answer once its head is there */
function measureAnswer(text: string): number {
  const end = text.indexOf(HEAD_END);
  if (end === -1) return Infinity;
  if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(`not 200: ${text}`);
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${text}`);
  return end + HEAD_END.length + Number(length);
}

function askOnOneConnection(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
    let received = '';
    let asked = 0;
    const ask = (): void => {
      if (isOver) return void socket.end(resolve);
      received = '';
      asked = performance.now();
      socket.write(bytes);
    };
    socket.on('error', reject).on('connect', ask);
    socket.on('close', () => (isOver ? resolve() : reject(new Error('a connection was closed'))));
    socket.on('data', (text: string) => {
      received += text;
      if (received.length < measureAnswer(received)) return;
      if (isCounting) latencies.push(performance.now() - asked);
      ask();
    });
  });
}

const asking = Promise.all(Array.from({ length: connections }, askOnOneConnection));
asking.catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
await new Promise((resolve) => setTimeout(resolve, WARM_UP_MILLISECONDS));
isCounting = true;
const began = performance.now();
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
isCounting = false;
const elapsed = (performance.now() - began) / 1_000;
isOver = true;
await asking;
const sorted = Float64Array.from(latencies).sort();
const result: LoadResult = {
  rate: sorted.length / elapsed,
  median: sorted[Math.floor(sorted.length / 2)] ?? 0,
  p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
};
console.log(JSON.stringify(result));
