/** What the states of the index (interface document, sections 2.7, 3.1 and 7.1) mean for each route; when there is which is in projection/. */
import { serializeTotals } from '@cairn/chain/explorer';
import { VERSION } from '@cairn/http/version';
import { getNetwork, MAX_U64 } from '@cairn/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACCOUNTS, mineTestBlock } from '@cairn/chain/test-support';
import {
  startIndexedExplorer,
  startTestExplorer,
  type IndexedExplorer,
  type TestExplorer,
} from './test-support.ts';

const ADDRESS = `/api/v1/addresses/${ACCOUNTS[1]!.address}`;
const INDEXED = ['/api/v1/transactions', '/api/v1/addresses', `${ADDRESS}/transactions`, '/api/v1/stats'];
const CORE = ['/health', '/api/v1/blocks', '/api/v1/blocks/0', '/api/v1/blocks/0/transactions', ADDRESS];

let explorer: IndexedExplorer;

beforeEach(async () => {
  explorer = await startIndexedExplorer();
  await explorer.caughtUp();
});
afterEach(() => explorer.close());

async function mine(count: number): Promise<void> {
  for (let mined = 0; mined < count; mined += 1) await mineTestBlock(explorer.testChain.chain);
}

/** Requires that status, features and every route report the same state. @param progress of the index, in the status */
async function expectState(
  state: 'disabled' | 'building' | 'ready' | 'error',
  progress: object,
  of: TestExplorer,
): Promise<void> {
  const [enabled, ready] = [state !== 'disabled', state === 'ready'];
  expect(await of.json('/api/v1/status')).toMatchObject({
    index: { enabled, ready, state, ...progress },
    capabilities: {
      block_list: true,
      block_lookup: true,
      block_transactions: true,
      transaction_lookup: true,
      address_state: true,
      transaction_feed: ready,
      address_ranking: ready,
      address_history: ready,
      aggregate_stats: ready,
    },
  });
  expect(await of.json('/api/v1/features')).toEqual({
    api_version: 1,
    features: { core: { enabled: true, ready: true }, explorer_index: { enabled, ready, state } },
  });
  const refusal = `{"error":"explorer_index_${state}","index":{"state":"${state}","enabled":${enabled},"ready":false}}`;
  for (const path of INDEXED) {
    const { status, text } = await of.get(path);
    expect([path, status, ready || text]).toEqual([path, ready ? 200 : 503, ready || refusal]);
  }
  for (const path of CORE) expect([path, (await of.get(path)).status]).toEqual([path, 200]);
  // What is wrong with the request comes first: query, then path.
  expect((await of.get('/api/v1/addresses/x/transactions?limit=0')).status).toBe(422);
  expect((await of.get('/api/v1/addresses/x/transactions')).status).toBe(400);
}

it('the whole status of a node whose index is ready', async () => {
  Object.assign(explorer.node, { ready: false, syncing: true });
  const { tip_id: tip, capabilities, ...status } = await explorer.json('/api/v1/status');
  expect([tip, Object.keys(capabilities as object).length]).toEqual([explorer.testChain.chain.tip().id, 9]);
  expect(status).toEqual({
    network: 'devnet',
    chain_id: 3,
    api_version: 1,
    initialized: true,
    height: 0,
    ready: false,
    syncing: true,
    index: { enabled: true, ready: true, state: 'ready', indexed_height: 0, target_height: 0, progress: 100 },
    node_version: VERSION,
  });
});

it.each([
  ['disabled', { indexed_height: -1, target_height: -1, progress: 0 }],
  ['building', { indexed_height: 0, target_height: 9, progress: 10 }],
  ['ready', { indexed_height: 0, target_height: 0, progress: 100 }],
  ['error', { indexed_height: 3, target_height: 9, progress: 33.33 }],
] as const)(
  'every route answers as of an index that is %s, whether the node is ready or not',
  async (state, shown) => {
    const { indexed_height: indexedHeight, target_height: targetHeight, progress } = shown;
    const plain = await startTestExplorer();
    plain.projection.status = { state, indexedHeight, targetHeight, progress };
    for (const ready of [true, false]) {
      Object.assign(plain.node, { ready });
      await expectState(state, shown, state === 'ready' ? explorer : plain);
    }
    await plain.close();
  },
);

it('more than 10,000 transactions are not sorted by value, but a part of them, and of the feed the largest come from an index', async () => {
  const index = explorer.tables();
  index.exec(`WITH RECURSIVE n(p) AS (SELECT 1 UNION ALL SELECT p + 1 FROM n WHERE p < 10000)
    INSERT INTO history SELECT number, p, 1, 'out', 1 FROM n, addresses WHERE address = '${ACCOUNTS[1]!.address}'`);
  index.exec(
    'UPDATE blocks SET transaction_count = 10001 WHERE height = 0; UPDATE state SET transactions = 20000',
  );
  const path = `${ADDRESS}/transactions?order=largest`;
  const detail = [{ type: 'value_error', loc: ['query', 'order'], input: 'largest' }];
  expect(await explorer.get(path)).toMatchObject({ status: 422, json: { detail } });
  expect(await explorer.json(`${path}&direction=in`)).toMatchObject({ pagination: { total: 1 } });
  const feed = '/api/v1/transactions?order=largest';
  expect(await explorer.get(`${feed}&from_time=0`)).toMatchObject({ status: 422, json: { detail } });
  const pagination = { total: 10_000, total_is_minimum: true };
  expect(await explorer.json(feed)).toMatchObject({ pagination });
  expect(await explorer.get(feed.replace('largest', 'smallest'))).toMatchObject({ status: 422 });
});

it('a chain of the genesis block alone has no series yet', async () => {
  const series = await explorer.json('/api/v1/series?figure=transactions&step=day');
  expect(series).toMatchObject({ from: 0, indexed_height: 0, values: [] });
});

it('statistics are of the indexed prefix, and confirmations count from the tip', async () => {
  explorer.pauseIndex();
  await mine(2);
  const { chain } = explorer.testChain;
  expect(await explorer.json('/api/v1/status')).toMatchObject({
    height: 2,
    index: { state: 'ready', indexed_height: 0 },
  });
  const { stats } = await explorer.json('/api/v1/stats');
  expect(stats).toMatchObject({ indexed_height: 0, indexed_block_id: chain.view.block(0)!.id, blocks: 1 });
  const feed = await explorer.json('/api/v1/transactions?limit=1');
  expect(feed).toMatchObject({ items: [{ block_height: 0, confirmations: 3 }] });
});

it('a sum of the whole chain beyond 2^64 − 1, of coins that were sent many times, is shown as 2^64 − 1', () => {
  const counts = {
    single: 0,
    schema_version: 1,
    chain_id: 3,
    height: 3,
    block_id: 'b',
    transactions: 4,
    addresses: 5,
  };
  const sums = { fees: `${MAX_U64 + 1n}`, transferred: `${MAX_U64 + 2n}`, rewards: `${MAX_U64 + 3n}` };
  const highest = String(MAX_U64);
  const shown = { blocks: 4, total_fees: highest, total_transferred: highest, total_rewards: highest };
  expect(serializeTotals({ ...counts, ...sums }, getNetwork('devnet'))).toMatchObject(shown);
});
