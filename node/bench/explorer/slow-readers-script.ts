/**
 * Slow clients: each lists the newest ten blocks and pages through their transactions, with a pause of a few
 * milliseconds after each chunk. Arguments: a base URL, height of the tip, clients, seconds. Prints the number of pages
 * read.
 */
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [base, tip, clients, seconds] = process.argv.slice(2);
const BLOCKS = 10;
const PAGE = 100;
const PAGES_OF_A_BLOCK = 390;
const PAUSE_MS = 5;
const ends = performance.now() + Number(seconds) * 1_000;
let pages = 0;

/** Every eighth request is the list; the others are pages of alternating blocks. */
function pathOf(client: number, turn: number): string {
  if (turn % 8 === 0) return `/blocks?limit=${BLOCKS}`;
  const height = Number(tip) - ((client + turn) % BLOCKS);
  return `/blocks/${height}/transactions?limit=${PAGE}&offset=${((turn * 7) % PAGES_OF_A_BLOCK) * PAGE}`;
}

async function readSlowly(client: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = client; performance.now() < ends; turn += 1) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${base}/api/v1${pathOf(client, turn)}`, { agent }, resolve).on('error', reject);
    });
    if (response.statusCode !== 200) throw new Error(`a page was answered with ${response.statusCode}`);
    // oxlint-disable-next-line no-unused-vars -- only the time of reading matters
    for await (const _chunk of response) await sleep(PAUSE_MS);
    pages += 1;
  }
  agent.destroy();
}

await Promise.all(Array.from({ length: Number(clients) }, (_, client) => readSlowly(client)));
console.log(JSON.stringify({ pages }));
