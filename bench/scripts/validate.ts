/**
 * Validates full blocks, each after the previous one is written. Argument: a file of block records. Prints the milliseconds of each
 * but the first, which warms up.
 */
import { countTransactions } from '@cairn/protocol';
import { FULL_BLOCK, readRecords } from '../chain.ts';
import { openChain } from './open-chain.ts';

const { chain, close } = await openChain();
const milliseconds: number[] = [];
let height = 0;
for await (const raw of readRecords(process.argv[2]!)) {
  const began = performance.now();
  if (height > 0) await chain.offerBlock(raw);
  if (countTransactions(raw.length) > FULL_BLOCK) milliseconds.push(performance.now() - began);
  height += 1;
}
await close();
console.log(JSON.stringify(milliseconds.slice(1)));
