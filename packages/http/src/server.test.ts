import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiChecks, apiErrorHandlers, apiLogAndHeaders, apiSocketAnswer, createApp } from './app.ts';
import { HTTP_LIMITS, HttpServer, type HttpLimits, type RunningServer } from './server.ts';
import { parseRaw, send, sendRaw } from './test-support.ts';

const QUICK: HttpLimits = {
  ...HTTP_LIMITS,
  headTimeout: 300,
  requestTimeout: 600,
  inactivityTimeout: 1_200,
  keepAliveTimeout: 400,
  checkInterval: 50,
};

let server: RunningServer;
/** More than the system buffers for a connection. */
const LARGE = Buffer.alloc(20_000_000, 'a');

/** Requests of `/quick` and `/large`. */
let handled = 0;
let release: (() => void) | undefined;
const requested: string[] = [];

beforeEach(async () => {
  release = undefined;
  const app = createApp().use(apiLogAndHeaders(pino({ level: 'silent' })), apiChecks());
  handled = 0;
  app.get('/quick', (_request, response) => {
    handled += 1;
    response.send('done');
  });
  app.get('/large', (_request, response) => {
    handled += 1;
    response.end(LARGE);
  });
  app.get('/slow', async (_request, response) => {
    await new Promise<void>((resolve) => (release = resolve));
    response.send('done');
  });
  app.get('/begun', (_request, response) => void response.write('begun'));
  app.get('/last', (request, response) => {
    requested.push(request.url);
    response.set('Connection', 'close').send('done');
  });
  app.post('/body', express.text(), (_request, response) => void response.send('done'));
  app.use(
    ...apiErrorHandlers(pino({ level: 'silent' }), { status: 404, body: { error: 'not_found' } }, bodyError),
  );
  const options = { app, socketAnswer: apiSocketAnswer(), limits: QUICK };
  server = await new HttpServer(options).listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  await server.close();
});

function bodyError(error: unknown) {
  const { statusCode } = error as { statusCode?: number };
  return statusCode === undefined ? undefined : { status: statusCode, body: { error: 'bad_body' } };
}

function open(text = ''): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(text);
  return socket;
}

