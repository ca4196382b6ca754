import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import type { TransactionProof } from '@cairn/api/explorer';
import { hexToBytes, MAX_BLOCK_TRANSACTIONS, verifyMerklePath } from '@cairn/protocol';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  makeTestBlocks,
  onShelf,
  openBlockShelf,
  type BlockShelf,
  type TestBlock,
} from '../chain/block-shelf-test-support.ts';
import { ACCOUNTS, withViewChanges } from '../chain/test-support.ts';
import { BusyError } from '../chain/whole-blocks.ts';
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
  explorer = await startTestExplorer(({ chain }) => ({ chain: onShelf(chain, shelf) }));
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

it('ten full blocks for ten clients that do not read take no more memory than the blocks', async () => {
  await close();
  await serve(READERS);
  await explorer.get('/api/v1/blocks/1/raw'); // loads all modules
  globalThis.gc?.();
  const memory = (): number => process.memoryUsage().arrayBuffers;
  const before = memory();
  const responses = await Promise.all(blocks.map(({ summary }) => begin(`/api/v1/blocks/${summary.id}/raw`)));
  const sizeOfAll = READERS * blocks[0]!.raw.length;
  expect(memory() - before).toBeLessThan(1.5 * sizeOfAll);
  // Others that ask for the same blocks share their bytes.
  const others = await Promise.all(blocks.map(({ summary }) => begin(`/api/v1/blocks/${summary.id}/raw`)));
  expect(shelf.reads).toHaveLength(1 + READERS);
  for (const [index, response] of [...responses, ...others].entries()) {
    const { raw } = blocks[index % READERS]!;
    expect(response.headers['content-length']).toBe(String(raw.length));
    expect((await readAll(response)).equals(raw)).toBe(true);
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

it('clients for whom there is no room are asked to come again', async () => {
  const busy = await startTestExplorer(({ chain }) => {
    const refuse = (): never => {
      throw new BusyError();
    };
    return { chain: withViewChanges(chain, () => ({ readBlock: refuse, merkleTree: refuse })) };
  });
  const { id } = busy.testChain.chain.view.transactions(0, { offset: 0, limit: 1 })![0]!;
  const { address } = ACCOUNTS[0]!;
  for (const path of ['blocks/0/raw', `transactions/${id}/proof`, `addresses/${address}/proof`]) {
    const { status, json, headers } = await busy.get(`/api/v1/${path}`);
    expect([status, json]).toMatchObject([503, { error: 'node_busy' }]);
    expect([headers['retry-after'], headers['cache-control']]).toEqual(['1', 'no-store']);
  }
  expect(busy.log).toEqual([]);
  await busy.close();
});
