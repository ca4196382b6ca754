import { blockId, HEADER_SIZE } from '@cairn/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mineTestBlock } from '../chain/test-support.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

const TIP = 12;
const PATH = '/api/v1/headers';
let explorer: TestExplorer;

beforeAll(async () => {
  explorer = await startTestExplorer();
  for (let height = 1; height <= TIP; height += 1) await mineTestBlock(explorer.testChain.chain);
});

afterAll(() => explorer.close());

/** IDs of the headers of an answer. */
async function idsOf(query: string): Promise<string[]> {
  const { status, bytes, headers } = await explorer.get(PATH + query);
  expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream']);
  expect(Number(headers['content-length'])).toBe(bytes.length);
  const count = bytes.length / HEADER_SIZE;
  return Array.from({ length: count }, (_, index) =>
    blockId(bytes.subarray(index * HEADER_SIZE, (index + 1) * HEADER_SIZE)),
  );
}

const chainIds = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => explorer.testChain.chain.view.block(from + index)!.id);

it.each([
  ['', 0, TIP],
  ['?count=1', 0, 0],
  ['?from=3&count=4', 3, 6],
  [`?from=${TIP}`, TIP, TIP],
  ['?from=10&count=2000', 10, TIP],
])('headers%s are those of the chain, lowest first', async (query, from, to) => {
  expect(await idsOf(query)).toEqual(chainIds(from, to));
});

it.each([`?from=${TIP + 1}`, '?from=4294967295&count=2000'])(
  'headers%s is an empty answer',
  async (query) => {
    expect(await idsOf(query)).toEqual([]);
  },
);

it.each([
  ['from=-1', 'from'],
  ['from=4294967296', 'from'],
  ['from=0x1', 'from'],
  ['count=0', 'count'],
  ['count=2001', 'count'],
  ['count=1.5', 'count'],
])('a query with %s is 422', async (query, name) => {
  const { status, json } = await explorer.get(`${PATH}?${query}`);
  expect([status, (json as { detail: { loc: string[] }[] }).detail[0]!.loc]).toEqual([422, ['query', name]]);
});

it('headers are sent again only if they changed', async () => {
  const [lower, upper] = ['?from=2&count=3', '?from=2'].map((query) => PATH + query) as [string, string];
  const tags = await Promise.all(
    [lower, upper].map(async (path) => (await explorer.get(path)).headers.etag!),
  );
  await mineTestBlock(explorer.testChain.chain);
  const [same, more] = await Promise.all(
    [lower, upper].map((path, index) => explorer.get(path, { headers: { 'If-None-Match': tags[index]! } })),
  );
  expect([same!.status, same!.bytes.length, more!.status]).toEqual([304, 0, 200]);
});
