import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import express from 'express';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiErrorHandlers, createApp } from './app.ts';
import { routableTarget } from './request-faults.ts';
import { HTTP_LIMITS, HttpServer, type HttpLimits, type RunningServer } from './server.ts';
import { parseRaw, send, sendRaw } from './test-support.ts';

const QUICK: HttpLimits = {
  ...HTTP_LIMITS,
  headersTimeout: 300,
  requestTimeout: 600,
  timeout: 1_200,
  keepAliveTimeout: 400,
  connectionsCheckingInterval: 50,
};

/** More than the system buffers for a connection. */
const LARGE = Buffer.alloc(20_000_000, 'a');

let server: RunningServer;
let handled: string[];
let release: (() => void) | undefined;
/** A stream that never ends. */
let parts: Readable;
const sockets: Socket[] = [];

/** Starts the server, in place of a running one. */
async function start(limits: HttpLimits): Promise<void> {
  const app = createApp();
  app.use((request, _response, next) => {
    handled.push(request.url);
    next();
  });
  app.get('/quick', (_request, response) => void response.send('done'));
  app.get('/large', (_request, response) => void response.end(LARGE));
  app.get('/parts', (_request, response) => void pipeline(parts, response, () => undefined));
  app.get('/begun', (_request, response) => void response.write('begun'));
  app.get('/slow', async (_request, response) => {
    await new Promise<void>((resolve) => (release = resolve));
    response.send('done');
  });
  app.post('/body', express.text(), (_request, response) => void response.send('done'));
  app.get('/items/:name', ({ params }, response) => void response.json(params.name));
  const notFound = { status: 404, body: { error: 'not_found' } };
  app.use(...apiErrorHandlers(pino({ level: 'silent' }), { notFound }));
  server = await new HttpServer({ app, limits }).listen({ host: '127.0.0.1', port: 0 });
}

beforeEach(async () => {
  handled = [];
  release = undefined;
  parts = new Readable({ read: () => parts.push('part') });
  await start(QUICK);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** Opens a connection. @param allowHalfOpen keeps the client's side open when the server ends its side */
function open(text = '', allowHalfOpen = false): Socket {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen });
  socket.on('error', () => socket.destroy()); // the server may abort it
  if (text !== '') socket.write(text);
  sockets.push(socket);
  return socket;
}

function closed(socket: Socket): Promise<void> {
  socket.resume();
  return new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));
}

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
/** Sends a request as the last one on its connection. */
const ask = async (path: string) => parseRaw(await sendRaw(server.url, get(path, 'Connection: close')));
const statuses = (text: string): string[] => text.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];
const UNFINISHED_BODY =
  'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nabc';

/** Fails unless 50 other clients are served. */
async function expectOthersServed(): Promise<void> {
  const responses = await Promise.all(Array.from({ length: 50 }, () => send(server.url, '/quick')));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
}

describe('a client that is slow', () => {
  it('with its head gets 408 in JSON', async () => {
    const response = await sendRaw(server.url, 'GET /quick HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(parseRaw(response)).toMatchObject({ status: 408, json: { error: 'request_timeout' } });
  });

  it('with its head or its body, however often it sends a byte, is disconnected', async () => {
    await server.close();
    await start({ ...QUICK, timeout: 60_000 });
    for (const text of ['GET /quick HTTP/1.1\r\nHost: x\r\nX-Slow: ', UNFINISHED_BODY.replace('9', '999')]) {
      const socket = open(text);
      const timer = setInterval(() => socket.write('x'), 20);
      await closed(socket);
      clearInterval(timer);
      expect(socket.destroyed).toBe(true);
    }
  });

  it('to read its response is disconnected', async () => {
    const socket = open(get('/large')).pause();
    await expect.poll(() => handled).toEqual(['/large']);
    await expect.poll(() => server.connections(), { timeout: 20_000 }).toBe(0);
    socket.destroy();
  });

  it.each([
    ['with its body', UNFINISHED_BODY, ''],
    ['to send its first byte', '', ''],
    ['to send another request', get('/quick'), 'done'],
  ])('%s is disconnected', async (_, text, received) => {
    expect(await sendRaw(server.url, text)).toMatch(new RegExp(`${received}$`));
  });
});

it('hundreds of idle, slow and half-open connections delay no other client, and are closed', async () => {
  await server.close();
  await start({ ...QUICK, headersTimeout: 2_000, requestTimeout: 2_000, timeout: 2_000 }); // for the other clients
  const slowHead = 'GET /quick HTTP/1.1\r\nHost: x\r\nX-Slow: ';
  const [ending, ...staying] = await Promise.all(
    [slowHead, '', slowHead, UNFINISHED_BODY, get('/quick', 'Connection: close')].map(async (text) => {
      const opened = Array.from({ length: 60 }, () => open(text, true));
      await Promise.all(opened.map((socket) => once(socket, 'connect')));
      return opened;
    }),
  );
  for (const socket of ending!) socket.end(); // within a request; the last kind never ends its side
  await expectOthersServed();
  for (const socket of staying.flat()) socket.resume();
  await expect.poll(() => server.connections(), { timeout: 60_000, interval: 100 }).toBe(0);
});

it('a client that leaves ends the stream that it was sent', async () => {
  const socket = open(get('/parts'));
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => parts.destroyed).toBe(true);
});

