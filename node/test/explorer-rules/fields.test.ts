import { encodeAddress, encodeTransaction, transactionId } from '@cairn/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, transfer } from '../../src/chain/test-support.ts';
import { SAMPLE_IDS, SAMPLE_TIP, serveSample, type ServedNode } from './served-node.ts';
import {
  ADDRESS_STATE,
  ADDRESS_SUMMARY,
  amount,
  BLOCK,
  BLOCK_PAGINATION,
  FEATURES,
  HEALTH,
  HISTORY_TRANSACTION,
  integer,
  PAGINATION,
  STATS,
  STATUS,
  TRANSACTION,
  wrongFields,
  type Shape,
} from './shapes.ts';

const ALICE = ACCOUNTS[1]!.address;

let node: ServedNode;

beforeAll(async () => {
  node = await serveSample();
});
afterAll(() => node.remove());

function expectShape(value: unknown, shape: Shape): void {
  expect([wrongFields(value, shape), value]).toEqual([[], expect.anything()]);
}

interface List {
  readonly items: readonly Record<string, unknown>[];
  readonly pagination: unknown;
}

/** Requires a list whose items have a shape, in an envelope of these fields. */
async function expectList(path: string, envelope: readonly string[], shape: Shape): Promise<List> {
  const list = await node.json<List>(path);
  expect([path, Object.keys(list)]).toEqual([path, envelope]);
  expect(list.items.length).toBeGreaterThan(0);
  for (const item of list.items) expectShape(item, shape);
  expectShape(list.pagination, path.startsWith('/api/v1/blocks?') ? BLOCK_PAGINATION : PAGINATION);
  return list;
}

const LIST = ['network', 'items', 'pagination'];
const tipId = async () => (await node.json('/api/v1/status'))['tip_id'];

it('a block summary has exactly its fields, in a list and by itself', async () => {
  await expectList('/api/v1/blocks?limit=10', LIST, BLOCK);
  const { block } = await node.json('/api/v1/blocks/0');
  expectShape(block, BLOCK);
});

it('an explorer transaction has exactly its fields, in every answer', async () => {
  const inBlock = ['network', 'block', 'items', 'pagination'];
  await expectList(`/api/v1/blocks/${SAMPLE_TIP}/transactions`, inBlock, TRANSACTION);
  await expectList('/api/v1/transactions?limit=100', LIST, TRANSACTION);
  const { network, tip_id: tip, ...alone } = await node.json(`/api/v1/transactions/${SAMPLE_IDS[0]}`);
  expect([network, tip]).toEqual(['devnet', await tipId()]);
  expectShape(alone, TRANSACTION);
  const history = `/api/v1/addresses/${ALICE}/transactions`;
  await expectList(history, ['network', 'tip_id', 'address', 'items', 'pagination'], HISTORY_TRANSACTION);
});

it('a transaction has the same fields in block, lookup and feed', async () => {
  const { items } = await node.json<List>(`/api/v1/blocks/${SAMPLE_TIP}/transactions`);
  const feed = await node.json<List>('/api/v1/transactions?limit=4');
  expect(feed.items.toReversed()).toEqual(items);
  for (const item of items) {
    const alone = await node.json(`/api/v1/transactions/${String(item['id'])}`);
    expect(alone).toEqual({ network: 'devnet', tip_id: await tipId(), ...item });
  }
});

it('an address state has exactly its fields, for known and unknown addresses', async () => {
  expectShape(await node.json(`/api/v1/addresses/${ALICE}`), ADDRESS_STATE);
  const stranger = encodeAddress(new Uint8Array(20).fill(9), DEVNET);
  const unknown = await node.json(`/api/v1/addresses/${stranger}`);
  expectShape(unknown, ADDRESS_STATE);
  expect(unknown).toMatchObject({ address: stranger, exists: false, balance: '0', nonce: 0 });
});

it('a row of the ranking has exactly its fields; nonce, count and heights are integers', async () => {
  const { items } = await expectList('/api/v1/addresses?limit=100', LIST, ADDRESS_SUMMARY);
  expect(items).toHaveLength(10);
});

it('the statistics have exactly their fields, in an envelope of network and stats', async () => {
  const body = await node.json('/api/v1/stats');
  expect(Object.keys(body)).toEqual(['network', 'stats']);
  expectShape(body['stats'], STATS);
});

it('health, status and features have exactly their fields', async () => {
  expectShape(await node.json('/health'), HEALTH);
  expectShape(await node.json('/api/v1/status'), STATUS);
  expectShape(await node.json('/api/v1/features'), FEATURES);
});

const MONETARY = ['balance', 'fee', 'value', 'reward', 'total_fees', 'total_received', 'total_sent'];
const ALL_MONETARY = [...MONETARY, 'total_transferred', 'total_rewards'];
const NUMBERS =
  /^(nonce|.*height|count|total|.*_count|.*timestamp|(?!node_).*version|.*confirmations|chain(_id)?)$/;

/** Every value of a JSON document with its key. */
function leaves(value: unknown, key = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[key, value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, Array.isArray(value) ? key : name));
}

it('every monetary field of every route is a decimal string of 64 bits, every count a number', async () => {
  const paths = ['/health', '/api/v1/status', '/api/v1/features', '/api/v1/blocks', '/api/v1/transactions'];
  const indexed = ['/api/v1/addresses', `/api/v1/addresses/${ALICE}/transactions`, '/api/v1/stats'];
  const single = [`/api/v1/addresses/${ALICE}`, `/api/v1/transactions/${SAMPLE_IDS[0]}`];
  const seen = new Set<string>();
  for (const path of [...paths, ...indexed, ...single]) {
    for (const [key, value] of leaves(await node.json(path))) {
      if (ALL_MONETARY.includes(key)) {
        seen.add(key);
        expect([path, key, amount(value)]).toEqual([path, key, true]);
      } else if (NUMBERS.test(key) && value !== null) {
        expect([path, key, integer(value)]).toEqual([path, key, true]);
      }
    }
  }
  expect([...seen].toSorted()).toEqual(ALL_MONETARY.toSorted());
});

it('amounts are in the chain’s smallest unit, as they were signed', async () => {
  expect(await node.json(`/api/v1/transactions/${SAMPLE_IDS[0]}`)).toMatchObject({ value: '700', fee: '5' });
});

it('no public answer reveals pending transactions, not even by a nonce', async () => {
  const paths = [
    `/api/v1/addresses/${ALICE}`,
    '/api/v1/transactions',
    `/api/v1/addresses/${ALICE}/transactions`,
  ];
  const ask = () =>
    Promise.all([...paths, '/api/v1/stats', '/api/v1/addresses'].map((path) => node.json(path)));
  const before = await ask();
  const pending = transfer({ from: 1, to: 4, nonce: 2, value: 5_000n, fee: 1_000n });
  expect(await node.mempool.submit(encodeTransaction(pending))).toMatchObject({ status: 'accepted' });
  expect(node.mempool.pendingOutgoing(ALICE)).toHaveLength(1);
  expect(await ask()).toEqual(before);
  const { status, json } = await node.get(
    `/api/v1/transactions/${transactionId(encodeTransaction(pending))}`,
  );
  expect([status, json]).toMatchObject([404, { error: 'transaction_not_found' }]);
});
