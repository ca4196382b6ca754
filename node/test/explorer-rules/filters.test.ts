/** Filters of the feed and of histories, the block at a time, and the fees of recent transfers (API-DECISIONS). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, transfer } from '../../src/chain/test-support.ts';
import { UNKNOWN_ADDRESS } from '../../src/projection/test-support.ts';
import { serveNode, type ServedNode } from './served-node.ts';

const ALICE = ACCOUNTS[1]!.address;

interface Item {
  readonly id: string;
  readonly block_height: number;
  readonly block_timestamp: number;
  readonly is_coinbase: boolean;
  readonly direction?: string;
  readonly from_address: string;
}
interface List {
  readonly items: readonly Item[];
  readonly pagination: { readonly count: number; readonly total: number };
}

let node: ServedNode;
/** The whole feed and Alice's whole history, newest first. */
let feed: readonly Item[];
let history: readonly Item[];

beforeAll(async () => {
  node = await serveNode();
  const rows = [
    [transfer({ from: 1, to: 2, nonce: 1, value: 700n, fee: 5n })],
    [],
    [
      transfer({ from: 2, to: 1, nonce: 1, value: 300n, fee: 4n }),
      transfer({ from: 1, to: 1, nonce: 2, value: 90n, fee: 30n }),
    ],
    [transfer({ from: 3, to: 2, nonce: 1, value: 5n, fee: 1n })],
  ];
  for (const [index, transfers] of rows.entries()) await node.mine(transfers, { miner: 1 + (index % 2) });
  await node.caughtUp();
  feed = (await node.json<List>('/api/v1/transactions?limit=100')).items;
  history = (await node.json<List>(`/api/v1/addresses/${ALICE}/transactions?limit=100`)).items;
});
afterAll(() => node.remove());

/** All items of a list, two at a time, and its total. */
async function allOf(path: string): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 2) {
    const { items, pagination } = await node.json<List>(`${path}&limit=2&offset=${offset}`);
    expect(pagination).toEqual({ limit: 2, offset, count: items.length, total: pagination.total });
    ids.push(...items.map(({ id }) => id));
    if (items.length === 0) return { ids, total: pagination.total };
  }
}

const expected = (items: readonly Item[]) => ({ ids: items.map(({ id }) => id), total: items.length });
const timeOf = (height: number): number =>
  feed.find(({ block_height: own }) => own === height)!.block_timestamp;

describe('the feed', () => {
  it.each(['transfer', 'coinbase'])('may have transactions of kind %s only', async (kind) => {
    const wanted = feed.filter((item) => item.is_coinbase === (kind === 'coinbase'));
    expect(wanted.length).toBeGreaterThan(1);
    expect(await allOf(`/api/v1/transactions?kind=${kind}`)).toEqual(expected(wanted));
  });

  it('may have a range of times, inclusive, also of one kind', async () => {
    const [from, to] = [timeOf(1), timeOf(3)];
    const within = feed.filter(({ block_height: height }) => height >= 1 && height <= 3);
    expect(await allOf(`/api/v1/transactions?from_time=${from}&to_time=${to}`)).toEqual(expected(within));
    expect(await allOf(`/api/v1/transactions?from_time=${from}&to_time=${to}&kind=transfer`)).toEqual(
      expected(within.filter((item) => !item.is_coinbase)),
    );
    expect(await allOf(`/api/v1/transactions?to_time=${timeOf(0) - 1}`)).toEqual(expected([]));
    expect(await allOf(`/api/v1/transactions?from_time=${timeOf(4)}`)).toEqual(
      expected(feed.filter(({ block_height: height }) => height === 4)),
    );
  });
});