it('connections beyond the limit are closed at once; those that are open go on', async () => {
  await server.close();
  await start({ ...HTTP_LIMITS, maxConnections: 2 });
  const [first, second] = [open(), open()];
  await Promise.all([once(first, 'connect'), once(second, 'connect')]);
  await expect.poll(() => server.connections()).toBe(2);
  await closed(open(get('/quick')));
  first.write(get('/quick'));
  const [response] = (await once(first, 'data')) as [Buffer];
  expect(response.toString()).toContain('done');
});

describe('data that is not HTTP', () => {
  const junk = 'no request at all\r\n\r\n';
  const badRequest = { status: 400, json: { error: 'bad_request' } };

  it('of any bytes gets 400 in JSON, or no response', async () => {
    expect(parseRaw(await sendRaw(server.url, junk))).toMatchObject(badRequest);
    // A server ignores empty lines before a request and waits for more.
    const bytes = fc
      .uint8Array({ minLength: 1, maxLength: 200 })
      .filter((all) => all.some((one) => one !== 10 && one !== 13));
    await fc.assert(
      fc.asyncProperty(bytes, async (all) => {
        const text = await sendRaw(server.url, String.fromCharCode(...all, 13, 10, 13, 10));
        if (text !== '') expect(parseRaw(text)).toMatchObject(badRequest);
      }),
    );
    expect((await send(server.url, '/quick')).text).toBe('done');
  });

  it.each(['/begun', '/slow'])('behind %s gets no response that would pass for its own', async (path) => {
    expect(await sendRaw(server.url, get(path) + junk)).not.toContain('bad_request');
  });
});

