import { parseRaw, send, sendRaw } from '@cairn/http/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withViewChanges } from '../chain/test-support.ts';
import { BusyError } from '../chain/whole-blocks.ts';
import { startTestRpc, TOKEN, type TestRpc } from './test-support.ts';

let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc();
});
afterAll(() => rpc.close());

it('a token that is sent twice, even if both are right, is 401', async () => {
  const header = `Authorization: Bearer ${TOKEN}\r\n`;
  const request = (headers: string): string =>
    `GET /v1/status HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`;
  expect(parseRaw(await sendRaw(rpc.url, request(header))).status).toBe(200);
  expect(parseRaw(await sendRaw(rpc.url, request(header + header)))).toMatchObject({
    status: 401,
    json: { error: 'unauthorized' },
  });
});

it('grants no preflight', async () => {
  const headers = { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' };
  const preflight = await send(rpc.url, '/v1/transactions', { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(405);
  expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

it('a client for whom there is no room is asked to come again', async () => {
  const busy = await startTestRpc(({ chain }) => ({
    chain: withViewChanges(chain, () => ({ readBlock: () => Promise.reject(new BusyError()) })),
  }));
  const { status, json, headers } = await busy.get('/v1/blocks/0');
  expect([status, json, headers['retry-after']]).toMatchObject([503, { error: 'node_busy' }, '1']);
  await busy.close();
});
