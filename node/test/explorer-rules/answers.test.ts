import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNTS, stepBack } from '../../src/chain/test-support.ts';
import { parseRaw, sendRaw } from '@cairn/http/test-support';
import { SAMPLE_IDS, serveNode, serveSample, type ServedNode } from './served-node.ts';

const ALICE = ACCOUNTS[1]!.address;
const ORIGIN = { Origin: 'https://explorer.example' };
const REVALIDATED = 'public, max-age=0, must-revalidate, s-maxage=1';

let node: ServedNode;
let unindexed: ServedNode;
/** Paths of all cacheable answers: core, indexed, additions. */
let CACHEABLE: string[];

beforeAll(async () => {
  [node, unindexed] = await Promise.all([serveSample(), serveNode({ index: false })]);
  CACHEABLE = [
    '/health',
    '/api/v1/status',
    '/api/v1/features',
    '/api/v1/blocks',
    '/api/v1/blocks/3',
    '/api/v1/blocks/0/transactions',
    `/api/v1/transactions/${SAMPLE_IDS[1]}`,
    `/api/v1/transactions/${SAMPLE_IDS[1]}/proof`,
    `/api/v1/addresses/${ALICE}`,
    '/api/v1/transactions',
    '/api/v1/addresses',
    `/api/v1/addresses/${ALICE}/transactions`,
    '/api/v1/stats',
    '/api/v1/blocks/3/raw',
    '/openapi.json',
    '/docs',
  ];
});
afterAll(() => Promise.all([node.remove(), unindexed.remove()]));

const PROSE = expect.stringMatching(/^[A-Z].+\.$/) as unknown;

/** Every error of section 7.1 and of API-DECISIONS, with its complete body. */
const REFUSALS: readonly [path: string, status: number, body: unknown][] = [
  ['/api/v1/blocks/x', 400, { error: 'invalid_block_reference', message: PROSE }],
  ['/api/v1/blocks/4294967296/transactions', 400, { error: 'invalid_block_reference', message: PROSE }],
  ['/api/v1/blocks/-1/raw', 400, { error: 'invalid_block_reference', message: PROSE }],
  ['/api/v1/transactions/1', 400, { error: 'invalid_transaction_id', message: PROSE }],
  ['/api/v1/transactions/1/proof', 400, { error: 'invalid_transaction_id', message: PROSE }],
  ['/api/v1/addresses/x', 400, { error: 'invalid_address', message: PROSE }],
  ['/api/v1/addresses/x/transactions', 400, { error: 'invalid_address', message: PROSE }],
  ['/api/v1/blocks/99', 404, { error: 'block_not_found', message: PROSE }],
  [`/api/v1/blocks/${'1'.repeat(64)}`, 404, { error: 'block_not_found', message: PROSE }],
  [`/api/v1/transactions/${'a'.repeat(64)}`, 404, { error: 'transaction_not_found', message: PROSE }],
  ['/api/v2/blocks', 404, { detail: 'Not Found' }],
  ['/api/v1/blocks?limit=11', 422, { detail: [expect.objectContaining({ loc: ['query', 'limit'] })] }],
];

