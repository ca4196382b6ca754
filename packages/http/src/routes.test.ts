/** A body in parts, which may be long; all else of the adapter is tested with the interfaces that it serves. */
import { setImmediate } from 'node:timers/promises';
import { rpcRoutes } from '@cairn/api/rpc';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { apiErrorHandlers, createApp } from './app.ts';
import { bindJson } from './routes.ts';
import { HttpServer } from './server.ts';
import { sendRaw } from './test-support.ts';

const REQUEST = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** A server with the route, and what it logs. */
async function serve(content: () => AsyncIterable<string>, before?: Promise<void>) {
  const logged: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const checks = { notFound: { status: 404, body: {} }, methodNotAllowed: { status: 405, body: {} } };
  const app = createApp();
  bindJson(app, checks, rpcRoutes.health, async () => {
    await before;
    return content();
  });
  app.use(...apiErrorHandlers(logger, checks));
  const server = await new HttpServer({ app }).listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return { server, logged };
}

it('is sent whole', async () => {
  const { server } = await serve(async function* () {
    yield '{"a":';
    yield '1}';
  });
  expect(await sendRaw(server.url, REQUEST)).toMatch(/^HTTP\/1\.1 200 [^]*no-store[^]*\{"a":[^]*1\}/);
});

it('that breaks cuts the connection, so that nobody takes it for whole, and is a failure', async () => {
  const { server, logged } = await serve(async function* () {
    yield 'x'.repeat(100);
    await setImmediate();
    throw new Error('broken');
  });
  await expect(fetch(`${server.url}/health`).then((response) => response.text())).rejects.toThrow(
    'terminated',
  );
  expect(logged).toEqual([expect.stringMatching(/"broken"[^]*"route":"\/health"/)]);
});

it('ends with a client that leaves, and is no failure', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { server, logged } = await serve(async function* () {
    try {
      for (;;) yield 'x'.repeat(100_000);
    } finally {
      resolve();
    }
  });
  const { body } = await fetch(`${server.url}/health`);
  await body!.cancel();
  await promise;
  await expect.poll(() => server.connections()).toBe(0);
  expect(logged).toEqual([]);
});

it('for a client that has left is not begun, and no failure', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isBegun = false;
  const { server, logged } = await serve(async function* () {
    isBegun = true;
    yield '';
  }, promise);
  const leaving = AbortSignal.timeout(100);
  await expect(fetch(`${server.url}/health`, { signal: leaving })).rejects.toThrow('timeout');
  await expect.poll(() => server.connections()).toBe(0);
  resolve();
  await setImmediate();
  expect([isBegun, logged]).toEqual([false, []]);
});
