import { withViewChanges } from '../chain/test-support.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRaw, send, sendRaw, type TestResponse } from '@cairn/http/test-support';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

let explorer: TestExplorer;

beforeAll(async () => {
  explorer = await startTestExplorer();
});

afterAll(async () => {
  await explorer.close();
});

const PATHS = [
  '/health',
  '/api/v1/status',
  '/api/v1/features',
  '/api/v1/blocks',
  '/api/v1/blocks/0',
  '/api/v1/blocks/0/transactions',
  '/api/v1/blocks/0/raw',
  '/api/v1/transactions',
  '/api/v1/transactions/x',
  '/api/v1/transactions/x/proof',
  '/api/v1/addresses',
  '/api/v1/addresses/x',
  '/api/v1/addresses/x/transactions',
  '/api/v1/stats',
  '/api/v1/events?last_event_id=-1',
  '/openapi.json',
  '/docs',
  '/redoc',
];

describe('another method', () => {
  const METHODS = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'];

  it.each(PATHS)('on %s is 405 and allows GET', async (path) => {
    for (const method of METHODS) {
      if (method === 'HEAD' && path === '/health') continue;
      const response = await explorer.get(path, { method });
      expect([method, response.status, response.headers.allow]).toEqual([method, 405, 'GET']);
      expect(response.text).toBe(method === 'HEAD' ? '' : '{"detail":"Method Not Allowed"}');
      expect(response.headers['content-type']).toBe('application/json');
    }
  });

  it('of probes, HEAD, is answered on /health', async () => {
    const { status, text, headers } = await explorer.get('/health', { method: 'HEAD' });
    expect([status, text, headers['content-type']]).toEqual([200, '', 'application/json']);
  });

  it.each(['application/json', 'text/plain', ';;;'])(
    'is also refused with a body of type %j',
    async (type) => {
      const request = { method: 'POST', body: '{"a":', headers: { 'Content-Type': type } };
      const response = await explorer.get('/api/v1/status', request);
      expect([response.status, response.text]).toEqual([405, '{"detail":"Method Not Allowed"}']);
      expect((await explorer.get('/nowhere', request)).text).toBe('{"detail":"Not Found"}');
    },
  );
});