describe('a history', () => {
  it.each(['in', 'out', 'self', 'mined'])('may have the direction %s only', async (direction) => {
    const wanted = history.filter((item) =>
      direction === 'mined' ? item.is_coinbase : !item.is_coinbase && item.direction === direction,
    );
    expect(wanted.length).toBeGreaterThan(0);
    const path = `/api/v1/addresses/${ALICE}/transactions?direction=${direction}`;
    expect(await allOf(path)).toEqual(expected(wanted));
    expect(await allOf(`${path}&order=oldest`)).toEqual(expected(wanted.toReversed()));
  });

  it('may begin with the oldest transaction, and have a range of times', async () => {
    const path = `/api/v1/addresses/${ALICE}/transactions`;
    expect(await allOf(`${path}?order=newest`)).toEqual(expected(history));
    expect(await allOf(`${path}?order=oldest`)).toEqual(expected(history.toReversed()));
    const within = history.filter(({ block_height: height }) => height >= 1 && height <= 3);
    const range = `from_time=${timeOf(1)}&to_time=${timeOf(3)}`;
    expect(await allOf(`${path}?${range}`)).toEqual(expected(within));
    expect(await allOf(`${path}?${range}&direction=out&order=oldest`)).toEqual(
      expected(within.filter(({ direction }) => direction === 'out').toReversed()),
    );
  });

  it('of an unknown address is empty', async () => {
    const path = `/api/v1/addresses/${UNKNOWN_ADDRESS}/transactions`;
    for (const query of ['direction=in', 'order=oldest', 'from_time=0'])
      expect(await allOf(`${path}?${query}`)).toEqual(expected([]));
  });
});

describe('a filter that is not valid', () => {
  it.each([
    ['/api/v1/transactions?kind=mined', 'literal_error', 'kind', { expected: "'transfer' or 'coinbase'" }],
    [
      `/api/v1/addresses/${ALICE}/transactions?direction=both`,
      'literal_error',
      'direction',
      { expected: "'in', 'out', 'self' or 'mined'" },
    ],
    [
      `/api/v1/addresses/${ALICE}/transactions?order=up`,
      'literal_error',
      'order',
      { expected: "'newest' or 'oldest'" },
    ],
    ['/api/v1/transactions?from_time=9&to_time=8', 'value_error', 'from_time', undefined],
    ['/api/v1/transactions?to_time=4294967296', 'less_than_equal', 'to_time', { le: 4_294_967_295 }],
  ])('%s is 422 %s', async (path, type, name, ctx) => {
    const { status, json } = await node.get(path);
    const issue = { type, loc: ['query', name], msg: expect.any(String), input: expect.any(String) };
    expect([status, json]).toEqual([422, { detail: [{ ...issue, ...(ctx && { ctx }) }] }]);
  });
});

describe('the block at a time', () => {
  it('is the newest one with at most that timestamp', async () => {
    for (const [time, height] of [
      [timeOf(2), 2],
      [timeOf(3) - 1, 2],
      [4_294_967_295, 4],
    ]) {
      const { block } = await node.json<{ block: { height: number } }>(`/api/v1/blocks/at/${time}`);
      expect([time, block.height]).toEqual([time, height]);
    }
  });

  it('is 404 before genesis, and 400 for what is no time', async () => {
    const before = await node.get(`/api/v1/blocks/at/${timeOf(0) - 1}`);
    expect([before.status, before.json]).toMatchObject([404, { error: 'block_not_found' }]);
    for (const time of ['x', '-1', '1.5', '4294967296', 'transactions']) {
      const { status, json } = await node.get(`/api/v1/blocks/at/${time}`);
      expect([time, status, json]).toMatchObject([time, 400, { error: 'invalid_time' }]);
    }
  });
});

it('the fees are percentiles of those of recent transfers, tagged by the tip', async () => {
  const first = await node.get('/api/v1/fees');
  expect(first.json).toEqual({ next_block: '30', few_blocks: '4', economy: '1', sampled_blocks: 3 });
  const headers = { 'If-None-Match': first.headers.etag! };
  expect((await node.get('/api/v1/fees', { headers })).status).toBe(304);
  await node.mine([transfer({ from: 3, to: 2, nonce: 2, value: 5n, fee: 90n })]);
  await node.caughtUp();
  expect((await node.get('/api/v1/fees', { headers })).json).toMatchObject({
    next_block: '90',
    sampled_blocks: 4,
  });
});
