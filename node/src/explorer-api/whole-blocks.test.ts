import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import type { TransactionProof } from '@cairn/api/explorer';
import { hexToBytes, MAX_BLOCK_TRANSACTIONS, verifyMerklePath } from '@cairn/protocol';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { withChanges } from '@cairn/http/test-support';
import {
  makeTestBlocks,
  openBlockShelf,
  type BlockShelf,
  type TestBlock,
} from '../chain/block-shelf-test-support.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

const READERS = 10;
/** Bytes of magic and length before the first block. */
const BLOCK_START = 8;

let blocks: readonly TestBlock[];
let shelf: BlockShelf;
let explorer: TestExplorer;

beforeAll(() => {
  blocks = makeTestBlocks(MAX_BLOCK_TRANSACTIONS, READERS);
});

beforeEach(() => serve(1));
afterEach(close);

/** @param count of the blocks that the chain has */
async function serve(count: number): Promise<void> {
  shelf = await openBlockShelf(blocks.slice(0, count));
  explorer = await startTestExplorer(({ chain }) => ({ chain: withChanges(chain, shelf.chainMembers) }));
}

async function close(): Promise<void> {
  await explorer.close();
  await shelf.close();
}

/** Flips a byte of the first block; a second call restores it. @param offset byte of the block */
function damage(offset: number): void {
  const file = openSync(shelf.path, 'r+');
  const byte = new Uint8Array(1);
  readSync(file, byte, 0, 1, BLOCK_START + offset);
  byte[0]! ^= 1;
  writeSync(file, byte, 0, 1, BLOCK_START + offset);
  closeSync(file);
}

/** A response whose body is not read yet. */
function begin(path: string): Promise<IncomingMessage> {
  const { hostname, port } = new URL(explorer.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, agent: false }, resolve).on('error', reject).end();
  });
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

it('the last transaction of a full block has a proof', async () => {
  const { summary, transactionId } = blocks[0]!;
  const id = transactionId(summary.transactionCount - 1);
  const { status, json } = await explorer.get(`/api/v1/transactions/${id}/proof`);
  const { path, merkle_root: root, transaction_index: index } = json as TransactionProof;
  expect([status, root, index]).toEqual([200, summary.header.merkleRoot, summary.transactionCount - 1]);
  const proof = {
    leaf: hexToBytes(id),
    index,
    size: summary.transactionCount,
    path: path.map(hexToBytes),
    root: hexToBytes(root),
  };
  expect(verifyMerklePath(proof)).toBe(true);
});

it('ten full blocks for ten clients that do not read cost far less memory than the blocks', async () => {
  await close();
  await serve(READERS);
  await explorer.get('/api/v1/blocks/1/raw'); // loads all modules
  globalThis.gc?.();
  const memory = (): number => process.memoryUsage().arrayBuffers;
  const before = memory();
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, memory())), 5);
  const responses = await Promise.all(blocks.map(({ summary }) => begin(`/api/v1/blocks/${summary.id}/raw`)));
  for (let read = -1; read !== shelf.reads.count; await new Promise((resolve) => setTimeout(resolve, 100))) {
    read = shelf.reads.count;
  }
  clearInterval(watch);
  expect(highest - before).toBeLessThan(80 * 1024 * 1024);
  for (const [index, response] of responses.entries()) {
    expect(response.headers['content-length']).toBe(String(blocks[index]!.raw.length));
    expect((await readAll(response)).equals(blocks[index]!.raw)).toBe(true);
  }
});

it.each([117, 118 + 213 * MAX_BLOCK_TRANSACTIONS - 1])(
  'a block damaged at byte %i is not sent',
  async (offset) => {
    const { summary, transactionId } = blocks[0]!;
    const proofPath = `/api/v1/transactions/${transactionId(summary.transactionCount - 1)}/proof`;
    damage(offset);
    for (const path of ['/api/v1/blocks/1/raw', proofPath]) {
      const { status, text } = await explorer.get(path);
      expect([status, text]).toEqual([500, '{"error":"internal_error"}']);
    }
    expect(explorer.log.join()).toContain('block_file_damaged');
    damage(offset);
    expect((await explorer.get('/api/v1/blocks/1/raw')).bytes.equals(blocks[0]!.raw)).toBe(true);
    damage(offset);
    const again = await explorer.get('/api/v1/blocks/1/raw');
    damage(offset);
    expect([again.status, again.headers['cache-control'], again.headers.etag]).toEqual([
      500,
      'no-store',
      undefined,
    ]);
  },
);

it('reading stops when the client disconnects', async () => {
  const response = await begin('/api/v1/blocks/1/raw');
  response.destroy();
  await expect
    .poll(async () => {
      const reads = shelf.reads.count;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return shelf.reads.count - reads;
    })
    .toBe(0);
  expect(explorer.log).toEqual([]);
});
