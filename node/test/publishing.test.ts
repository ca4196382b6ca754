import { once } from 'node:events';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mineTestBlock } from '@cairn/chain/test-support';
import { startTestExplorer, type TestExplorer } from '../src/explorer-api/test-support.ts';
import {
  getTls,
  startNginx,
  missingForNginx,
  type Change,
  type NginxProcess,
  type TlsResponse,
} from './nginx-process.ts';

const missing = missingForNginx();
const ORIGIN = { Origin: 'https://page.example' };
const TRANSACTIONS = '/api/v1/blocks/0/transactions';
/** The operator's time limits in deploy/nginx, shortened for the test. */
const SHORTER: readonly Change[] = [
  ['client_header_timeout 10s;', 'client_header_timeout 1s;'],
  ['proxy_read_timeout 30s;', 'proxy_read_timeout 1s;'],
  ['keepalive_timeout 60s;', 'keepalive_timeout 1s;'],
];

if (missing !== undefined) process.stderr.write(`Skipped, ${missing}: the published Explorer API\n`);

it('nginx can be run here', ({ skip }) => {
  if (missing !== undefined) skip(missing);
  expect(missing).toBeUndefined();
});

// The order matters: the tests count as one client, whose limits the last ones exhaust.
describe.skipIf(missing !== undefined)('an Explorer API behind nginx', { shuffle: false }, () => {
  let explorer: TestExplorer;
  let nginx: NginxProcess;
  beforeAll(async () => {
    explorer = await startTestExplorer();
    nginx = await startNginx(new URL(explorer.url).host);
  });

  afterAll(async () => {
    await nginx?.close();
    await explorer?.close();
  });

  const get = (path: string, options?: Parameters<typeof getTls>[2]): Promise<TlsResponse> =>
    getTls(nginx.url, path, options);

  /** Requires an error in JSON with the headers of every answer, readable from any page. */
  function expectRefusal(response: TlsResponse, status: number, error: object): void {
    expect([response.status, JSON.parse(response.text)]).toEqual([status, expect.objectContaining(error)]);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'strict-transport-security': 'max-age=31536000',
    });
  }

  it('answers over TLS like the node, and reveals no version', async () => {
    const direct = await explorer.get('/api/v1/status', { headers: ORIGIN });
    const { status, text, headers } = await get('/api/v1/status', { headers: ORIGIN });
    expect([status, text]).toEqual([200, direct.text]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'strict-transport-security': 'max-age=31536000',
      etag: direct.headers.etag,
      'cache-control': direct.headers['cache-control'],
      server: 'nginx',
    });
    expect((await get('/health')).headers['x-cache-status']).toBeUndefined();
    expect((await get('/docs')).headers['content-security-policy']).toContain("default-src 'none'");
    expect((await get('/api/v1/blocks?limit=0')).status).toBe(422);
  });

  it('redirects plain HTTP to TLS', async () => {
    const { statusCode, headers } = await new Promise<IncomingMessage>((resolve, reject) => {
      getHttp({ host: '127.0.0.1', port: nginx.httpPort, path: '/api/v1/blocks?limit=1' }, resolve).on(
        'error',
        reject,
      );
    });
    expect([statusCode, headers.location]).toEqual([
      301,
      'https://explorer.example.org/api/v1/blocks?limit=1',
    ]);
  });

  it('answers a preflight, and no other method', async () => {
    const asked = { ...ORIGIN, 'Access-Control-Request-Method': 'GET' };
    const preflight = await get('/api/v1/status', { method: 'OPTIONS', headers: asked });
    expect([preflight.status, preflight.headers['access-control-max-age']]).toEqual([200, '600']);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await get('/api/v1/status', { method, headers: ORIGIN });
      expectRefusal(response, 405, { detail: 'Method Not Allowed' });
      expect(response.headers['allow']).toBe('GET');
    }
    expect((await get('/health', { method: 'HEAD' })).status).toBe(200);
    expect((await get('/api/v1/status', { method: 'HEAD' })).status).toBe(405);
  });

  it('caches answers for a second, then revalidates them with the node', async () => {
    const path = '/api/v1/blocks?limit=1';
    const first = await get(path);
    expect(first.headers['x-cache-status']).toBe('MISS');
    const again = async (): Promise<unknown> => (await get(path)).headers['x-cache-status'];
    await expect.poll(again).toBe('HIT');
    const tag = String(first.headers['etag']);
    expect((await get(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    await expect.poll(again, { interval: 400 }).toBe('REVALIDATED');
    await mineTestBlock(explorer.testChain.chain);
    await expect
      .poll(async () => JSON.parse((await get(path)).text) as unknown, { interval: 400 })
      .toMatchObject({ items: [{ height: 1 }] });
    expect((await get(path, { headers: { 'If-None-Match': tag } })).status).toBe(200);
    const refused = ['/api/v1/blocks/99', '/api/v1/blocks/x'];
    for (const path of [...refused, ...refused]) {
      expect((await get(path)).headers['x-cache-status']).toBe('MISS');
    }
  });

  it('caches answers by encoding, for every origin, and a block by its hash permanently', async () => {
    const encodings = ['br', 'gzip', undefined];
    for (const encoding of encodings) {
      const accepted = encoding === undefined ? {} : { 'Accept-Encoding': `deflate, ${encoding}` };
      const answer = async (origin: object): Promise<unknown[]> => {
        const { headers } = await get(TRANSACTIONS, { headers: { ...accepted, ...origin } });
        return ['x-cache-status', 'content-encoding', 'access-control-allow-origin'].map(
          (name) => headers[name],
        );
      };
      expect(await answer({})).toEqual(['MISS', encoding, '*']);
      // The same copy, which a busy machine may have kept for longer than a second.
      const copy = expect.stringMatching(/^(HIT|REVALIDATED)$/) as string;
      expect(await answer(ORIGIN)).toEqual([copy, encoding, '*']);
    }
    const raw = `/api/v1/blocks/${explorer.testChain.chain.view.block(0)!.id}/raw`;
    await get(raw);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect((await get(raw)).headers['x-cache-status']).toBe('HIT');
    expect((await get('/redoc')).text).not.toBe((await get('/redoc')).text);
  });

  it('serves nothing but the Explorer API', async () => {
    const plain = ['/', '/v1/status', '/metrics', '/rpc.token', '/__refused/404', '/api/v2/status'];
    const hidden = ['/api/v1/../../v1/status', '/docs/../v1/status', '/%76%31/status', '//v1/status'];
    for (const path of [...plain, ...hidden])
      expectRefusal(await get(path, { headers: ORIGIN }), 404, { detail: 'Not Found' });
  });

  it('accepts no body and no long URL', async () => {
    const body = 'x'.repeat(2_000);
    const headers = { ...ORIGIN, 'Content-Length': String(body.length) };
    expectRefusal(await get('/api/v1/status', { headers, body }), 413, { error: 'request_too_large' });
    const path = `/api/v1/status?${'x'.repeat(9_000)}`;
    const long = await get(path, { headers: ORIGIN });
    expect([long.status, JSON.parse(long.text)]).toMatchObject([414, { error: 'uri_too_long' }]);
    const large = await get('/api/v1/status', { headers: { 'X-Large': 'x'.repeat(9_000) } });
    expect([large.status, JSON.parse(large.text)]).toMatchObject([400, { error: 'bad_request' }]);
  });

  it('forwards events immediately, to a few streams per client', async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_500)); // until the request limit has recovered
    const { hostname, port } = new URL(nginx.url);
    const open = (): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const target = { hostname, port, path: '/api/v1/events', agent: false, rejectUnauthorized: false };
        getHttps(target, resolve).on('error', reject);
      });
    const streams = await Promise.all(Array.from({ length: 5 }, open));
    expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const texts = streams.map(() => '');
    for (const [index, stream] of streams.entries()) {
      stream.setEncoding('utf8').on('error', () => {});
      stream.on('data', (part: string) => (texts[index] += part));
    }
    await expect.poll(() => texts.every((text) => /^id: 1-/m.test(text))).toBe(true);
    await mineTestBlock(explorer.testChain.chain);
    await expect.poll(() => texts.every((text) => /^event: tip\nid: 2-/m.test(text))).toBe(true);
    expectRefusal(await get('/api/v1/events', { headers: ORIGIN }), 429, { error: 'too_many_requests' });
    for (const stream of streams) stream.destroy();
  });

  it('limits a flood', async () => {
    const flood: TlsResponse[] = [];
    while (flood.every(({ status }) => status === 200)) {
      const batchOf = Array.from({ length: 20 }, () => get('/api/v1/status', { headers: ORIGIN }));
      flood.push(...(await Promise.all(batchOf)));
    }
    const refused = flood.find(({ status }) => status !== 200)!;
    expectRefusal(refused, 429, { error: 'too_many_requests' });
    expect(refused.headers['retry-after']).toBe('1');
  });

  it('reports that the node is down', async () => {
    await explorer.close();
    let answer = await get('/health', { headers: ORIGIN });
    // The flood is still being limited.
    for (let attempt = 0; answer.status === 429 && attempt < 20; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      answer = await get('/health', { headers: ORIGIN });
    }
    expectRefusal(answer, 502, { error: 'node_unreachable' });
    expect(nginx.errors()).not.toMatch(/\[(emerg|alert|crit)\]/);
  });
});

