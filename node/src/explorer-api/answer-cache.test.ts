import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sendRaw } from '@cairn/http/test-support';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ACCOUNTS, mineTestBlock, stepBack } from '../chain/test-support.ts';
import { startSqliteProjection, type Projection } from '../projection/index.ts';
import {
  rankedAddress,
  rankingFrom,
  SAMPLE_TRANSFER_IDS,
  startSampleExplorer,
  startTestExplorer,
  type SampleExplorer,
} from './test-support.ts';

let explorer: SampleExplorer;
let projection: Projection;
/** Log lines. The app logs each request; the cache logs nothing. */
const requests: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'debug' }, { write: (line: string) => void requests.push(line) });
  explorer = await startSampleExplorer(() => ({
    logger,
    indexStatus: () => projection.status(),
    index: () => projection.reader(),
  }));
  const { chain, dataDirectory } = explorer.testChain;
  projection = startSqliteProjection({ chain, path: dataDirectory.projection, logger: explorer.logger });
  await vi.waitUntil(() => projection.status().state === 'ready', { timeout: 60_000 });
});
afterAll(async () => {
  await projection.close();
  await explorer.close();
});

interface Answered {
  readonly status: string | undefined;
  /** Header lines except the date. */
  readonly fields: readonly string[];
  readonly body: Buffer;
}

async function ask(target: string, headers: readonly string[] = []): Promise<Answered> {
  const lines = [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''];
  const received = await sendRaw(explorer.url, lines.join('\r\n'));
  const end = received.indexOf('\r\n\r\n');
  const [status, ...fields] = received.slice(0, end).split('\r\n');
  const body = Buffer.from(received.slice(end + 4), 'latin1');
  return { status, fields: fields.filter((line) => !line.startsWith('Date:')).toSorted(), body };
}

const appRequests = (): number => requests.filter((line) => line.includes('"msg":"request"')).length;

const ADDRESS = ACCOUNTS[1]!.address;
const CACHED = [
  '/health',
  '/api/v1/status',
  '/api/v1/features',
  '/api/v1/blocks',
  '/api/v1/blocks?limit=3&offset=2',
  '/api/v1/blocks?before_height=5&limit=2&limit=1',
  '/api/v1/blocks?x=1',
  '/api/v1/blocks?',
  '/api/v1/blocks?limit=1#limit=2',
  '/api/v1/blocks/7',
  '/api/v1/blocks/%37',
  '/api/v1/blocks/7/transactions',
  '/api/v1/blocks/13/transactions?limit=2&offset=1',
  `/api/v1/transactions/${SAMPLE_TRANSFER_IDS[0]}`,
  `/api/v1/transactions/${SAMPLE_TRANSFER_IDS[0]!.toUpperCase()}`,
  `/api/v1/transactions/${SAMPLE_TRANSFER_IDS[0]}/proof`,
  `/api/v1/addresses/${ADDRESS}`,
  '/api/v1/transactions',
  '/api/v1/addresses?limit=3',
  `/api/v1/addresses/${ADDRESS}/transactions`,
  '/api/v1/stats',
  '/openapi.json',
  '/docs',
];
const NOT_CACHED = [
  '/api/v1/blocks?limit=0',
  '/api/v1/blocks/x',
  '/api/v1/blocks/99',
  '/api/v1/blocks/13/nowhere',
  `/api/v1/transactions/${'f'.repeat(64)}`,
  '/redoc',
];

describe('an answer from the cache', () => {
  it.each(CACHED)('to %s is the app’s answer, byte for byte', async (path) => {
    const cases = [[], ['Origin: https://x.example'], ['Accept-Encoding: identity']];
    const first = await ask(path);
    const asked = appRequests();
    for (const headers of cases) {
      const hit = await ask(path, headers);
      expect(hit).toEqual(first);
    }
    expect(first.status).toBe('HTTP/1.1 200 OK');
    expect(appRequests()).toBe(asked);
  });

  it.each(['br', 'gzip'] as const)('is compressed with %s like the app’s', async (encoding) => {
    const decode = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    for (const path of ['/api/v1/blocks?limit=4', '/api/v1/transactions?limit=4']) {
      const headers = [`Accept-Encoding: ${encoding}`, 'Origin: https://x.example'];
      const withoutLength = ({ status, fields, body }: Answered) => ({
        status,
        fields: fields.filter((line) => !line.startsWith('Content-Length')),
        body: decode(body).toString(),
      });
      const miss = await ask(path, headers);
      const hit = await ask(path, headers);
      expect(withoutLength(hit)).toEqual(withoutLength(miss));
      expect(hit.fields).toContain(`Content-Encoding: ${encoding}`);
      expect(await ask(path, headers)).toEqual(hit);
    }
  });

  it('may be a 304', async () => {
    const tag = (await ask('/api/v1/blocks?limit=5')).fields.find((line) => line.startsWith('ETag'))!;
    const condition = tag.replace('ETag', 'If-None-Match');
    const hit = await ask('/api/v1/blocks?limit=5', [condition]);
    expect(hit.status).toBe('HTTP/1.1 304 Not Modified');
    expect(hit.body.length).toBe(0);
    expect(hit.fields).toContain(tag);
  });

  it.each(NOT_CACHED)('is never sent for %s', async (path) => {
    await ask(path);
    const asked = appRequests();
    await ask(path);
    expect(appRequests()).toBe(asked + 1);
  });

  it('is never sent to a request that the app refuses', async () => {
    await ask('/health');
    expect((await ask('/health', ['Host: y'])).status).toBe('HTTP/1.1 400 Bad Request');
    expect((await ask('/health', ['Expect: wonders'])).status).toBe('HTTP/1.1 417 Expectation Failed');
    expect((await explorer.get('/health', { method: 'HEAD' })).status).toBe(200);
    expect((await explorer.get('/api/v1/blocks', { method: 'HEAD' })).status).toBe(405);
  });
});

it('an answer is compressed if larger than 1 KiB', async () => {
  let size = 0;
  const sized = await startTestExplorer(() =>
    rankingFrom(async () => ({ items: [rankedAddress('a'.repeat(size))], total: 1 })),
  );
  const around = (await sized.get('/api/v1/addresses?offset=0')).bytes.length;
  for (const [length, encoding] of [
    [1_024, undefined],
    [1_025, 'gzip'],
  ] as const) {
    size = length - around;
    const path = `/api/v1/addresses?offset=${size}`.padEnd(40, '&').replace(String(size), '0');
    const { headers, bytes } = await sized.get(`${path}${length}`, {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect((encoding === 'gzip' ? gunzipSync(bytes) : bytes).length).toBe(length);
  }
  await sized.close();
});

it('a cached answer is no longer sent after its block was stepped back', async () => {
  const { chain } = explorer.testChain;
  const first = await mineTestBlock(chain);
  const path = `/api/v1/blocks/${first.height}`;
  for (let round = 0; round < 2; round += 1) {
    expect((await explorer.get(path)).json).toMatchObject({ block: { id: first.id, confirmations: 1 } });
  }
  await stepBack(chain);
  expect((await explorer.get(path)).status).toBe(404);
  const second = await mineTestBlock(chain, [], { miner: 3 });
  expect(second.id).not.toBe(first.id);
  expect((await explorer.get(path)).json).toMatchObject({ block: { id: second.id, confirmations: 1 } });
  await stepBack(chain);
});
