/**
 * Measures the longest turn of the event loop during the slowest operations of a node with a full mempool, in
 * milliseconds of the thread's processor time, which other processes do not affect, and of all of a block template's turns.
 * Prints them as JSON: `Turns`.
 * Arguments: a file of block records that ends with a full block, a file of transfers that follow it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { TRANSACTION_SIZE } from '@cairn/protocol';
import { pino } from 'pino';
import { Chain } from '../src/chain/chain.ts';
import { MEMPOOL_POLICY } from '../src/mempool/policy.ts';
import { Mempool } from '../src/mempool/mempool.ts';
import { composeBlock as composeTemplate } from '../src/miner/block-template.ts';
import { openDataDirectory } from '../src/storage/data-directory.ts';
import { BlockMaker, readBlocks } from './bench-chain.ts';
import { NETWORK, senderAddresses } from './senders.ts';
import { stepBack } from '../src/chain/test-support.ts';

/** What this script measures, in milliseconds. */
export interface Turns {
  /** By operation. */
  readonly longest: Readonly<Record<string, number>>;
  /** A block template with a full mempool, from call to result. */
  readonly template: number;
}

/** Time after each call during which its remaining work is measured too. */
const SETTLING_MS = 2_000;

const [blockFile, transferFile] = process.argv.slice(2) as [string, string];
const path = mkdtempSync(join(tmpdir(), 'cairn-bench-turns-'));
const dataDirectory = openDataDirectory(path, NETWORK);
const logger = pino({ level: 'warn' });
let clockOffset = 0;
const clock = (): number => Date.now() + clockOffset;
const chain = await Chain.open({
  dataDirectory,
  network: NETWORK,
  logger,
  clock: () => Math.floor(clock() / 1_000),
});
const open = (): Promise<Mempool> => Mempool.open({ chain, directory: dataDirectory.mempool, clock, logger });
const miner = senderAddresses()[0]!;
const longest: Record<string, number> = {};
let template = 0;
let mempool: Mempool | undefined;
try {
  const [genesis, funding, full] = readBlocks(blockFile) as [Uint8Array, Uint8Array, Uint8Array];
  const transfers = readFileSync(transferFile);
  await chain.appendBlock(funding);
  await chain.appendBlock(full);
  mempool = await open();
  const size = MEMPOOL_POLICY.pendingInAll * TRANSACTION_SIZE;
  for (let offset = 0; offset < size; offset += 1_000 * TRANSACTION_SIZE) {
    const slice = transfers.subarray(offset, offset + 1_000 * TRANSACTION_SIZE);
    const raws = Array.from({ length: 1_000 }, (_, index) =>
      slice.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE),
    );
    await Promise.all(raws.map((raw) => mempool!.submit(raw)));
  }
  if (mempool.size() !== MEMPOOL_POLICY.pendingInAll) throw new Error(`only ${mempool.size()} are pending`);
  await measure('block template', async () => {
    const now = Math.floor(clock() / 1_000);
    const begin = performance.now();
    await chain.composeOnTip((tip) => composeTemplate(tip, mempool!.inBlockOrder(), miner, now));
    template = performance.now() - begin;
  });
  await measure('mempool opened', async () => {
    await mempool!.close();
    mempool = await open();
  });
  await measure('full block stepped back', () => stepBack(chain));
  await measure('full block connected', () => chain.appendBlock(full));
  const rivals = await BlockMaker.after([genesis, funding]);
  const rival = await rivals.next();
  const second = await rivals.next();
  await chain.offerBlock(rival);
  await measure('full block replaced', () => chain.offerBlock(second));
  const heavier = await BlockMaker.after([genesis, funding, full]);
  await chain.offerBlock(await heavier.next());
  const heaviest = await heavier.next();
  await measure('full block restored', () => chain.offerBlock(heaviest));
  clockOffset = 1_000 * (MEMPOOL_POLICY.expirySeconds + 1);
  await measure('all pending expire', () => mempool!.maintain());
  if (mempool.size() !== 0) throw new Error(`${mempool.size()} did not expire`);
} finally {
  await mempool?.close();
  await chain.close();
  dataDirectory.close();
  rmSync(path, { recursive: true });
}
console.log(JSON.stringify({ longest, template } satisfies Turns));

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  let isRunning = true;
  let last = processorTime();
  longest[name] = 0;
  const turn = (): void => {
    const now = processorTime();
    longest[name] = Math.max(longest[name]!, now - last);
    last = now;
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await sleep(SETTLING_MS);
  isRunning = false;
  await nextTurn();
}

/** Processor time of this thread in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
