/**
 * Makes a chain with a mempool and an index switch to another branch, and prints the milliseconds until the chain and
 * until the index have switched. Arguments: files of block records: the common blocks, the old branch, the new one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Chain } from '../src/chain/chain.ts';
import { Mempool } from '../src/mempool/mempool.ts';
import { startSqliteProjection } from '../src/projection/index.ts';
import { openDataDirectory } from '../src/storage/data-directory.ts';
import { readBlocks } from './bench-chain.ts';
import { NETWORK } from './senders.ts';

const [common, oldBranch, newBranch] = process.argv.slice(2) as [string, string, string];
const path = mkdtempSync(join(tmpdir(), 'cairn-bench-reorganize-'));
const dataDirectory = openDataDirectory(path, NETWORK);
const logger = pino({ level: 'error' });
const clock = (): number => Math.floor(Date.now() / 1_000);
const chain = await Chain.open({ dataDirectory, network: NETWORK, logger, clock });
const directory = dataDirectory.mempool;
const mempool = await Mempool.open({ chain, directory, clock: Date.now, logger });
const projection = startSqliteProjection({ chain, path: dataDirectory.projection, logger });
try {
  const [, funding] = readBlocks(common);
  for (const raw of [funding!, ...readBlocks(oldBranch)]) await chain.appendBlock(raw);
  const blocks = readBlocks(newBranch);
  const last = blocks.pop()!;
  for (const raw of blocks) await chain.offerBlock(raw);
  await untilIndexed();
  const began = performance.now();
  const { outcome } = await chain.offerBlock(last);
  const onChain = performance.now() - began;
  if (outcome !== 'reorganized') throw new Error(`the last block was ${outcome}`);
  await untilIndexed();
  console.log(JSON.stringify({ chain: onChain, index: performance.now() - began }));
} finally {
  await projection.close();
  await mempool.close();
  await chain.close();
  dataDirectory.close();
  rmSync(path, { recursive: true });
}

async function untilIndexed(): Promise<void> {
  const isIndexed = (): boolean => {
    const { state, indexedHeight } = projection.status();
    return state === 'ready' && indexedHeight === chain.tip().height;
  };
  while (!isIndexed()) await sleep(1);
}
