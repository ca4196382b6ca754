import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ACCOUNTS, mineTestBlock, stepBack } from '../../src/chain/test-support.ts';
import { serveNode, type ServedNode } from './served-node.ts';
import { startPausableIndex } from './pausable-index.ts';

const ALICE = ACCOUNTS[1]!.address;
const INDEXED = ['/api/v1/transactions', '/api/v1/addresses', `/api/v1/addresses/${ALICE}/transactions`];
const INDEXED_ROUTES = [...INDEXED, '/api/v1/stats'];
const CORE_ROUTES = [
  '/health',
  '/api/v1/status',
  '/api/v1/features',
  '/api/v1/blocks',
  '/api/v1/blocks/0',
  '/api/v1/blocks/0/transactions',
  '/api/v1/blocks/0/raw',
  `/api/v1/addresses/${ALICE}`,
];

type State = 'disabled' | 'building' | 'ready' | 'error';
type Served = Pick<ServedNode, 'get' | 'json'>;

/** Requires that status, features and every route report the same state of the index, as in the interface document. */
async function expectState({ get, json }: Served, state: State): Promise<void> {
  const [enabled, ready] = [state !== 'disabled', state === 'ready'];
  const { index, capabilities } = await json('/api/v1/status');
  expect(index).toMatchObject({ enabled, ready, state });
  expect(capabilities).toEqual({
    block_list: true,
    block_lookup: true,
    block_transactions: true,
    transaction_lookup: true,
    address_state: true,
    transaction_feed: ready,
    address_ranking: ready,
    address_history: ready,
    aggregate_stats: ready,
  });
  expect(await json('/api/v1/features')).toMatchObject({
    features: { core: { enabled: true, ready: true }, explorer_index: { enabled, ready, state } },
  });
  const body = `{"error":"explorer_index_${state}","index":{"state":"${state}","enabled":${enabled},"ready":false}}`;
  for (const path of INDEXED_ROUTES) {
    const { status, text } = await get(path);
    expect([path, status, ready || text]).toEqual([path, ready ? 200 : 503, ready || body]);
  }
  for (const path of CORE_ROUTES) expect([path, (await get(path)).status]).toEqual([path, 200]);
}

async function serve(options?: Parameters<typeof serveNode>[0]): Promise<ServedNode> {
  const node = await serveNode(options);
  onTestFinished(() => node.remove());
  return node;
}

it('a node without an index reports disabled everywhere, and serves its core routes', async () => {
  const node = await serve({ index: false });
  await expectState(node, 'disabled');
  expect((await node.json('/api/v1/status'))['index']).toMatchObject({ indexed_height: -1, progress: 0 });
});

it('an index that has reached its target is reported as ready everywhere', async () => {
  const node = await serve();
  await node.caughtUp();
  await expectState(node, 'ready');
  const status = await node.json('/api/v1/status');
  expect(status['index']).toMatchObject({ indexed_height: 0, target_height: 0, progress: 100 });
});

it('an index whose operation fails is reported as error everywhere, and as ready once it succeeds', async () => {
  const node = await serve();
  await node.caughtUp();
  // Another program writes the file for longer than the projection waits.
  const other = new Database(join(node.path, 'explorer.sqlite'));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  await node.mine();
  const stateOf = async (): Promise<unknown> =>
    (await node.json<{ index: { state: string } }>('/api/v1/status')).index.state;
  await vi.waitUntil(async () => (await stateOf()) === 'error', { timeout: 60_000 });
  await expectState(node, 'error');
  other.exec('ROLLBACK');
  await node.caughtUp();
  await expectState(node, 'ready');
});

it('an index that catches up is reported as building everywhere, with its real progress, then as ready', async () => {
  const explorer = await startPausableIndex();
  onTestFinished(() => explorer.remove());
  await explorer.caughtUp();
  explorer.pauseIndex();
  await explorer.mine(9);
  await expectState(explorer, 'building');
  const { index } = await explorer.json('/api/v1/status');
  expect(index).toMatchObject({ indexed_height: 0, target_height: 9, progress: 10 });
  explorer.resumeIndex();
  await explorer.caughtUp();
  await expectState(explorer, 'ready');
});

