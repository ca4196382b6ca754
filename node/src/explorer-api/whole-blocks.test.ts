import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  ACCOUNTS,
  damage,
  mineTestBlock,
  openTestChain,
  transfer,
  withViewChanges,
  type TestChain,
} from '@cairn/chain/test-support';
import { BusyError } from '@cairn/chain';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

let testChain: TestChain;
let explorer: TestExplorer;

beforeEach(async () => {
  testChain = await openTestChain();
  const transfers = [1, 2, 3, 4].map((nonce) => transfer({ from: 1, to: 2, nonce }));
  await mineTestBlock(testChain.chain, transfers);
  explorer = await startTestExplorer(undefined, testChain);
});
afterEach(() => explorer.close());

it.each([117, 118 + 213 * 5 - 1])('a block damaged at byte %i is not sent', async (at) => {
  const { view } = testChain.chain;
  const { offset } = view.locateBlock(1)!;
  const [, first] = view.transactions(1, { offset: 0, limit: 2 })!;
  const raw = await view.rawBlock(1);
  await damage(testChain.home, offset + at);
  for (const path of ['blocks/1/raw', `transactions/${first!.id}/proof`]) {
    const { status, text, headers } = await explorer.get(`/api/v1/${path}`);
    expect([path, status, text, headers.etag]).toEqual([path, 500, '{"error":"internal_error"}', undefined]);
    expect(headers['cache-control']).toBe('no-store');
  }
  await damage(testChain.home, offset + at);
  expect((await explorer.get('/api/v1/blocks/1/raw')).bytes.equals(raw!)).toBe(true);
  expect(explorer.log.join()).toContain('block_file_damaged');
});

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
