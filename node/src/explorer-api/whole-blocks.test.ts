import type { TransactionProof } from '@cairn/api/explorer';
import { hexToBytes, MAX_BLOCK_TRANSACTIONS, verifyMerklePath } from '@cairn/protocol';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  makeTestBlocks,
  onShelf,
  openBlockShelf,
  type BlockShelf,
  type TestBlock,
} from '@cairn/chain/block-shelf-test-support';
import { ACCOUNTS, withViewChanges } from '@cairn/chain/test-support';
import { BusyError } from '@cairn/chain';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

const RAW = '/api/v1/blocks/1/raw';

let block: TestBlock;
let shelf: BlockShelf;
let explorer: TestExplorer;
let proofPath: string;

beforeAll(() => {
  [block] = makeTestBlocks(MAX_BLOCK_TRANSACTIONS) as [TestBlock];
  proofPath = `/api/v1/transactions/${block.transactionId(MAX_BLOCK_TRANSACTIONS - 1)}/proof`;
});
beforeEach(async () => {
  shelf = await openBlockShelf([block]);
  explorer = await startTestExplorer(({ chain }) => ({ chain: onShelf(chain, shelf) }));
});
afterEach(async () => {
  await explorer.close();
});

it('the last transaction of a full block has a proof', async () => {
  const { path, merkle_root: root, ...proof } = await explorer.json<TransactionProof>(proofPath);
  const index = MAX_BLOCK_TRANSACTIONS - 1;
  expect([root, proof.transaction_index]).toEqual([block.summary.header.merkleRoot, index]);
  const leaf = hexToBytes(proof.id);
  const steps = { path: path.map(hexToBytes), root: hexToBytes(root) };
  expect(verifyMerklePath({ leaf, index, size: MAX_BLOCK_TRANSACTIONS, ...steps })).toBe(true);
});

it.each([117, 118 + 213 * MAX_BLOCK_TRANSACTIONS - 1])(
  'a block damaged at byte %i is not sent',
  async (offset) => {
    shelf.damage(offset);
    for (const path of [RAW, proofPath]) {
      const { status, text, headers } = await explorer.get(path);
      expect([path, status, text, headers.etag]).toEqual([
        path,
        500,
        '{"error":"internal_error"}',
        undefined,
      ]);
      expect(headers['cache-control']).toBe('no-store');
    }
    shelf.damage(offset);
    expect((await explorer.get(RAW)).bytes.equals(block.raw)).toBe(true);
    expect(explorer.log.join()).toContain('block_file_damaged');
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
  for (const path of [
    'blocks/0/raw',
    `transactions/${id}/proof`,
    `addresses/${ACCOUNTS[0]!.address}/proof`,
  ]) {
    const { status, json, headers } = await busy.get(`/api/v1/${path}`);
    expect([status, json]).toMatchObject([503, { error: 'node_busy' }]);
    expect([headers['retry-after'], headers['cache-control']]).toEqual(['1', 'no-store']);
  }
  expect(busy.log).toEqual([]);
  await busy.close();
});
