/**
 * Slow clients: each lists the newest ten blocks and pages through a block's transactions, and takes a few milliseconds
 * for each piece that it reads. Arguments: a base URL, height of the tip, clients, seconds. Prints how many pages were read.
 */
import { connect } from 'node:net';
import { AnswerReader } from './answer-reader.ts';

const [base, tip, clients, seconds] = process.argv.slice(2);
const { hostname, port, host } = new URL(base!);
const BLOCKS = 10;
const PAGE = 100;
const PAGES_OF_A_BLOCK = 390;
const PAUSE_MILLISECONDS = 5;
const ends = performance.now() + Number(seconds) * 1_000;
let pages = 0;

/** Every eighth request is the list; the pages of one client are of one block after the other. */
function pathOf(client: number, turn: number): string {
  if (turn % 8 === 0) return `/blocks?limit=${BLOCKS}`;
  const height = Number(tip) - ((client + turn) % BLOCKS);
  return `/blocks/${height}/transactions?limit=${PAGE}&offset=${((turn * 7) % PAGES_OF_A_BLOCK) * PAGE}`;
}

function readSlowly(client: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const reader = new AnswerReader();
    let turn = client;
    const ask = (): void => {
      if (performance.now() > ends) return void socket.end(resolve);
      socket.write(`GET /api/v1${pathOf(client, turn++)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    };
    socket.on('error', reject).on('connect', ask);
    socket.on('data', (chunk: Buffer) => {
      socket.pause();
      setTimeout(() => socket.resume(), PAUSE_MILLISECONDS);
      if (!reader.take(chunk)) return;
      if (reader.status !== '200') throw new Error(`a page was answered with ${reader.status}`);
      pages += 1;
      ask();
    });
  });
}

await Promise.all(Array.from({ length: Number(clients) }, (_, client) => readSlowly(client)));
console.log(JSON.stringify({ pages }));
