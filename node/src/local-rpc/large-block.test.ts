import { rpcBlockSchema, type RpcBlock } from '@cairn/api/rpc';
import { encodeTransaction, MAX_BLOCK_TRANSACTIONS, TRANSACTION_SIZE } from '@cairn/protocol';
import { expect, it, onTestFinished } from 'vitest';
import {
  makeTestBlocks,
  onShelf,
  openBlockShelf,
  type TestBlock,
} from '@cairn/chain/block-shelf-test-support';
import { transfer, withViewChanges } from '@cairn/chain/test-support';
import { BusyError } from '@cairn/chain';
import { startTestRpc } from './test-support.ts';

it('a full block is one JSON document with every transaction, and never wrong data', async () => {
  const one = encodeTransaction(transfer({ from: 1, to: 2, nonce: 1 }));
  const transactions = Buffer.alloc(MAX_BLOCK_TRANSACTIONS * TRANSACTION_SIZE, one);
  const [block] = makeTestBlocks(MAX_BLOCK_TRANSACTIONS, 1, transactions) as [TestBlock];
  const shelf = await openBlockShelf([block]);
  const rpc = await startTestRpc(({ chain }) => ({ chain: onShelf(chain, shelf) }));
  onTestFinished(async () => {
    await rpc.close();
  });
  shelf.damage(block.raw.length - 1);
  const damaged = await rpc.get('/v1/blocks/1');
  expect([damaged.status, damaged.text]).toEqual([500, '{"error":"internal_error"}']);
  expect(rpc.log.join()).toContain('block_file_damaged');
  shelf.damage(block.raw.length - 1);
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

it('a client for whom there is no room is asked to come again', async () => {
  const busy = await startTestRpc(({ chain }) => ({
    chain: withViewChanges(chain, () => ({ readBlock: () => Promise.reject(new BusyError()) })),
  }));
  const { status, json, headers } = await busy.get('/v1/blocks/0');
  expect([status, json, headers['retry-after']]).toMatchObject([503, { error: 'node_busy' }, '1']);
  await busy.close();
});
