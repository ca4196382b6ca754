import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRaw, send, sendRaw } from '@cairn/http/test-support';
import { startRpc } from './server.ts';
import { startTestRpc, TOKEN, type TestRpc } from './test-support.ts';

let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc();
});

afterAll(async () => {
  await rpc.close();
});

const UNAUTHORIZED = '{"error":"unauthorized"}';

describe('the bearer token', () => {
  it('is not required by /health', async () => {
    const response = await send(rpc.url, '/health');
    expect(response.status).toBe(200);
    expect(response.text).toBe('{"ok":true,"network":"devnet","api_version":1}');
  });

  it('opens every other route', async () => {
    const { status, json } = await rpc.get('/v1/openapi.json');
    expect([status, json]).toMatchObject([200, { openapi: '3.1.0', info: { title: 'Cairn private RPC' } }]);
    expect((await rpc.get('/v1/status')).status).toBe(200);
  });

  it.each<[string, string | undefined]>([
    ['no header', undefined],
    ['an empty one', ''],
    ['the token alone', TOKEN],
    ['the scheme alone', 'Bearer'],
    ['another scheme', `Basic ${TOKEN}`],
    ['another case of the scheme', `bearer ${TOKEN}`],
    ['two spaces', `Bearer  ${TOKEN}`],
    ['a shorter token', `Bearer ${TOKEN.slice(0, -1)}`],
    ['a longer token', `Bearer ${TOKEN}0`],
    ['another token', `Bearer ${TOKEN.toUpperCase()}`],
    ['two tokens', `Bearer ${TOKEN}, Bearer ${TOKEN}`],
  ])('%s is 401', async (_name, authorization) => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    for (const path of [
      '/v1/openapi.json',
      '/v1/status',
      '/v1/accounts/x',
      '/v1/accounts/x/transactions',
      '/v1/blocks/0',
    ]) {
      const response = await send(rpc.url, path, { headers });
      expect([path, response.status, response.text]).toEqual([path, 401, UNAUTHORIZED]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it('is checked before the body is read', async () => {
    const response = await send(rpc.url, '/v1/transactions', {
      method: 'POST',
      body: 'not json',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect([response.status, response.text]).toEqual([401, UNAUTHORIZED]);
  });

  it('sent twice, even if both are right, is 401', async () => {
    const header = `Authorization: Bearer ${TOKEN}\r\n`;
    const request = (headers: string): string =>
      `GET /v1/status HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`;
    expect(parseRaw(await sendRaw(rpc.url, request(header))).status).toBe(200);
    const twice = await sendRaw(rpc.url, request(header + header));
    expect(twice).toContain('HTTP/1.1 401');
    expect(twice.endsWith(UNAUTHORIZED)).toBe(true);
  });

  it('is in no log', async () => {
    await rpc.get('/v1/status');
    await send(rpc.url, '/v1/status', { headers: { Authorization: `Bearer ${TOKEN}0` } });
    expect(rpc.log.join('\n')).not.toContain(TOKEN);
  });
});

describe('an unknown route or method', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v1/statusX'],
    ['GET', '/v1/status/'],
    ['GET', '/V1/status'],
    ['GET', '/v1//status'],
    ['GET', '/v1/blocks/'],
    ['GET', '/v1/accounts//transactions'],
    ['GET', '/api/v1/status'],
    ['POST', '/v1/transaction'],
    ['GET', '/%'],
    ['GET', '/%ff%fe'],
  ])('%s %s is 404 without asking for the token', async (method, path) => {
    const response = await send(rpc.url, path, { method });
    expect([response.status, response.json]).toEqual([
      404,
      { error: 'not_found', message: 'There is no such route.' },
    ]);
  });

  it.each([
    ['POST', '/health', 'GET'],
    ['HEAD', '/health', 'GET'],
    ['HEAD', '/v1/status', 'GET'],
    ['OPTIONS', '/v1/status', 'GET'],
    ['DELETE', '/v1/accounts/x', 'GET'],
    ['PUT', '/v1/blocks/1', 'GET'],
    ['PROPFIND', '/v1/status', 'GET'],
    ['GET', '/v1/transactions', 'POST'],
    ['HEAD', '/v1/transactions', 'POST'],
    ['PATCH', '/v1/transactions?x=1', 'POST'],
  ])('%s %s is 405 and allows %s', async (method, path, allow) => {
    const response = await send(rpc.url, path, { method });
    expect([response.status, response.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(response.json).toMatchObject({ error: 'method_not_allowed' });
  });

  it('is refused before content type and size are checked', async () => {
    const body = 'x'.repeat(1_000_001);
    for (const type of ['application/json', ';;;', 'text/plain']) {
      const headers = { 'Content-Type': type };
      expect((await send(rpc.url, '/v1/nothing', { method: 'POST', body, headers })).status).toBe(404);
      expect((await send(rpc.url, '/v1/status', { method: 'POST', body: 'x', headers })).status).toBe(405);
    }
  });
});

describe('every response', () => {
  it.each(['/health', '/v1/status', '/nothing'])(
    'of %s has the headers of a private interface',
    async (path) => {
      const { headers } = await rpc.get(path, { headers: { Origin: 'http://evil.example' } });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['server']).toBeUndefined();
    },
  );

  it('grants no preflight', async () => {
    const response = await send(rpc.url, '/v1/transactions', {
      method: 'OPTIONS',
      headers: { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(response.status).toBe(405);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the listener', () => {
  it.each([
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['::1', /^http:\/\/\[::1\]:\d+$/],
    ['localhost', /^http:\/\/127\.0\.0\.1:\d+$/],
  ])('may have the host %s', async (host, url) => {
    const server = await startRpc(rpc.context, { host, port: 0, token: TOKEN });
    expect(server.url).toMatch(url);
    expect((await send(server.url, '/health')).status).toBe(200);
    await server.close();
  });

  it('reports a port that is in use', async () => {
    const { port } = new URL(rpc.url);
    const taken = startRpc(rpc.context, { host: '127.0.0.1', port: Number(port), token: TOKEN });
    await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
