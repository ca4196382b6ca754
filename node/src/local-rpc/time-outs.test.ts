import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { openTestChain } from '../chain/test-support.ts';
import { listen } from '../http/running-server.ts';
import { parseRaw, send, sendRaw } from '../http/test-support.ts';
import type { RpcContext } from './context.ts';
import { createRpcServer } from './server.ts';
import { TOKEN } from './test-support.ts';

async function openServer() {
  const testChain = await openTestChain();
  const { chain } = testChain;
  const context = { chain, logger: pino({ level: 'silent' }) } as unknown as RpcContext;
  const app = createRpcServer(context, TOKEN);
  onTestFinished(async () => {
    await app.close();
    await testChain.remove();
  });
  return app;
}

it('a head has 10 s, a request 30 s, a silent connection 60 s', async () => {
  const { server } = await openServer();
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, timeout: 60_000 });
});

it('a body that does not come is 408 in JSON, and holds up nobody', async () => {
  const app = await openServer();
  Object.assign(app.server, { headersTimeout: 200, requestTimeout: 200 }); // looked at every 2 s
  const { url } = await listen(app, { host: '127.0.0.1', port: 0 });
  const head =
    `POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
  const slow = Array.from({ length: 20 }, () => sendRaw(url, head));
  expect((await send(url, '/health')).status).toBe(200);
  for (const answer of await Promise.all(slow)) {
    expect(parseRaw(answer)).toMatchObject({ status: 408, json: { error: 'request_timeout' } });
  }
});
