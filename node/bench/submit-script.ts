/**
 * Submits signed transfers to a node over keep-alive connections, one at a time on each, as fast as it takes them; over
 * bare sockets, so that the load costs the machine little. Arguments: the RPC's URL, its token, a file of transactions
 * (213 bytes each), connections. Prints accepted, refused and seconds.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { TRANSACTION_SIZE } from '@cairn/protocol';

const [url, token, file, connections] = process.argv.slice(2);
const { hostname, port, host } = new URL(url!);
const transactions = readFileSync(file!);
const count = transactions.length / TRANSACTION_SIZE;
const head = `POST /v1/transactions HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
let next = 0;
let accepted = 0;

function requestOf(index: number): string {
  const raw = transactions.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE);
  const body = `{"raw":"${raw.toString('hex')}"}`;
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Bytes of the answer at the beginning of a text, once it is complete. */
function answerLength(text: string): number | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${text}`);
  const total = headEnd + 4 + Number(length);
  return text.length < total ? undefined : total;
}

function submitOnOneConnection(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    let received = '';
    const submitNext = (): void => {
      if (next < count) socket.write(requestOf(next++));
      else socket.end(resolve);
    };
    socket.on('error', reject).on('connect', submitNext);
    socket.on('data', (text: string) => {
      received += text;
      const length = answerLength(received);
      if (length === undefined) return;
      if (received.startsWith('HTTP/1.1 202')) accepted += 1;
      received = received.slice(length);
      submitNext();
    });
  });
}

const began = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, submitOnOneConnection));
const seconds = (performance.now() - began) / 1_000;
console.log(JSON.stringify({ accepted, refused: count - accepted, seconds }));
