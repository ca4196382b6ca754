/**
 * Gives blocks to a new chain. Argument: a file of block records, whose full blocks it validates, each after the previous one is
 * written; it prints the milliseconds of each but the first, which warms up. With three files, the common blocks and two branches, it
 * also has a mempool and an index, switches from the old branch to the new one and prints a `Switch`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countTransactions } from '@cairn/protocol';
import { pino } from 'pino';
import { Chain } from '@cairn/chain';
import { nodeHome } from '../../node/src/home/node-home.ts';
import { runtime } from '../../node/src/home/runtime.ts';
import { Mempool } from '@cairn/chain/mempool';
import { startSqliteProjection } from '../../node/src/projection/index.ts';
import { openDataDirectory } from '../../node/src/home/data-directory.ts';
import { levelFolder } from '../../node/src/home/level-folder.ts';
import { FULL_BLOCK, NETWORK, readRecords } from '../chain.ts';

/** Milliseconds until the chain has switched, and until the index has too. */
export interface Switch {
  readonly chain: number;
  readonly index: number;
}

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-chain-'));
const dataDirectory = openDataDirectory(folder, NETWORK);
const logger = pino({ level: 'error' });
const clock = (): number => Math.floor(Date.now() / 1_000);
const chain = await Chain.open({ home: nodeHome(dataDirectory), network: NETWORK, logger, clock });
const [common, oldBranch, newBranch] = process.argv.slice(2).map((path) => readRecords(path));
console.log(JSON.stringify(newBranch ? await switchTo(newBranch) : await validate()));
await chain.close();
dataDirectory.close();
rmSync(folder, { recursive: true });

async function validate(): Promise<number[]> {
  const milliseconds: number[] = [];
  for await (const raw of common!) {
    const began = performance.now();
    await chain.offerBlock(raw); // genesis is known
    if (countTransactions(raw.length) > FULL_BLOCK) milliseconds.push(performance.now() - began);
  }
  return milliseconds.slice(1);
}

async function switchTo(branch: AsyncIterable<Uint8Array>): Promise<Switch> {
  const mempool = await Mempool.open({
    chain,
    place: levelFolder(dataDirectory.mempool),
    clock: Date.now,
    runtime,
    logger,
  });
  const projection = startSqliteProjection({ chain, path: dataDirectory.projection, logger });
  const untilIndexed = async (): Promise<void> => {
    for (;;) {
      const { state, indexedHeight } = projection.status();
      if (state === 'ready' && indexedHeight === chain.tip().height) return;
      await sleep(1);
    }
  };
  for (const blocks of [common!, oldBranch!]) for await (const raw of blocks) await chain.offerBlock(raw);
  const raws = await Array.fromAsync(branch);
  for (const raw of raws.slice(0, -1)) await chain.offerBlock(raw);
  await untilIndexed();
  const began = performance.now();
  const { outcome } = await chain.offerBlock(raws.at(-1)!);
  const switched = performance.now() - began;
  if (outcome !== 'reorganized') throw new Error(`the last block was ${outcome}`);
  await untilIndexed();
  const indexed = performance.now() - began;
  await projection.close();
  await mempool.close();
  return { chain: switched, index: indexed };
}
