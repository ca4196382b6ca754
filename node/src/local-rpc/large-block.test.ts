import type { RpcBlock } from '@cairn/api/rpc';
import {
  encodeTransaction,
  HEADER_SIZE,
  MAX_BLOCK_TRANSACTIONS,
  TRANSACTION_SIZE,
  transactionId,
} from '@cairn/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { damage, transfer, withViewChanges } from '@cairn/chain/test-support';
import { BusyError } from '@cairn/chain';
import { startTestRpc } from './test-support.ts';

async function start(...options: Parameters<typeof startTestRpc>) {
  const rpc = await startTestRpc(...options);
  onTestFinished(() => rpc.close());
  return rpc;
}

it('a full block is one JSON document with every transaction', async () => {
  const one = encodeTransaction(transfer({ from: 1, to: 2, nonce: 1 }));
  const transactions = Buffer.alloc(MAX_BLOCK_TRANSACTIONS * TRANSACTION_SIZE, one);
  const rpc = await start(({ chain }) => ({
    chain: withViewChanges(chain, (view) => ({
      readBlock: async () =>
        Buffer.concat([(await view.rawBlock(0))!.subarray(0, HEADER_SIZE), transactions]),
    })),
  }));
  const { status, headers, json } = await rpc.get('/v1/blocks/0');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/json',
    'no-store',
  ]);
  const { txns } = json as RpcBlock;
  expect(txns).toHaveLength(MAX_BLOCK_TRANSACTIONS);
  expect(new Set(txns.map(({ id }) => id))).toEqual(new Set([transactionId(one)]));
});

it('a damaged block is not sent until it is whole again', async () => {
  const rpc = await start();
  const flip = () => damage(rpc.memory.home, rpc.memory.chain.view.locateBlock(0)!.offset + 200);
  await flip();
  const { status, text } = await rpc.get('/v1/blocks/0');
  expect([status, text]).toEqual([500, '{"error":"internal_error"}']);
  expect(rpc.log.join()).toContain('block_file_damaged');
  await flip();
  expect(await rpc.get('/v1/blocks/0')).toMatchObject({ status: 200, json: { height: 0 } });
});

it('a client for whom there is no room is asked to come again', async () => {
  const busy = await start(({ chain }) => ({
    chain: withViewChanges(chain, () => ({ readBlock: () => Promise.reject(new BusyError()) })),
  }));
  const { status, json, headers } = await busy.get('/v1/blocks/0');
  expect([status, json, headers['retry-after']]).toMatchObject([503, { error: 'node_busy' }, '1']);
});
