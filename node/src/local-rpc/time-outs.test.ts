import { HTTP_LIMITS, type HttpLimits } from '@cairn/http';
import { parseRaw, send, sendRaw } from '@cairn/http/test-support';
import { expect, it, onTestFinished } from 'vitest';
import { startRpc } from './server.ts';
import { startTestRpc, TOKEN } from './test-support.ts';

async function openServer(limits?: HttpLimits) {
  const rpc = await startTestRpc();
  const server = await startRpc(rpc.context, { host: '127.0.0.1', port: 0, token: TOKEN }, limits);
  onTestFinished(async () => {
    await server.close();
    await rpc.close();
  });
  return server;
}

it('a body that does not arrive is 408 in JSON, and delays no other client', async () => {
  const limits = {
    ...HTTP_LIMITS,
    headersTimeout: 200,
    requestTimeout: 200,
    connectionsCheckingInterval: 50,
  };
  const { url } = await openServer(limits);
  const head =
    `POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
  const slow = Array.from({ length: 20 }, () => sendRaw(url, head));
  expect((await send(url, '/health')).status).toBe(200);
  for (const answer of await Promise.all(slow)) {
    expect(parseRaw(answer)).toMatchObject({ status: 408, json: { error: 'request_timeout' } });
  }
});
