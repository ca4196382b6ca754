import { connect, type Socket } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiChecks, apiErrorHandlers, apiLogAndHeaders, apiSocketAnswer, createApp } from './app.ts';
import { HTTP_LIMITS, HttpServer, type HttpLimits, type RunningServer } from './server.ts';
import { send } from './test-support.ts';

const IDLE = 2_000;
/** Maximum memory in bytes for both ends of an idle connection, which are in this process. */
const BYTES_PER_CONNECTION = 64 * 1_024;
const LIMITS: HttpLimits = {
  ...HTTP_LIMITS,
  headTimeout: 4_000,
  requestTimeout: 5_000,
  inactivityTimeout: 6_000,
  keepAliveTimeout: 4_000,
  checkInterval: 100,
};

let http: HttpServer;
let server: RunningServer;
const sockets: Socket[] = [];

beforeEach(async () => {
  const app = createApp().use(apiLogAndHeaders(pino({ level: 'silent' })), apiChecks());
  app.get('/quick', (_request, response) => void response.send('done'));
  app.post('/body', express.text(), (_request, response) => void response.send('done'));
  app.use(...apiErrorHandlers(pino({ level: 'silent' }), { status: 404, body: { error: 'not_found' } }));
  http = new HttpServer({ app, socketAnswer: apiSocketAnswer(), limits: LIMITS });
  server = await http.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** @param allowHalfOpen keeps the client's side open when the server ends its side */
function open(text: string, allowHalfOpen = false): Promise<Socket> {
  const port = Number(new URL(server.url).port);
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen }, () => {
      if (text !== '') socket.write(text);
      resolve(socket);
    });
    socket.on('error', () => socket.destroy()); // the server is expected to abort it
    sockets.push(socket);
  });
}

const countConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    http.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

async function expectOthersServed(): Promise<void> {
  const started = Date.now();
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(server.url, '/quick')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(Date.now() - started).toBeLessThan(2_000);
}

async function expectAllGone(): Promise<void> {
  await expect.poll(countConnections, { timeout: 20_000, interval: 100 }).toBe(0);
}

/** Bytes that an idle connection sent before it stopped. */
const BEGINNINGS = [
  '',
  'GET /quick HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nabc',
];

it('2,000 idle connections cost little, delay no other client and are closed § fault connections', async () => {
  let accepted = 0;
  http.server.on('connection', () => (accepted += 1));
  const before = process.memoryUsage().rss;
  for (let opened = 0; opened < IDLE; opened += 100) {
    // No more at once than fit in the system’s accept queue.
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => open(BEGINNINGS[index % BEGINNINGS.length]!)),
    );
  }
  await expectOthersServed();
  expect(accepted).toBeGreaterThanOrEqual(IDLE);
  expect(process.memoryUsage().rss - before).toBeLessThan(IDLE * BYTES_PER_CONNECTION);
  for (const socket of sockets) socket.resume();
  await expectAllGone();
});

describe('half-open connections', () => {
  it('whose client has ended its side within a request are closed, whether the server reads or not § fault connections', async () => {
    const partial = 'GET /quick HTTP/1.1\r\nHost: x\r\n';
    const ended = await Promise.all(Array.from({ length: 200 }, () => open(partial, true)));
    for (const socket of ended) socket.end();
    await expectOthersServed();
    await expectAllGone();
  });

  it('whose client never ends its side are closed too', async () => {
    const whole = 'GET /quick HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    await Promise.all(Array.from({ length: 200 }, () => open(whole, true)));
    await expectOthersServed();
    await expectAllGone();
  });
});