it.each(REFUSALS)('%s is %d with its body, for any page to read', async (path, status, body) => {
  const response = await node.get(path, { headers: ORIGIN });
  expect([response.status, response.json]).toEqual([status, body]);
  expect(response.headers).toMatchObject({
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

it('every response has nosniff and names no software, whatever its cause', async () => {
  const [, asset] = /src="([^"]+)"/.exec((await node.get('/docs')).text)!;
  const preflight = { ...ORIGIN, 'Access-Control-Request-Method': 'GET' };
  const answers = [
    ...(await Promise.all(
      [...CACHEABLE, '/redoc', asset!, ...REFUSALS.map(([path]) => path)].map((path) => node.get(path)),
    )),
    ...(await Promise.all(
      CACHEABLE.map(async (path) => {
        const { etag } = (await node.get(path)).headers;
        return node.get(path, { headers: { 'If-None-Match': etag! } });
      }),
    )),
    await node.get('/api/v1/blocks', { method: 'POST' }),
    await node.get('/api/v1/blocks', { method: 'OPTIONS', headers: preflight }),
    await unindexed.get('/api/v1/stats'),
  ];
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 304, 400, 404, 405, 422, 503]));
  for (const { headers } of answers) {
    expect(headers['x-content-type-options']).toBe('nosniff');
    for (const name of ['x-powered-by', 'server', 'set-cookie']) expect(headers[name]).toBeUndefined();
  }
  for (const request of ['junk\r\n\r\n', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`]) {
    const { status, head, json } = parseRaw(await sendRaw(node.urls.explorer, request));
    expect(status).toBeOneOf([400, 431]);
    expect([head, json]).toEqual([
      expect.stringMatching(/nosniff/),
      { error: expect.any(String), message: PROSE },
    ]);
  }
});

it('every core and indexed GET has an ETag, must be revalidated, and is 304 if unchanged', async () => {
  const tags = new Map<string, string>();
  for (const path of CACHEABLE) {
    const { status, headers } = await node.get(path);
    expect([path, status, headers['cache-control']]).toEqual([path, 200, REVALIDATED]);
    expect(headers.etag).toMatch(/^(W\/)?"[\x21\x23-\x7e]+"$/);
    tags.set(path, headers.etag!);
    const again = await node.get(path, { headers: { 'If-None-Match': headers.etag!, ...ORIGIN } });
    expect([path, again.status, again.bytes.length, again.headers.etag]).toEqual([
      path,
      304,
      0,
      headers.etag,
    ]);
    expect(again.headers['access-control-allow-origin']).toBe('*');
  }
  expect(new Set(tags.values()).size).toBe(CACHEABLE.length);
});

it('an ETag changes with the tip, and that of an indexed answer with the index', async () => {
  const changing = CACHEABLE.filter((path) => !/health|features|raw|openapi|docs/.test(path));
  const ask = () => Promise.all(changing.map(async (path) => (await node.get(path)).headers.etag));
  const before = await ask();
  await node.mine();
  await node.caughtUp();
  const after = await ask();
  for (const [index, path] of changing.entries()) {
    expect([path, after[index] === before[index]]).toEqual([path, false]);
    const headers = { 'If-None-Match': before[index]! };
    expect([path, (await node.get(path, { headers })).status]).toEqual([path, 200]);
  }
  await stepBack(node.chain);
  await node.caughtUp();
  // A standby may still change while it answers: such an answer has no tag.
  await expect.poll(ask).toEqual(before);
});

it('JSON above 1 KiB is sent as gzip or br on request, and smaller JSON uncompressed', async () => {
  const pages = [1, 2, 3, 4, 5, 8].map((limit) => `/api/v1/blocks?limit=${limit}`);
  const lists = ['transactions', 'addresses'].flatMap((name) =>
    [1, 2, 3, 4, 5].map((limit) => `/api/v1/${name}?limit=${limit}`),
  );
  const lengths: number[] = [];
  for (const path of [...CACHEABLE.filter((one) => !one.endsWith('/raw')), ...pages, ...lists]) {
    const plain = await node.get(path);
    lengths.push(plain.bytes.length);
    const isLarge = plain.bytes.length > 1024;
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await node.get(path, { headers: { 'Accept-Encoding': encoding } });
      expect([path, response.headers['content-encoding']]).toEqual([path, isLarge ? encoding : undefined]);
      const body = isLarge ? decode(response.bytes) : response.bytes;
      expect([path, body.equals(plain.bytes)]).toEqual([path, true]);
      expect(response.headers.vary).toMatch(/accept-encoding/i);
    }
  }
  // Just below and above the limit.
  expect(lengths.some((length) => length > 900 && length <= 1024)).toBe(true);
  expect(lengths.some((length) => length > 1024 && length < 1_300)).toBe(true);
});

it('there is no rate limit in the application', async () => {
  const statuses = new Set<number>();
  for (let batch = 0; batch < 10; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 60 }, () => node.get('/api/v1/blocks/1')));
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
});

it('confirmations are the chain’s height minus the block’s, plus one', async () => {
  const { height } = await node.json<{ height: number }>('/api/v1/status');
  for (const block of [0, 5, height]) {
    const confirmations = height - block + 1;
    expect(await node.json(`/api/v1/blocks/${block}`)).toMatchObject({ block: { confirmations } });
    expect(await node.json(`/api/v1/blocks/${block}/transactions?limit=1`)).toMatchObject({
      items: [{ confirmations }],
    });
  }
  const { items } = await node.json<{ items: { block_height: number; confirmations: number }[] }>(
    '/api/v1/transactions?limit=100',
  );
  for (const item of items) expect(item.confirmations).toBe(height - item.block_height + 1);
});

it('{txid} is found at its stored location, its ID verified, its index absolute', async () => {
  const { items } = await node.json<{ items: { id: string }[] }>(
    '/api/v1/blocks/12/transactions?offset=2&limit=1',
  );
  expect(items).toMatchObject([{ id: SAMPLE_IDS[1], transaction_index: 2, block_height: 12 }]);
  expect(await node.json(`/api/v1/transactions/${SAMPLE_IDS[1]}`)).toMatchObject({ transaction_index: 2 });
});

it('all routes use GET and no other method', async () => {
  for (const path of CACHEABLE) {
    for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (method === 'HEAD' && path === '/health') continue;
      const { status, headers } = await node.get(path, { method, headers: ORIGIN });
      expect([path, method, status, headers.allow]).toEqual([path, method, 405, 'GET']);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
  }
});
