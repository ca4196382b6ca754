import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRaw } from '../http/test-support.ts';
import type { ProjectionReader, RankingPage } from '../projection/index.ts';
import { LevelError } from '../storage/level.ts';
import {
  SAMPLE_TRANSFER_IDS,
  startSampleExplorer,
  startTestExplorer,
  type SampleExplorer,
} from './test-support.ts';
import { mineTestBlock, transfer } from '../chain/test-support.ts';

let explorer: SampleExplorer;
beforeAll(async () => {
  explorer = await startSampleExplorer();
});
afterAll(() => explorer.close());

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const statuses = (received: string): string[] => received.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];

it.each([
  ['what is no HTTP', 'garbage\r\n\r\n', '400'],
  ['a head that is too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', '400'],
])('answers what was asked before %s on the same connection', async (_, last, status) => {
  // The second one is answered after a promise.
  const paths = [`/api/v1/transactions/${SAMPLE_TRANSFER_IDS[0]}`, '/api/v1/blocks/0/transactions'];
  const received = await sendRaw(explorer.url, paths.map(get).join('') + last);
  expect(statuses(received)).toEqual(['200', '200', status]);
  expect(received).toContain(`"id":"${SAMPLE_TRANSFER_IDS[0]}"`);
});

it('answers a long run of pipelined requests, each in its place', async () => {
  const heights = Array.from({ length: 500 }, (_, index) => index % 14);
  const text = heights.map((height) => get(`/api/v1/blocks/${height}/transactions?limit=100`)).join('');
  const last = 'GET /api/v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const received = await sendRaw(explorer.url, text + last);
  const seen = [...received.matchAll(/"block":\{"height":(\d+)/g)].map(([, height]) => Number(height));
  expect(seen).toEqual(heights);
});

// Without waiting out the five seconds that slow clients are given; a page of a block is answered after a promise.
it.each(['/api/v1/blocks/0', '/api/v1/blocks/0/transactions'])(
  'answers %s, which it had taken when it is closed',
  { timeout: 4_000 },
  async (path) => {
    let closed: Promise<void> | undefined;
    const closing = await startTestExplorer(() => ({
      requireSound: () => void (closed ??= closing.close()),
    }));
    const received = await sendRaw(closing.url, get(path).repeat(2));
    expect(statuses(received)).toEqual(['200', '200']);
    await closed;
  },
);

it('makes an answer once that Fastify has to compress, and remembers it when it was asked for twice', async () => {
  let asked = 0;
  const addresses = (): RankingPage => {
    asked += 1;
    return { items: `{"a":"${'0'.repeat(2_000)}"}`, count: 1, total: 1 };
  };
  const compressing = await startTestExplorer(() => ({
    indexStatus: () => ({ state: 'ready', indexedHeight: 0, targetHeight: 0, progress: 100 }),
    indexReader: () => ({ addresses }) as unknown as ProjectionReader,
  }));
  const counts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { status, headers } = await compressing.get('/api/v1/addresses', {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip']);
    counts.push(asked);
  }
  expect(counts).toEqual([1, 2, 2]);
  await compressing.close();
});

it('sends nothing that it remembers of an index that was found damaged', async () => {
  let isDamaged = false;
  const damaged = await startTestExplorer(() => ({
    requireSound: () => {
      if (isDamaged) throw new LevelError('level_damaged', 'core', 'a test says so');
    },
  }));
  await mineTestBlock(damaged.testChain.chain, [transfer({ from: 1, to: 2, nonce: 1, value: 10n, fee: 2n })]);
  const page = await damaged.testChain.chain.readTransactions(1, { offset: 1, limit: 1 });
  const path = `/api/v1/transactions/${page![0]!.id}`;
  const { headers } = await damaged.get(path);
  const copy = { headers: { 'If-None-Match': String(headers['etag']) } };
  const statusesNow = async () => [(await damaged.get(path)).status, (await damaged.get(path, copy)).status];
  for (let round = 0; round < 3; round += 1) expect(await statusesNow()).toEqual([200, 304]);
  isDamaged = true;
  expect(await statusesNow()).toEqual([500, 500]);
  expect((await damaged.get('/api/v1/status')).status).toBe(200);
  expect((await damaged.get('/api/v1/transactions')).json).toMatchObject({
    error: 'explorer_index_disabled',
  });
  await damaged.close();
});
