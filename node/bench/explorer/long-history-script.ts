/**
 * Reads the history of an address with nearly a million transactions, like that of a big exchange. No address of the
 * bench chain has as many, so the projection gets generated blocks and there is no chain. Arguments: a folder, number
 * of transactions. Prints `LongHistory` as JSON.
 */
import { join } from 'node:path';
import { hash } from 'node:crypto';
import {
  addressFromPublicKey,
  type BlockHeader,
  blockSize,
  encodeBlockHeader,
  encodeTransaction,
  MAX_BLOCK_TRANSACTIONS,
  transactionOffset,
  UNLOCK_SIG_SIZE,
} from '@cairn/protocol';
import type { LocatedBlock } from '../../src/chain/chain-types.ts';
import { createSqliteWriter } from '../../src/projection/sqlite/engine.ts';
import { NETWORK } from '../senders.ts';
import { openIndex } from './open-index.ts';

/** How long a page of 25 transactions takes at both ends of the history. */
export interface LongHistory {
  /** Number of transactions in the history. */
  readonly total: number;
  /** Smallest offset of the deep pages. */
  readonly depth: number;
  /** Microseconds of a page near offset 0. */
  readonly shallow: number;
  /** Microseconds of a page from offset `depth` on. */
  readonly deep: number;
}

const PAGES = 20_000;
const LIMIT = 25;
const [folder, transactions] = process.argv.slice(2);
const path = join(folder!, 'long-history.sqlite');
const exchange = addressOf(0);

function addressOf(number: number): string {
  return addressFromPublicKey(hash('sha512', String(number), 'buffer'), NETWORK);
}

function headerAt(height: number, miner: string): BlockHeader {
  const hash = '00'.repeat(32);
  const bits = NETWORK.proofOfWorkLimitBits!;
  return {
    version: 1,
    height,
    previousBlockId: hash,
    merkleRoot: hash,
    miner,
    timestamp: height * 60,
    bits,
    nonce: 0,
  };
}

/** A block whose transactions all go to the exchange. */
function makeBlock(height: number, senders: readonly string[]): LocatedBlock {
  const raw = new Uint8Array(blockSize(MAX_BLOCK_TRANSACTIONS));
  raw.set(encodeBlockHeader(headerAt(height, senders[0]!)));
  const ids = new Uint8Array(MAX_BLOCK_TRANSACTIONS * 32);
  // Without value: the senders have nothing, and the index knows no balance below zero.
  const shared = { chain: NETWORK.chainId, fee: 0n, value: 0n, unlockSig: new Uint8Array(UNLOCK_SIG_SIZE) };
  for (let index = 0; index < MAX_BLOCK_TRANSACTIONS; index += 1) {
    const fromAddress = senders[index % senders.length]!;
    const transaction = { ...shared, nonce: height, fromAddress, toAddress: exchange };
    raw.set(encodeTransaction(transaction), transactionOffset(index));
    ids.set([height, index >> 8, index & 0xff], index * 32);
  }
  const validated = { raw, transactionIds: ids };
  return { height, id: '00'.repeat(32), path: '', offset: 0, size: raw.length, validated };
}

function* makeBlocks(count: number): Generator<LocatedBlock> {
  const senders = Array.from({ length: 10_000 }, (_, index) => addressOf(index + 1));
  for (let height = 0; height < count; height += 1) yield makeBlock(height, senders);
}

const writer = createSqliteWriter({ path, chainId: NETWORK.chainId });
await writer.run({ type: 'open', isDamaged: false });
for (const block of makeBlocks(Math.ceil(Number(transactions) / MAX_BLOCK_TRANSACTIONS))) {
  await writer.run({ type: 'change', keep: block.height - 1, blocks: [block] });
}
await writer.run({ type: 'close' });
const reader = openIndex(path);

/** Reads pages at random offsets from `offset` up to `offset + spread`. */
async function microsecondsFrom(offset: number, spread: number): Promise<number> {
  const began = performance.now();
  for (let page = 0; page < PAGES; page += 1) {
    const { items } = await reader.addressTransactions(exchange, {
      offset: offset + Math.floor(Math.random() * spread),
      limit: LIMIT,
    });
    if (items.length !== LIMIT) throw new Error('a page is not full');
  }
  return ((performance.now() - began) * 1_000) / PAGES;
}

const { total } = await reader.addressTransactions(exchange, { offset: 0, limit: 1 });
const depth = Math.min(900_000, Math.floor(total * 0.9));
const spread = Math.floor((total - depth - LIMIT) / 2);
await microsecondsFrom(0, spread); // warms up
const result: LongHistory = {
  total,
  depth,
  shallow: await microsecondsFrom(0, spread),
  deep: await microsecondsFrom(depth, spread),
};
await reader.close();
console.log(JSON.stringify(result));
