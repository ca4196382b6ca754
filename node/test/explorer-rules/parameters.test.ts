import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNTS } from '../../src/chain/test-support.ts';
import { serveSample, type ServedNode } from './served-node.ts';

let node: ServedNode;

beforeAll(async () => {
  node = await serveSample();
});
afterAll(() => node.remove());

const HISTORY = `/api/v1/addresses/${ACCOUNTS[1]!.address}/transactions`;
const INT32 = 2_147_483_647;
const UINT32 = 4_294_967_295;

/** The query parameters of section 4.1 and the limits of section 8, copied from there. */
const PARAMETERS: readonly [path: string, name: string, low: number, high: number, absent: number | null][] =
  [
    ['/api/v1/blocks', 'limit', 1, 10, 10],
    ['/api/v1/blocks', 'offset', 0, INT32, 0],
    ['/api/v1/blocks', 'before_height', 0, UINT32, null],
    ['/api/v1/blocks/0/transactions', 'limit', 1, 100, 25],
    ['/api/v1/blocks/0/transactions', 'offset', 0, INT32, 0],
    ['/api/v1/transactions', 'limit', 1, 100, 25],
    ['/api/v1/transactions', 'offset', 0, INT32, 0],
    ['/api/v1/addresses', 'limit', 1, 100, 25],
    ['/api/v1/addresses', 'offset', 0, INT32, 0],
    [HISTORY, 'limit', 1, 100, 25],
    [HISTORY, 'offset', 0, INT32, 0],
  ];

interface Paged {
  readonly pagination: Readonly<Record<string, number | null>>;
}

it.each(PARAMETERS)(
  '%s?%s is from %d to %d, and %s where it is absent',
  async (path, name, low, high, absent) => {
    const valueOf = async (query: string): Promise<unknown> =>
      (await node.json<Paged>(`${path}${query}`)).pagination[name];
    expect(await valueOf('')).toBe(absent);
    for (const value of [low, high]) expect(await valueOf(`?${name}=${value}`)).toBe(value);
    for (const [value, type, ctx] of [
      [low - 1, 'greater_than_equal', { ge: low }],
      [high + 1, 'less_than_equal', { le: high }],
    ] as const) {
      const { status, json } = await node.get(`${path}?${name}=${value}`);
      const detail = [{ type, loc: ['query', name], input: String(value), ctx }];
      expect([status, json]).toMatchObject([422, { detail }]);
    }
  },
);

it('a page has as many items as requested, if there are that many', async () => {
  for (const [path, limit] of [
    ['/api/v1/blocks', 3],
    ['/api/v1/blocks/0/transactions', 4],
    ['/api/v1/transactions', 11],
    ['/api/v1/addresses', 6],
    [HISTORY, 1],
  ] as const) {
    const { items } = await node.json<{ items: unknown[] }>(`${path}?limit=${limit}`);
    expect([path, items.length]).toEqual([path, limit]);
  }
});