it.each(['127.0.0.1', 'localhost', '::1'])(
  'listens at %s, and reports a port that is in use',
  async (host) => {
    const other = () => new HttpServer({ app: createApp() });
    const listening = await other().listen({ host, port: 0 });
    const { port } = listening;
    expect(listening.url).toBe(host === '::1' ? `http://[::1]:${port}` : `http://127.0.0.1:${port}`);
    await expect(other().listen({ host, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await listening.close();
  },
);

describe('closing', () => {
  it('lets a request in flight finish', async () => {
    const response = send(server.url, '/slow', { headers: { Connection: 'keep-alive' } });
    await expect.poll(() => release).toBeDefined();
    const closing = server.close();
    await expect(send(server.url, '/quick')).rejects.toThrow('ECONNREFUSED');
    release!();
    expect(await response).toMatchObject({ text: 'done', headers: { connection: 'close' } });
    await closing;
  });

  it('sends the rest of a response that the client has not read yet', async () => {
    const socket = open(get('/large')).pause();
    await expect.poll(() => handled).toEqual(['/large']);
    const closing = server.close();
    let received = 0;
    socket.on('data', (chunk) => (received += chunk.length));
    await closed(socket);
    await closing;
    expect(received).toBeGreaterThan(LARGE.length);
  });

  it('does not wait for a client that never finishes', { timeout: 60_000 }, async () => {
    const socket = open(UNFINISHED_BODY);
    await expect.poll(() => handled).toEqual(['/body']);
    await server.close();
    await closed(socket);
  });
});

describe('a target', () => {
  it.each<[string, string?]>([
    ['/items/a%20b?%zz', 'a b'],
    ['/items/%41', 'A'],
    ['/items/%', '%'],
    ['/items/%zz%41', '%zz%41'],
    ['/items/%ff', '%ff'],
    ['http://other.example/items/a', 'a'],
    ...['http://', 'http://[', '*', '/%', 'http://other.example'].map((target): [string] => [target]),
  ])('%s is read by the app: the item %j', async (target, name) => {
    const missing = { status: 404, json: { error: 'not_found' } };
    expect(await ask(target)).toMatchObject(name === undefined ? missing : { status: 200, json: name });
  });

  it('of any bytes gets a response in JSON', async () => {
    const target = fc
      .array(fc.integer({ min: 1, max: 255 }), { maxLength: 40 })
      .map((codes) => String.fromCharCode(...codes.filter((code) => ![10, 13, 32].includes(code))));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('/', '/items/', '/items/a?'), target, async (path, tail) => {
        expect((await ask(path + tail)).status).toBeOneOf([200, 400, 404]);
      }),
    );
  });

  it('always has a path that can be decoded', () => {
    const pieces = ['%', '%2', '%25', '%ff', '%c3', '%a9', '%F0%9F', '/', 'a', '?', '#', ':', 'http', '://'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (chosen) => {
        const target = routableTarget(chosen.join(''));
        expect(target.startsWith('/')).toBe(true);
        expect(() => decodeURIComponent(target.split('?', 1)[0]!)).not.toThrow();
      }),
    );
  });
});

describe('the Host', () => {
  const many = Array.from({ length: 3_000 }, () => 'X:1');
  const named = (...hosts: string[]) => hosts.map((host) => [`Host: ${host}`]);

  it.each([
    [
      200,
      named(
        'x',
        'explorer.example:443',
        '127.0.0.1:1',
        '[::1]:28000',
        'a_b.example',
        'xn--bcher-kva.example',
      ),
    ],
    [
      400,
      named(
        '',
        'x@evil',
        'a b',
        'a/b',
        'a?b',
        'a#b',
        'a\\b',
        'a:99999',
        'a:b',
        '1.2.3.999',
        '[::1',
        '%41',
        'a,b',
      ),
    ],
    [400, [[], ['Host: x', 'Host: x'], ['Host: x', ...many, 'Host: y']]],
  ])('is there once, and names a server: %i', async (status, heads) => {
    for (const lines of heads) {
      const head = ['GET /quick HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n');
      expect([lines, statuses(await sendRaw(server.url, head))]).toEqual([lines, [`${status}`]]);
    }
  });

  it('may be absent in HTTP/1.0', async () => {
    expect(await sendRaw(server.url, 'GET /quick HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('pipelined requests', () => {
  it('are answered in order, up to eight', async () => {
    const paths = ['/slow', '/quick', '/nowhere', ...Array.from({ length: 5 }, () => '/quick')];
    const responses = sendRaw(server.url, paths.map((path) => get(path)).join(''));
    await expect.poll(() => release).toBeDefined();
    release!();
    expect(statuses(await responses)).toEqual(['200', '200', '404', '200', '200', '200', '200', '200']);
  });

  it('beyond eight close the connection, and are not handled', async () => {
    expect(await sendRaw(server.url, get('/slow').repeat(1_000))).toBe('');
    expect(handled).toHaveLength(8);
  });

  it('behind a last response are not handled, not even after a body in chunks', async () => {
    const body = '1\r\na\r\n0\r\n\r\n';
    const last = `POST /body HTTP/1.1\r\nHost: x\r\nHost: y\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
    expect(statuses(await sendRaw(server.url, last + get('/quick')))).toEqual(['400']);
    expect(handled).toEqual([]);
  });

  it('by many clients keep no other client out', async () => {
    await server.close();
    await start(HTTP_LIMITS); // quick time-outs would end the others' requests on a busy machine
    const clients = Array.from({ length: 15 }, () => open().end(get('/quick').repeat(1_000)));
    await expectOthersServed();
    await Promise.all(clients.map(closed));
  });
});
