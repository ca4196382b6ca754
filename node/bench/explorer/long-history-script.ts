/**
 * Reads the history of an address with nearly a million transactions, like that of a big exchange. No address of the
 * bench chain has as many, so the projection gets generated blocks and there is no chain. Arguments: a folder, number
 * of transactions. Prints `LongHistory` as JSON.
 */
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addressFromPublicKey,
  blockId,
  type BlockId,
  blockSize,
  bytesToHex,
  encodeBlockHeader,
  encodeTransaction,
  HEADER_SIZE,
  MAX_BLOCK_TRANSACTIONS,
  transactionOffset,
  UNLOCK_SIG_SIZE,
} from '@cairn/protocol';
import { digestTransactions } from '../../src/chain/transaction-checks.ts';
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

/** A block whose transactions all go to the exchange. */
function makeBlock(height: number, previousBlockId: BlockId, senders: readonly string[]): Uint8Array {
  const raw = new Uint8Array(blockSize(MAX_BLOCK_TRANSACTIONS));
  // Without value: the senders have nothing, and the index knows no balance below zero.
  const shared = { chain: NETWORK.chainId, fee: 0n, value: 0n, unlockSig: new Uint8Array(UNLOCK_SIG_SIZE) };
  for (let index = 0; index < MAX_BLOCK_TRANSACTIONS; index += 1) {
    const fromAddress = senders[index % senders.length]!;
    // Different for each transaction of a sender, so that no two have one ID.
    const nonce = height * MAX_BLOCK_TRANSACTIONS + index;
    const transaction = { ...shared, nonce, fromAddress, toAddress: exchange };
    raw.set(encodeTransaction(transaction), transactionOffset(index));
  }
  const header = {
    version: 1,
    height,
    previousBlockId,
    merkleRoot: bytesToHex(digestTransactions(raw.subarray(HEADER_SIZE)).root),
    miner: senders[0]!,
    timestamp: height * 60,
    bits: NETWORK.proofOfWorkLimitBits!,
    nonce: 0,
  };
  raw.set(encodeBlockHeader(header));
  return raw;
}

const writer = createSqliteWriter({ path, chainId: NETWORK.chainId });
await writer.run({ type: 'open', isDamaged: false });
const senders = Array.from({ length: 10_000 }, (_, index) => addressOf(index + 1));
const block = { path: join(folder!, 'block'), offset: 0, size: blockSize(MAX_BLOCK_TRANSACTIONS) };
let id: BlockId = '00'.repeat(32);
for (let height = 0; height * MAX_BLOCK_TRANSACTIONS < Number(transactions); height += 1) {
  const raw = makeBlock(height, id, senders);
  writeFileSync(block.path, raw);
  id = blockId(raw);
  await writer.run({ type: 'append', blocks: [{ ...block, height, id }], isLast: true });
}
await writer.run({ type: 'close' });
const { index: reader, close } = openIndex(path);

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
await close();
console.log(JSON.stringify(result));