describe.skipIf(missing !== undefined)('the time limits of nginx', () => {
  /** Accepts every request and answers none. */
  let silent: Server;
  const held = new Set<Socket>();
  let nginx: NginxProcess;

  beforeAll(async () => {
    silent = createServer((socket) => {
      held.add(socket);
      socket.on('error', () => socket.destroy()).resume();
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    nginx = await startNginx(`127.0.0.1:${(silent.address() as AddressInfo).port}`, SHORTER);
  });

  afterAll(async () => {
    await nginx?.close();
    for (const socket of held) socket.destroy();
    silent?.close();
  });

  it('a node that does not answer causes a 504 in JSON, readable by any page', async () => {
    const { status, headers, text } = await getTls(nginx.url, '/api/v1/status', { headers: ORIGIN });
    expect([status, JSON.parse(text)]).toMatchObject([504, { error: 'node_timeout' }]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'retry-after': '5',
    });
  });

  it('a client that sends nothing, or only the beginning of a request, is disconnected', async () => {
    const { hostname, port } = new URL(nginx.url);
    const began = Date.now();
    const ends = ['', 'GET /health HTTP/1.1\r\nHost: explorer.example.org\r\nX-Slow: '].map(async (bytes) => {
      const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
      socket.on('error', () => undefined).resume();
      await once(socket, 'secureConnect');
      socket.write(bytes);
      await once(socket, 'close');
    });
    await Promise.all(ends);
    // nginx's default is a minute.
    expect(Date.now() - began).toBeLessThan(20_000);
  });
});
