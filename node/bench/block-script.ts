/**
 * Validates full blocks, each after the previous one is written, and prints the milliseconds of each but the first as
 * JSON. Argument: a file of block records.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTransactions } from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import { pino } from 'pino';
import { Chain } from '../src/chain/chain.ts';
import { RECORD_HEADER_SIZE } from '../src/storage/block-files.ts';
import { openDataDirectory } from '../src/storage/data-directory.ts';
import { FULL_BLOCK } from './bench-chain.ts';
import { NETWORK } from './senders.ts';

const path = mkdtempSync(join(tmpdir(), 'cairn-bench-block-'));
const dataDirectory = openDataDirectory(path, NETWORK);
const clock = (): number => Math.floor(Date.now() / 1_000);
const chain = await Chain.open({ dataDirectory, network: NETWORK, logger: pino({ level: 'warn' }), clock });
const handle = await open(process.argv[2]!, 'r');
const milliseconds: number[] = [];
try {
  for await (const raw of blocksOf(handle)) {
    const began = performance.now();
    await chain.offerBlock(raw);
    milliseconds.push(performance.now() - began);
    if (countTransactions(raw.length) <= FULL_BLOCK) milliseconds.pop(); // not a full block
  }
} finally {
  await handle.close();
  await chain.close();
  dataDirectory.close();
  rmSync(path, { recursive: true });
}
console.log(JSON.stringify(milliseconds.slice(1))); // the first one warms up

/** All blocks except the genesis block. */
async function* blocksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  const { size } = await file.stat();
  const header = new Uint8Array(RECORD_HEADER_SIZE);
  for (let offset = 0; offset < size;) {
    await file.read(header, 0, RECORD_HEADER_SIZE, offset);
    const raw = new Uint8Array(readU32(header, 4));
    await file.read(raw, 0, raw.length, offset + RECORD_HEADER_SIZE);
    if (offset > 0) yield raw;
    offset += RECORD_HEADER_SIZE + raw.length;
  }
}