describe('an unknown path', () => {
  it.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v1/statusX',
    '/api/v1/status/',
    '/API/v1/status',
    '//api/v1/status',
    '/api/v1/../v1/status',
    '/api/v1/./status',
    '/api/v1/blocks/',
    '/api/v1/blocks//transactions',
    '/api/v1/blocks/0/transactions/0',
    '/api/v1/addresses//transactions',
    '/v1/status',
    '/rpc.token',
    '/docs/',
    '/docs/assets/0/swagger-ui.css',
    '/docs/assets/../../package.json',
    '/docs/assets/%2e%2e/package.json',
    '/%',
    '/%00',
    '/%ff',
    '/%c0%af',
    '/\\',
    '/api\\v1\\status',
  ])('%s is 404', async (path) => {
    const response = await explorer.get(path);
    expect([response.status, response.text]).toEqual([404, '{"detail":"Not Found"}']);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('cross-origin requests', () => {
  const ORIGIN = { Origin: 'https://explorer.example' };

  it.each([
    '/api/v1/status',
    '/nowhere',
    '/api/v1/blocks/x',
    '/api/v1/stats',
    '/api/v1/blocks?limit=0',
    '/openapi.json',
  ])('may read %s without credentials', async (path) => {
    const { headers } = await explorer.get(path, { headers: ORIGIN });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-expose-headers']).toBe('ETag, Retry-After');
    expect(headers.vary).toBe('accept-encoding');
  });

  function preflight(path: string, method: string, headers?: string): Promise<TestResponse> {
    const asked = headers === undefined ? {} : { 'Access-Control-Request-Headers': headers };
    return explorer.get(path, {
      method: 'OPTIONS',
      headers: { ...ORIGIN, 'Access-Control-Request-Method': method, ...asked },
    });
  }

  it.each([undefined, 'content-type', 'Accept, accept-language , Content-Language,CONTENT-TYPE'])(
    'get a preflight for GET and headers %j',
    async (headers) => {
      for (const path of ['/api/v1/status', '/nowhere']) {
        const response = await preflight(path, 'GET', headers);
        expect([response.status, response.text]).toEqual([200, 'OK']);
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
    ['HEAD', undefined, 'Disallowed CORS method'],
    ['get', undefined, 'Disallowed CORS method'],
    ['GET', 'authorization', 'Disallowed CORS headers'],
    ['GET', 'accept, x-custom', 'Disallowed CORS headers'],
    ['GET', '', 'Disallowed CORS headers'],
    ['PUT', 'x-custom', 'Disallowed CORS method, headers'],
  ])('get no preflight for %s with headers %j', async (method, headers, message) => {
    const response = await preflight('/api/v1/status', method, headers);
    expect([response.status, response.json]).toEqual([400, { error: 'cors_disallowed', message }]);
    expect(response.headers['access-control-allow-methods']).toBe('GET');
  });

  it('with OPTIONS but no preflight are 405', async () => {
    const response = await explorer.get('/api/v1/status', { method: 'OPTIONS', headers: ORIGIN });
    expect([response.status, response.headers['access-control-allow-origin']]).toEqual([405, '*']);
  });
});

describe('every response', () => {
  it.each([...PATHS, '/nowhere', '/api/v1/blocks?limit=0'])(
    'of %s has nosniff and names no software',
    async (path) => {
      const { headers } = await explorer.get(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['server']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    },
  );
});

describe('the bytes of a path', () => {
  it.each([
    ['/api/v1/blocks/%zz', 'invalid_block_reference'],
    ['/api/v1/blocks/%', 'invalid_block_reference'],
    ['/api/v1/blocks/1%', 'invalid_block_reference'],
    ['/api/v1/blocks/%ff', 'invalid_block_reference'],
    ['/api/v1/blocks/%c3%28', 'invalid_block_reference'],
    ['/api/v1/blocks/%00', 'invalid_block_reference'],
    ['/api/v1/blocks/%2f', 'invalid_block_reference'],
    ['/api/v1/blocks/%252f', 'invalid_block_reference'],
    ['/api/v1/blocks/%ED%A0%80/transactions', 'invalid_block_reference'],
    [`/api/v1/blocks/${'1'.repeat(9_000)}`, 'invalid_block_reference'],
    ['/api/v1/transactions/%e2%82', 'invalid_transaction_id'],
    ['/api/v1/addresses/%F0%9F%92%A9', 'invalid_address'],
  ])('%s gives the 400 of the route', async (path, error) => {
    const response = await explorer.get(path);
    expect([response.status, response.json]).toMatchObject([400, { error }]);
  });

  it('may be escaped without changing their meaning', async () => {
    expect((await explorer.get('/api/v1/blocks/%30')).json).toMatchObject({ block: { height: 0 } });
  });

  it('always get a defined JSON answer', async () => {
    for (let byte = 1; byte < 256; byte += 1) {
      const character = String.fromCodePoint(byte);
      const request = `GET /api/v1/blocks/a${character}b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const { status, json } = parseRaw(await sendRaw(explorer.url, request));
      expect([byte, status]).toEqual([byte, expect.toBeOneOf([400, 404])]);
      expect(json).toBeTypeOf('object');
    }
  });
});

describe('the request line and head', () => {
  const get = (target: string, headers = 'Host: x\r\n'): string =>
    `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

  it('may contain an absolute target', async () => {
    const { status, json } = parseRaw(await sendRaw(explorer.url, get('http://other.example/health')));
    expect([status, json]).toMatchObject([200, { ok: true }]);
  });

  it.each([
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['no Host', get('/health', ''), 400],
    ['a Host with a user', get('/health', 'Host: x@evil\r\n'), 400],
    ['junk', 'hello\r\n\r\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a header without a colon', get('/health', 'Host: x\r\nbroken\r\n'), 400],
    ['two lengths', get('/health', 'Host: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n'), 400],
    [
      'a length and chunks',
      get('/health', 'Host: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n'),
      400,
    ],
    ['a head above 16 KiB', get('/health', `Host: x\r\nX-A: ${'a'.repeat(17_000)}\r\n`), 431],
    ['a target above 16 KiB', get(`/${'a'.repeat(17_000)}`), 431],
    ['an expectation', get('/health', 'Host: x\r\nExpect: wonders\r\n'), 417],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 400],
    ['an upgrade', get('/health', 'Host: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n'), 200],
  ])('%s is answered in JSON', async (_name, request, expected) => {
    const { status, head, json } = parseRaw(await sendRaw(explorer.url, request));
    expect(status).toBe(expected);
    expect(json).toBeTypeOf('object');
    expect(head).toMatch(/x-content-type-options: nosniff/i);
  });

  it.each([
    ['no Host', get('/health', 'Origin: https://a.example\r\n')],
    ['junk', 'hello\r\n\r\n'],
    ['a target above 16 KiB', get(`/${'a'.repeat(17_000)}`, 'Host: x\r\nOrigin: https://a.example\r\n')],
    ['an expectation', get('/health', 'Host: x\r\nOrigin: https://a.example\r\nExpect: wonders\r\n')],
  ])('%s gets an answer that any page may read', async (_name, request) => {
    const received = await sendRaw(explorer.url, request);
    expect(received.match(/^access-control-allow-origin: .*$/gim)).toEqual([
      expect.stringMatching(/: \*\s*$/),
    ]);
  });

  it('of HTTP/1.0 needs no Host', async () => {
    const response = await sendRaw(explorer.url, 'GET /health HTTP/1.0\r\n\r\n');
    expect(parseRaw(response).status).toBe(200);
  });
});

describe('an unexpected failure', () => {
  it('is 500 without its cause, which is logged without the target', async () => {
    const broken = await startTestExplorer(({ chain }) => ({
      chain: withViewChanges(chain, () => ({
        account: () => {
          throw new Error('damaged: /srv/data/core/000005.ldb');
        },
      })),
    }));
    const { block } = (await broken.get('/api/v1/blocks/0')).json as { block: { miner: string } };
    const response = await broken.get(`/api/v1/addresses/${block.miner}`, {
      headers: { Origin: 'http://a.example' },
    });
    expect([response.status, response.text]).toEqual([500, '{"error":"internal_error"}']);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(broken.log.join()).toContain('damaged: /srv/data/core');
    expect(broken.log.join()).not.toContain(block.miner);
    await broken.close();
  });
});

describe('stopping', () => {
  it('finishes requests in flight and accepts no others', async () => {
    const stopping = await startTestExplorer();
    const asked = Array.from({ length: 20 }, () => stopping.get('/api/v1/blocks'));
    const answers = await Promise.all(asked);
    await stopping.close();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await expect(send(stopping.url, '/health')).rejects.toThrow('ECONNREFUSED');
  });
});
