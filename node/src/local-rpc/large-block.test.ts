import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { rpcBlockSchema, type RpcBlock } from '@cairn/api/rpc';
import { encodeTransaction, MAX_BLOCK_TRANSACTIONS, TRANSACTION_SIZE } from '@cairn/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { transfer, withViewChanges } from '../chain/test-support.ts';
import { BusyError } from '../chain/whole-blocks.ts';
import {
  makeTestBlocks,
  onShelf,
  openBlockShelf,
  type BlockShelf,
  type TestBlock,
} from '../chain/block-shelf-test-support.ts';
import { startTestRpc, TOKEN, type TestRpc } from './test-support.ts';

/** Bytes of magic and length before the first block. */
const BLOCK_START = 8;

let block: TestBlock;
let shelf: BlockShelf;
let rpc: TestRpc;

beforeAll(async () => {
  const one = encodeTransaction(transfer({ from: 1, to: 2, nonce: 1 }));
  const transactions = Buffer.alloc(MAX_BLOCK_TRANSACTIONS * TRANSACTION_SIZE, one);
  [block] = makeTestBlocks(MAX_BLOCK_TRANSACTIONS, 1, transactions) as [TestBlock];
  shelf = await openBlockShelf([block]);
});

afterAll(() => shelf.close());

beforeEach(async () => {
  rpc = await startTestRpc(({ chain }) => ({ chain: onShelf(chain, shelf) }));
});

afterEach(() => rpc.close());

/** Flips a byte of the block; a second call restores it. @param offset byte of the block */
function damage(offset: number): void {
  const file = openSync(shelf.path, 'r+');
  const byte = new Uint8Array(1);
  readSync(file, byte, 0, 1, BLOCK_START + offset);
  byte[0]! ^= 1;
  writeSync(file, byte, 0, 1, BLOCK_START + offset);
  closeSync(file);
}

/** A response whose body is not read yet. */
function begin(): Promise<IncomingMessage> {
  const { hostname, port } = new URL(rpc.url);
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: '/v1/blocks/1', headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

async function sizeOf(response: IncomingMessage): Promise<number> {
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length;
  return size;
}

it('a full block is one JSON document with every transaction', async () => {
  const { status, headers, json } = await rpc.get('/v1/blocks/1');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/json',
    'no-store',
  ]);
  const { txns, ...head } = json as RpcBlock;
  expect(rpcBlockSchema.parse({ ...head, txns: txns.slice(0, 400) }).id).toBe(block.summary.id);
  expect(txns).toHaveLength(MAX_BLOCK_TRANSACTIONS);
  expect(new Set(txns.map(({ id }) => id))).toEqual(new Set([block.transactionId(0)]));
});

it('a damaged block is 500 and never wrong data', async () => {
  for (const _again of [false, true]) {
    damage(block.raw.length - 1);
    const { status, text } = await rpc.get('/v1/blocks/1');
    damage(block.raw.length - 1);
    expect([status, text]).toEqual([500, '{"error":"internal_error"}']);
    expect(rpc.log.join()).toContain('block_file_damaged');
    expect(await sizeOf(await begin())).toBeGreaterThan(18_000_000);
  }
});

it('a client for whom there is no room is asked to come again', async () => {
  const busy = await startTestRpc(({ chain }) => ({
    chain: withViewChanges(chain, () => ({ readBlock: () => Promise.reject(new BusyError()) })),
  }));
  const { status, json, headers } = await busy.get('/v1/blocks/0');
  expect([status, json, headers['retry-after']]).toMatchObject([503, { error: 'node_busy' }, '1']);
  await busy.close();
});
