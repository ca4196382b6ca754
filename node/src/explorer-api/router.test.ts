import { sendRaw, withChanges } from '@cairn/http/test-support';
import { expect, it, onTestFinished } from 'vitest';
import { mineTestBlock } from '../chain/test-support.ts';
import { ProjectionError, type ProjectionReader } from '../projection/index.ts';
import {
  rankedAddress,
  rankingFrom,
  startSampleExplorer,
  startTestExplorer,
  type TestExplorer,
} from './test-support.ts';

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const statuses = (received: string): string[] => received.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];

async function startWithRanking(addresses: ProjectionReader['addresses']): Promise<TestExplorer> {
  const explorer = await startTestExplorer(() => rankingFrom(addresses));
  onTestFinished(() => explorer.close());
  return explorer;
}

it.each([
  ['an existing resource', 200, {}],
  ['a resource that has to be compressed', 200, { 'Accept-Encoding': 'gzip' }],
])('a reader is asked once for %s', async (_resource, expected, headers) => {
  let asked = 0;
  const explorer = await startWithRanking(async () => {
    asked += 1;
    return { items: [rankedAddress('a'.repeat(2_000))], total: 1 };
  });
  const { status } = await explorer.get('/api/v1/addresses', { headers });
  expect([status, asked]).toEqual([expected, 1]);
});

it('an unavailable database is queried once, which gives a 503', async () => {
  let asked = 0;
  const explorer = await startWithRanking(async () => {
    asked += 1;
    throw new ProjectionError('storage_failed', 'the database is away');
  });
  const { status, json } = await explorer.get('/api/v1/addresses');
  expect([status, json, asked]).toEqual([503, { error: 'explorer_index_unavailable' }, 1]);
});

it('a failed index is reported before index or chain are read', async () => {
  const explorer = await startTestExplorer(({ chain }) => ({
    indexStatus: () => ({ state: 'error', indexedHeight: -1, targetHeight: -1, progress: 0 }),
    chain: withChanges(chain, {
      get view(): never {
        throw new ProjectionError('storage_failed', 'the database is away');
      },
    }),
  }));
  onTestFinished(() => explorer.close());
  const { status, json } = await explorer.get('/api/v1/transactions');
  expect([status, json]).toMatchObject([503, { error: 'explorer_index_error' }]);
});

it('an answer that was made while the chain changed is sent without a tag, and not kept', async () => {
  let asked = 0;
  const explorer = await startWithRanking(async () => {
    asked += 1;
    if (asked === 1) await mineTestBlock(explorer.testChain.chain);
    return { items: [], total: asked };
  });
  const first = await explorer.get('/api/v1/addresses');
  expect([first.status, first.headers.etag, first.headers['cache-control']]).toEqual([
    200,
    undefined,
    'no-store',
  ]);
  const second = await explorer.get('/api/v1/addresses');
  expect(second.headers.etag).toBeDefined();
  expect(second.json).toMatchObject({ pagination: { total: 2 } });
});

it('the server answers pipelined requests in order', async () => {
  const explorer = await startSampleExplorer();
  onTestFinished(() => explorer.close());
  const heights = [3, 0, 13, 7, 1, 12, 5];
  const text = heights.map((height) => get(`/api/v1/blocks/${height}/transactions?limit=100`)).join('');
  const last = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const received = await sendRaw(explorer.url, text + last);
  const seen = [...received.matchAll(/"block":\{"height":(\d+)/g)].map(([, height]) => Number(height));
  expect(seen).toEqual(heights);
});

it('the server answers a request in flight when it is closed', async () => {
  let closed: Promise<void> | undefined;
  const closing = await startTestExplorer(() => ({
    nodeState: () => {
      closed ??= closing.close();
      return { syncing: false, ready: true };
    },
  }));
  const received = await sendRaw(closing.url, get('/api/v1/status'));
  expect(statuses(received)).toEqual(['200']);
  await closed;
});
