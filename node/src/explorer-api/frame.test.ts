/** What is around the routes of the Explorer API: paths, methods, other origins, requests that are hardly HTTP, and failures. */
import { parseRaw, sendRaw, type TestResponse } from '@cairn/http/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusyError } from '@cairn/chain';
import { ACCOUNTS, withViewChanges } from '@cairn/chain/test-support';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

const ORIGIN = { Origin: 'https://explorer.example' };
let explorer: TestExplorer;

beforeAll(async () => {
  explorer = await startTestExplorer();
});
afterAll(() => explorer.close());

const request = (target: string, ...lines: string[]): string =>
  [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n');

it.each([
  '/',
  '/api/v1',
  '/api/v1/statusX',
  '/api/v1/status/',
  '/API/v1/status',
  '//api/v1/status',
  '/api/v1/./status',
  '/api/v1/blocks//transactions',
  '/api/v1/blocks/0/transactions/0',
  '/docs/',
  '/docs/assets/0/swagger-ui.css',
  '/docs/assets/../../package.json',
  '/docs/assets/%2e%2e/package.json',
  '/%',
  '/%00',
  '/\\',
])('the unknown path %s is 404', async (path) => {
  const { status, text, headers } = await explorer.get(path, { headers: ORIGIN });
  expect([status, text]).toEqual([404, '{"detail":"Not Found"}']);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
});

it.each(['/openapi.json', '/docs', '/redoc', '/api/v1/events?last_event_id=-1'])(
  '%s is for GET',
  async (path) => {
    for (const method of ['HEAD', 'POST', 'OPTIONS']) {
      const response = await explorer.get(path, { method, body: method === 'POST' ? '{"a":' : '' });
      expect([method, response.status, response.headers.allow]).toEqual([method, 405, 'GET']);
    }
  },
);

it('/health is for HEAD too', async () => {
  expect((await explorer.get('/health', { method: 'HEAD' })).status).toBe(200);
});

it('a connection goes on after a request that was refused', async () => {
  const refused = 'GET /api/v1/blocks?limit=0 HTTP/1.1\r\nHost: x\r\n\r\n';
  const answers = await sendRaw(explorer.url, refused + request('/health'));
  expect(answers.match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['422', '200']);
});

describe('a preflight', () => {
  const preflight = (path: string, method: string, headers?: string): Promise<TestResponse> => {
    const asked = headers === undefined ? {} : { 'Access-Control-Request-Headers': headers };
    return explorer.get(path, {
      method: 'OPTIONS',
      headers: { ...ORIGIN, 'Access-Control-Request-Method': method, ...asked },
    });
  };

  it.each([undefined, 'content-type', 'Accept, accept-language , Content-Language,CONTENT-TYPE'])(
    'for GET with headers %j lasts 600 seconds, on any path',
    async (headers) => {
      for (const path of ['/api/v1/status', '/nowhere']) {
        const response = await preflight(path, 'GET', headers);
        expect(response).toMatchObject({ status: 200, text: 'OK' });
        expect(response.headers).toMatchObject({
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET',
          'access-control-max-age': '600',
          'access-control-allow-headers': 'Accept, Accept-Language, Content-Language, Content-Type',
          'x-content-type-options': 'nosniff',
        });
        expect(response.headers['access-control-allow-credentials']).toBeUndefined();
      }
    },
  );

  it.each([
    ['POST', undefined, 'Disallowed CORS method'],
    ['get', undefined, 'Disallowed CORS method'],
    ['GET', 'authorization', 'Disallowed CORS headers'],
    ['GET', 'accept, x-custom', 'Disallowed CORS headers'],
    ['GET', '', 'Disallowed CORS headers'],
    ['PUT', 'x-custom', 'Disallowed CORS method, headers'],
  ])('for %s with headers %j is refused', async (method, headers, message) => {
    const { status, json } = await preflight('/api/v1/status', method, headers);
    expect([status, json]).toEqual([400, { error: 'cors_disallowed', message }]);
  });

  it('is for OPTIONS of another origin alone', async () => {
    const asked = { 'Access-Control-Request-Method': 'GET' };
    const answers = await Promise.all([
      explorer.get('/api/v1/status', { headers: { ...ORIGIN, ...asked } }),
      explorer.get('/api/v1/status', { method: 'OPTIONS', headers: asked }),
      explorer.get('/api/v1/status', { method: 'OPTIONS', headers: ORIGIN }),
    ]);
    expect(answers.map(({ status, text }) => [status, text === 'OK'])).toEqual([
      [200, false],
      [405, false],
      [405, false],
    ]);
  });
});

describe('a request that is hardly HTTP', () => {
  it.each([
    ['junk', 'hello\r\n\r\n', 400],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 400],
    ['a target above 16 KiB', request(`/${'a'.repeat(17_000)}`), 431],
    ['an expectation', request('/health', 'Expect: wonders'), 417],
    ['a length and chunks', request('/health', 'Content-Length: 3', 'Transfer-Encoding: chunked'), 400],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ])('%s is refused in JSON that any page may read', async (_name, text, expected) => {
    const { status, head, json } = parseRaw(await sendRaw(explorer.url, text));
    expect([status, json]).toEqual([expected, expect.any(Object)]);
    expect(head).toMatch(/^x-content-type-options: nosniff$/im);
    expect(head.match(/^access-control-allow-origin: \*$/gim)).toHaveLength(1);
  });
});

it('a failure is 500 without its cause, which is logged without the target', async () => {
  const broken = await startTestExplorer(({ chain }) => ({
    chain: withViewChanges(chain, () => ({
      account: () => {
        throw new Error('damaged: /srv/data/core/000005.ldb');
      },
    })),
  }));
  const { block } = await broken.json<{ block: { miner: string } }>('/api/v1/blocks/0');
  const { status, text, headers } = await broken.get(`/api/v1/addresses/${block.miner}`);
  expect([status, text]).toEqual([500, '{"error":"internal_error"}']);
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
  expect(broken.log.join()).toContain('damaged: /srv/data/core');
  expect(broken.log.join()).not.toContain(block.miner);
  await broken.close();
});

it('clients for whom there is no room are asked to come again', async () => {
  const busy = await startTestExplorer(({ chain }) => {
    const refuse = (): never => {
      throw new BusyError();
    };
    return { chain: withViewChanges(chain, () => ({ readBlock: refuse, merkleTree: refuse })) };
  });
  const { id } = busy.testChain.chain.view.transactions(0, { offset: 0, limit: 1 })![0]!;
  for (const path of [
    'blocks/0/raw',
    `transactions/${id}/proof`,
    `addresses/${ACCOUNTS[0]!.address}/proof`,
  ]) {
    const { status, json, headers } = await busy.get(`/api/v1/${path}`);
    expect([status, json]).toMatchObject([503, { error: 'node_busy' }]);
    expect([headers['retry-after'], headers['cache-control']]).toEqual(['1', 'no-store']);
  }
  expect(busy.log).toEqual([]);
  await busy.close();
});
