/**
 * Makes a chain with a mempool and an index switch to another branch. Arguments: files of block records: the common blocks, the
 * old branch, the new one. Prints a `Switch`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Mempool } from '../../node/src/mempool/mempool.ts';
import { startSqliteProjection } from '../../node/src/projection/index.ts';
import { readRecords } from '../chain.ts';
import { openChain } from './open-chain.ts';

/** Milliseconds until the chain has switched, and until the index has too. */
export interface Switch {
  readonly chain: number;
  readonly index: number;
}

const [common, oldBranch, newBranch] = await Promise.all(
  process.argv.slice(2).map((path) => Array.fromAsync(readRecords(path))),
);
const { chain, dataDirectory, logger, close } = await openChain();
const mempool = await Mempool.open({ chain, directory: dataDirectory.mempool, clock: Date.now, logger });
const projection = startSqliteProjection({ chain, path: dataDirectory.projection, logger });

async function untilIndexed(): Promise<void> {
  const isIndexed = (): boolean => {
    const { state, indexedHeight } = projection.status();
    return state === 'ready' && indexedHeight === chain.tip().height;
  };
  while (!isIndexed()) await sleep(1);
}

for (const raw of [...common!.slice(1), ...oldBranch!]) await chain.appendBlock(raw);
for (const raw of newBranch!.slice(0, -1)) await chain.offerBlock(raw);
await untilIndexed();
const began = performance.now();
const { outcome } = await chain.offerBlock(newBranch!.at(-1)!);
const onChain = performance.now() - began;
if (outcome !== 'reorganized') throw new Error(`the last block was ${outcome}`);
await untilIndexed();
const result: Switch = { chain: onChain, index: performance.now() - began };
await projection.close();
await mempool.close();
await close();
console.log(JSON.stringify(result));
