import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { listen, type RunningServer } from './running-server.ts';
import { parseRaw, send, sendRaw } from './test-support.ts';

const QUICK = { head: 300, request: 600, inactivity: 1_200, keepAlive: 400, check: 50 };

let server: RunningServer;
let release: (() => void) | undefined;

beforeEach(async () => {
  release = undefined;
  const app = createHttpServer(
    { notFound: () => ({ status: 404, body: { error: 'not_found' } }) },
    pino({ level: 'silent' }),
    QUICK,
  );
  app.get('/quick', (_request, reply) => reply.send('done'));
  app.get('/slow', async (_request, reply) => {
    await new Promise<void>((resolve) => (release = resolve));
    return reply.send('done');
  });
  app.get('/begun', (_request, reply) => {
    const body = new PassThrough();
    body.write('begun');
    return reply.send(body);
  });
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/body', (_request, reply) => reply.send('done'));
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  await server.close();
});

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
  it('with its head gets 408 in JSON', async () => {
    const { status, json } = parseRaw(
      await sendRaw(server.url, 'GET /quick HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    );
    expect([status, json]).toMatchObject([408, { error: 'request_timeout' }]);
  });

  it('with its body gets 408 in JSON', async () => {
    const head = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n';
    const { status, json } = parseRaw(await sendRaw(server.url, `${head}abc`));
    expect([status, json]).toMatchObject([408, { error: 'request_timeout' }]);
  });

  it('to say anything is let go', async () => {
    const started = Date.now();
    await closed(open());
    expect(Date.now() - started).toBeLessThan(2_000);
  });

  it('to say more is let go', async () => {
    const text = await sendRaw(server.url, 'GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(text).toContain('done');
  });

  it('keeps nobody else waiting', async () => {
    const idle = Array.from({ length: 200 }, () => open('GET /quick HTTP/1.1\r\nHost: x\r\n'));
    const started = Date.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(server.url, '/quick')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(Date.now() - started).toBeLessThan(2_000);
    await Promise.all(idle.map(closed));
  });
});

describe('what is no HTTP', () => {
  const junk = 'no request at all\r\n\r\n';

  it('gets 400 in JSON', async () => {
    expect(parseRaw(await sendRaw(server.url, junk))).toMatchObject({
      status: 400,
      json: { error: 'bad_request' },
    });
  });

  it('is answered behind the answer that is under way', async () => {
    const answers = sendRaw(server.url, `GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${junk}`);
    await expect.poll(() => release).toBeDefined();
    setTimeout(() => release?.(), 50);
    expect((await answers).match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['200', '400']);
  });

  it('is no part of an answer that is under way, and not taken for one that is to come', async () => {
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

  it('waits for no client that never finishes', { timeout: 10_000 }, async () => {
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
