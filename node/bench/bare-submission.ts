/**
 * What the parts of a submission cost by themselves: `node:http` takes the transfers, a thread verifies them, a LevelDB
 * gets them in synced batches before they are answered, and every two seconds a second one gets three entries of each, as
 * the index does of a block. No rule of the mempool, no block, no routing. Argument: a folder. Prints its URL.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { concatBytes, TRANSACTION_SIZE, transactionIdBytes } from '@cairn/protocol';
import { Level } from 'level';
import type { FaultParts, TaskAnswer } from '../src/chain/transaction-checks.ts';
import { NETWORK } from './senders.ts';

const BLOCK_MILLISECONDS = 2_000;
const BATCHES_UNDER_WAY = 2;
const PRESENT = Uint8Array.of(1);

interface Submission {
  readonly raw: Uint8Array;
  readonly id: Uint8Array;
  readonly response: ServerResponse;
}

const folder = process.argv[2]!;
const options = { compression: false, keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;
const pendingStore = new Level<Uint8Array, Uint8Array>(join(folder, 'pending'), options);
const index = new Level<Uint8Array, Uint8Array>(join(folder, 'index'), options);
const verifier = new Piscina<Uint8Array, TaskAnswer<FaultParts | undefined>>({
  filename: new URL('../src/chain/transaction-checks.ts', import.meta.url).href,
  workerData: { network: NETWORK.name },
  maxThreads: 1,
});
let arrived: Submission[] = [];
let verified: Submission[] = [];
let pending: Submission[] = [];
let underWay = 0;
let storing = false;

async function verify(): Promise<void> {
  if (arrived.length === 0 || underWay === BATCHES_UNDER_WAY) return;
  const batch = arrived;
  arrived = [];
  underWay += 1;
  const answer = await verifier.run(concatBytes(...batch.map(({ raw }) => raw)), { name: 'judge' });
  if ('error' in answer) throw answer.error;
  if (answer.result !== undefined) throw new Error(answer.result.message);
  underWay -= 1;
  verified.push(...batch);
  void store();
  void verify();
}

async function store(): Promise<void> {
  if (storing) return;
  storing = true;
  while (verified.length > 0) {
    const batch = verified;
    verified = [];
    const puts = batch.map(({ id, raw }) => ({ type: 'put' as const, key: id, value: raw }));
    await pendingStore.batch(puts, { sync: true });
    for (const submission of batch) answer(submission);
    pending.push(...batch);
  }
  storing = false;
}

function answer({ id, raw, response }: Submission): void {
  const [hex, bytes] = [id, raw].map((part) => Buffer.from(part).toString('hex'));
  const body = JSON.stringify({
    network: NETWORK.name,
    accepted: true,
    transaction: { id: hex, raw: bytes },
  });
  response.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
}

async function confirm(): Promise<void> {
  const block = pending;
  pending = [];
  const entries = block.flatMap(({ id, raw }, place) =>
    [id, raw.subarray(17, 51), raw.subarray(51, 85)].map((part) => {
      const key = concatBytes(part, Uint8Array.of(place >> 16, place >> 8, place));
      return { type: 'put' as const, key, value: PRESENT };
    }),
  );
  await index.batch(entries, { sync: true });
  await pendingStore.batch(block.map(({ id }) => ({ type: 'del' as const, key: id })));
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { raw: hex } = JSON.parse(Buffer.concat(parts).toString('latin1')) as { raw: string };
    const raw = Buffer.from(hex, 'hex');
    if (raw.length !== TRANSACTION_SIZE) throw new Error(`a transfer of ${raw.length} bytes`);
    arrived.push({ raw, id: transactionIdBytes(raw), response });
    if (arrived.length === 1) setImmediate(() => void verify());
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
setInterval(() => void confirm(), BLOCK_MILLISECONDS);
process.on('SIGTERM', () => process.exit(0));