it('an index whose newest block is no longer the chain’s is not ready, even at the same height', async () => {
  const explorer = await startPausableIndex();
  onTestFinished(() => explorer.remove());
  await explorer.mine(2);
  await explorer.caughtUp();
  explorer.pauseIndex();
  const { chain } = explorer.testChain;
  await stepBack(chain);
  await expectState(explorer, 'building');
  await mineTestBlock(chain, [], { miner: 4 });
  const { height, index } = await explorer.json<{ height: number; index: object }>('/api/v1/status');
  expect([height, index]).toMatchObject([2, { indexed_height: 2, target_height: 2 }]);
  await expectState(explorer, 'building');
  explorer.resumeIndex();
  await explorer.caughtUp();
  const { stats } = await explorer.json<{ stats: object }>('/api/v1/stats');
  expect(stats).toMatchObject({ indexed_height: 2, indexed_block_id: chain.tip().id });
});

it('statistics are of the indexed prefix, which clients identify by height and ID in the status', async () => {
  const explorer = await startPausableIndex();
  onTestFinished(() => explorer.remove());
  await explorer.caughtUp();
  explorer.pauseIndex();
  await explorer.mine(2);
  const status = await explorer.json('/api/v1/status');
  expect(status).toMatchObject({ height: 2, index: { state: 'ready', indexed_height: 0, target_height: 2 } });
  const { stats } = await explorer.json<{ stats: object }>('/api/v1/stats');
  const { block } = await explorer.json<{ block: { id: string } }>('/api/v1/blocks/0');
  expect(stats).toMatchObject({ indexed_height: 0, indexed_block_id: block.id, blocks: 1 });
  expect(block.id).not.toBe(status['tip_id']);
  // Confirmations count from the chain's tip, not the index's (section 8).
  const feed = await explorer.json<{ items: { confirmations: number }[] }>('/api/v1/transactions?limit=1');
  expect(feed.items[0]!.confirmations).toBe(3);
});

it('an indexed answer changes with the index, even if the tip stays', async () => {
  const explorer = await startPausableIndex();
  onTestFinished(() => explorer.remove());
  await explorer.caughtUp();
  explorer.pauseIndex();
  await explorer.mine(1);
  const paths = ['/api/v1/transactions', '/api/v1/addresses', '/api/v1/stats'];
  const before = await Promise.all(paths.map((path) => explorer.get(path)));
  explorer.resumeIndex();
  await explorer.caughtUp();
  for (const [index, path] of paths.entries()) {
    const { etag } = before[index]!.headers;
    const after = await explorer.get(path, { headers: { 'If-None-Match': etag! } });
    expect([path, after.status, after.text === before[index]!.text]).toEqual([path, 200, false]);
    expect(after.headers.etag).not.toBe(etag);
  }
});

it('ready of the node and ready of the index are independent', async () => {
  const explorer = await startPausableIndex();
  onTestFinished(() => explorer.remove());
  await explorer.caughtUp();
  for (const ready of [true, false]) {
    Object.assign(explorer.node, { ready, syncing: !ready });
    expect(await explorer.json('/api/v1/status')).toMatchObject({
      ready,
      syncing: !ready,
      index: { ready: true },
    });
    for (const path of INDEXED_ROUTES) expect((await explorer.get(path)).status).toBe(200);
  }
  explorer.pauseIndex();
  await explorer.mine(5);
  for (const ready of [true, false]) {
    Object.assign(explorer.node, { ready, syncing: !ready });
    expect(await explorer.json('/api/v1/status')).toMatchObject({
      ready,
      syncing: !ready,
      index: { ready: false },
    });
  }
});