function closed(socket: Socket): Promise<void> {
  socket.resume();
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

describe('a client that is slow', () => {
  it('with its head gets 408 in JSON § API time-outs', async () => {
    const { status, json } = parseRaw(
      await sendRaw(server.url, 'GET /quick HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    );
    expect([status, json]).toMatchObject([408, { error: 'request_timeout' }]);
  });

  it('with its body gets 408 in JSON § API time-outs', async () => {
    const head = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n';
    const { status, json } = parseRaw(await sendRaw(server.url, `${head}abc`));
    expect([status, json]).toMatchObject([408, { error: 'request_timeout' }]);
  });

  it('to send its first byte is disconnected', async () => {
    const started = Date.now();
    await closed(open());
    expect(Date.now() - started).toBeLessThan(2_000);
  });

  it('to send another request is disconnected', async () => {
    const text = await sendRaw(server.url, 'GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(text).toContain('done');
  });

  it('delays no other client', async () => {
    const idle = Array.from({ length: 200 }, () => open('GET /quick HTTP/1.1\r\nHost: x\r\n'));
    const started = Date.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(server.url, '/quick')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(Date.now() - started).toBeLessThan(2_000);
    await Promise.all(idle.map(closed));
  });
});

describe('data that is not HTTP', () => {
  const junk = 'no request at all\r\n\r\n';

  it('gets 400 in JSON', async () => {
    expect(parseRaw(await sendRaw(server.url, junk))).toMatchObject({
      status: 400,
      json: { error: 'bad_request' },
    });
  });

  it('is answered after the answer in progress', async () => {
    const answers = sendRaw(server.url, `GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${junk}`);
    await expect.poll(() => release).toBeDefined();
    setTimeout(() => release?.(), 50);
    expect((await answers).match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['200', '400']);
  });

  it('does not abort the answer before it, however long that takes', async () => {
    const answers = sendRaw(server.url, `GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${junk}`);
    await expect.poll(() => release).toBeDefined();
    setTimeout(() => release?.(), 700); // longer than a client has to read its last answer
    expect((await answers).match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['200', '400']);
  });

  it('does not affect the answer in progress, nor the next one', async () => {
    for (const path of ['/begun', '/slow']) {
      const socket = open(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString('latin1')));
      await expect.poll(() => (path === '/begun' ? received : release)).toBeTruthy();
      socket.write(junk);
      await closed(socket);
      expect(received).not.toContain('bad_request');
    }
  });
});

describe('closing', () => {
  it('lets a request in flight finish', async () => {
    const answer = send(server.url, '/slow');
    await expect.poll(() => release).toBeDefined();
    const closing = server.close();
    setTimeout(() => release?.(), 100);
    expect((await answer).text).toBe('done');
    await closing;
  });

  it('sends the rest of an answer that the client has not read yet', async () => {
    const socket = open('GET /large HTTP/1.1\r\nHost: x\r\n\r\n').pause();
    await expect.poll(() => handled).toBe(1);
    const closing = server.close();
    let received = 0;
    socket.on('data', (chunk) => (received += chunk.length));
    await closed(socket);
    await closing;
    expect(received).toBeGreaterThan(LARGE.length);
  });

  it('does not wait for a client that never finishes', { timeout: 10_000 }, async () => {
    const socket = open(
      'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nabc',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const started = Date.now();
    await server.close();
    expect(Date.now() - started).toBeLessThan(6_000);
    await closed(socket);
  });
});

it.each(['http://', 'http://[', '*'])('a target without a path, %s, is a path of the app', async (target) => {
  const text = await sendRaw(server.url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(parseRaw(text)).toMatchObject({ status: 404, json: { error: 'not_found' } });
});

it('a second Host is refused', async () => {
  const text = await sendRaw(
    server.url,
    'GET /quick HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
  );
  expect(parseRaw(text)).toMatchObject({ status: 400, json: { error: 'bad_request' } });
});

describe('pipelined requests', () => {
  const pipelined = (paths: readonly string[]): string =>
    paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');

  it('are handled one at a time and answered in order', async () => {
    const answers = sendRaw(server.url, pipelined(['/slow', '/quick', '/nowhere']));
    await expect.poll(() => release).toBeDefined();
    release!();
    expect((await answers).match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['200', '200', '404']);
  });

  it('are not handled after an answer with Connection: close', async () => {
    requested.length = 0;
    const answers = await sendRaw(server.url, pipelined(['/quick', '/last', '/last', '/quick']));
    expect(answers.match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['200', '200']);
    expect(requested).toEqual(['/last']);
  });

  it('are not read while one is being handled', async () => {
    const socket = open(pipelined(['/slow', ...Array.from({ length: 100 }, () => '/quick')]));
    await expect.poll(() => release).toBeDefined();
    let sent = 0;
    const chunk = pipelined(Array.from({ length: 1_000 }, () => '/quick'));
    // The system buffers some megabytes; the rest waits in the client.
    while (socket.write(chunk) || sent < 400) sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(socket.writableLength).toBeGreaterThan(0);
    socket.destroy();
  });

  it('cost other clients at most one turn each', async () => {
    const flood = pipelined(Array.from({ length: 10_000 }, () => '/quick'));
    const sockets = Array.from({ length: 20 }, () => open(flood));
    await expect.poll(() => handled).toBeGreaterThan(100);
    const before = handled;
    expect((await send(server.url, '/quick')).text).toBe('done');
    // A few turns of 20 requests; by then the server has parsed at least 20,000.
    expect(handled - before).toBeLessThan(5_000);
    for (const socket of sockets) socket.destroy();
  });
});

it('above the limit, the connection that has been idle longest is closed', async () => {
  const app = createApp().get('/quick', (_request, response) => void response.send('done'));
  const limits = { ...HTTP_LIMITS, maxConnections: 2 };
  const small = await new HttpServer({ app, socketAnswer: apiSocketAnswer(), limits }).listen({
    host: '127.0.0.1',
    port: 0,
  });
  const [first, second] = [connect(small.port, '127.0.0.1'), connect(small.port, '127.0.0.1')];
  await Promise.all([once(first, 'connect'), once(second, 'connect')]);
  const gone = once(first.resume(), 'close');
  expect((await send(small.url, '/quick')).text).toBe('done');
  await gone;
  expect(second.destroyed).toBe(false);
  second.destroy();
  await small.close();
});
