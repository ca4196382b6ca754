import { chmod, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, Harness, RAW, type HeaderValue } from './harness.ts';
import { openSocket } from './raw-client.ts';
import { answerWith, startRecordingNode, type NodeBehaviour } from './recording-node.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start({ limits: { forwardTimeout: 1_000, maxResponseBytes: 10_000 } });
});
afterEach(() => harness.stop());

const BODY = JSON.stringify({ raw: RAW });
const UNAUTHORIZED = answerWith(401, { error: 'unauthorized' }, { 'WWW-Authenticate': 'Bearer' });
const NEXT_TOKEN = `second-token-${'u'.repeat(32)}`;

/** Accepts one token, as the node does. */
function requireToken(token: string): NodeBehaviour {
  return (request, response) => {
    const isRight = request.rawHeaders.includes(`Bearer ${token}`);
    (isRight ? answerWith(200, { ok: true }) : UNAUTHORIZED)(request, response);
  };
}

/** Answers with raw bytes, and ends the connection. */
function answerBytes(...chunks: readonly (string | Uint8Array)[]): NodeBehaviour {
  return (_, response) => {
    for (const chunk of chunks) response.socket!.write(chunk);
    response.socket!.end();
  };
}

function jsonHead(...headers: readonly string[]): string {
  return ['HTTP/1.1 200 OK', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');
}

/** Sends a read and a submission, which the node must get once each, and which must fail alike. @returns status and code */
async function bothFail(): Promise<string> {
  const read = errorOf(await harness.send('/v1/status'));
  expect(errorOf(await harness.submit())).toBe(read);
  return read;
}

const asked = (): string[] => harness.node.requests.map(({ method }) => method);

describe('the request to the node', () => {
  const HOSTILE: Record<string, HeaderValue> = {
    Authorization: ['Bearer of-the-page-0123456789012345678901', 'Bearer second'],
    'Proxy-Authorization': 'Basic eA==',
    Forwarded: 'for=evil.example;host=evil.example',
    'X-Forwarded-For': '6.6.6.6',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Port': '1',
    'X-Original-URL': '/v1/blocks/1',
    'X-Rewrite-URL': '/v1/blocks/1',
    'X-Real-IP': '6.6.6.6',
    'Keep-Alive': 'timeout=1000',
    'Proxy-Connection': 'keep-alive',
    TE: 'trailers',
    Trailer: 'Authorization',
    Range: 'bytes=0-1',
    'If-None-Match': '*',
    'X-HTTP-Method-Override': 'DELETE',
    'Accept-Encoding': 'gzip, br',
    'Accept-Language': 'de',
    'User-Agent': 'hostile',
    Referer: 'http://evil.example/',
    Via: '1.1 evil',
    ...Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`X-${at}`, 'x'])),
  };

  it('has the bearer, and of the client’s headers the four that are allowed', async () => {
    const accept = { Accept: 'application/json' };
    expect((await harness.send('/v1/status', { headers: { ...HOSTILE, ...accept } })).status).toBe(200);
    expect((await harness.submit(` ${BODY} `, { ...HOSTILE, ...accept })).status).toBe(200);
    const [read, written] = harness.node.requests.map(({ bytes }) => bytes.replaceAll('\r\n', '\n'));
    expect(read!.split('\n').toSorted()).toEqual(
      [
        'GET /v1/status HTTP/1.1',
        'accept: application/json',
        `Authorization: Bearer ${harness.tokens[0]}`,
        `host: 127.0.0.1:${harness.node.port}`,
        'Connection: keep-alive',
        '',
        '',
      ].toSorted(),
    );
    // On the same connection, whose bytes are recorded from its start.
    expect(written!.slice(read!.length).split('\n').toSorted()).toEqual(
      [
        'POST /v1/transactions HTTP/1.1',
        'accept: application/json',
        `Authorization: Bearer ${harness.tokens[0]}`,
        'Content-Type: application/json',
        'Content-Length: 436',
        `host: 127.0.0.1:${harness.node.port}`,
        'Connection: keep-alive',
        '',
        BODY,
      ].toSorted(),
    );
  });

  it.each(['close', 'keep-alive, Authorization, Content-Length', 'Upgrade, HTTP2-Settings'])(
    'is not changed by Connection: %s',
    async (connection) => {
      const headers = { Connection: connection };
      expect((await harness.send('/v1/status', { headers })).status).toBe(200);
      expect((await harness.submit(BODY, headers)).status).toBe(200);
      const names = harness.node.requests.map(({ rawHeaders }) =>
        rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()),
      );
      expect(names.map((list) => list.filter((name) => name !== 'connection').toSorted())).toEqual([
        ['authorization', 'host'],
        ['authorization', 'content-length', 'content-type', 'host'],
      ]);
      expect(harness.node.requests.map(({ body }) => body)).toEqual(['', BODY]);
    },
  );
});

describe('a node that', () => {
  it.each<[string, NodeBehaviour]>([
    ['redirects', answerWith(302, {}, { Location: 'http://127.0.0.1:1/' })],
    ['answers HTML', answerBytes('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{}')],
    ['gives no type', answerBytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')],
    ['answers text as JSON', answerBytes(jsonHead('Content-Length: 5'), 'hello')],
    ['answers too much', answerWith(200, { x: 'x'.repeat(10_001) })],
    ['answers too much without a length', answerBytes(jsonHead(), JSON.stringify({ x: 'x'.repeat(10_001) }))],
    [
      'never stops answering',
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        const timer = setInterval(() => response.write(' '.repeat(5_000)), 5);
        response.once('close', () => clearInterval(timer));
      },
    ],
    ['speaks no HTTP', answerBytes('SSH-2.0-OpenSSH\r\n')],
  ])('%s: 502 node_bad_response', async (_, behaviour) => {
    harness.node.behave(behaviour);
    expect(await bothFail()).toBe('502 node_bad_response');
    expect(asked()).toEqual(['GET', 'POST']);
  });

  it.each<[string, NodeBehaviour]>([
    ['ends the connection without an answer', answerBytes()],
    ['ends the connection within its answer', answerBytes(jsonHead('Content-Length: 10'), '{"a":')],
    ['resets the connection', (_, response) => response.socket!.resetAndDestroy()],
    [
      'resets the connection within its answer',
      (_, response) => {
        response.socket!.write(`${jsonHead('Content-Length: 10')}{"a":`);
        setTimeout(() => response.socket!.resetAndDestroy(), 20);
      },
    ],
  ])('%s: 502 node_unreachable', async (_, behaviour) => {
    harness.node.behave(behaviour);
    expect(await bothFail()).toBe('502 node_unreachable');
    expect(asked()).toEqual(['GET', 'POST']);
  });

  it.each<[string, NodeBehaviour]>([
    ['never answers', () => undefined],
    [
      'answers headers alone',
      (_, response) =>
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 2 }).flushHeaders(),
    ],
    [
      'answers byte by byte and never ends',
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1_000 });
        const timer = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(timer));
      },
    ],
  ])('%s: 504 node_timeout, and its connection is closed', async (_, behaviour) => {
    let open = 0;
    harness.node.behave((request, response) => {
      open += 1;
      response.once('close', () => (open -= 1));
      behaviour(request, response);
    });
    expect(await bothFail()).toBe('504 node_timeout');
    expect(asked()).toEqual(['GET', 'POST']);
    await expect.poll(() => open).toBe(0);
  });

  it('writes its JSON in an unusual way, byte by byte, is passed on as it is', async () => {
    const json = ' {"a":1.0,\n"a" : 12345678901234567890, "ü":"\\u0041"} ';
    harness.node.behave((_, response) => {
      const bytes = Buffer.from(`${jsonHead(`Content-Length: ${Buffer.byteLength(json)}`)}${json}`);
      void (async () => {
        for (const byte of bytes) {
          response.socket!.write(Buffer.from([byte]));
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
    });
    const { status, body } = await harness.send('/v1/status');
    expect([status, Buffer.from(body, 'latin1').toString()]).toEqual([200, json]);
  });

  it('is unreachable: 502 node_unreachable, until it is back', async () => {
    const { port } = harness.node;
    expect((await harness.send('/v1/status')).status).toBe(200);
    await harness.node.close();
    for (let count = 0; count < 3; count += 1) expect(await bothFail()).toBe('502 node_unreachable');
    const back = await startRecordingNode(port);
    expect((await harness.send('/v1/status')).status).toBe(200);
    expect((await harness.submit()).status).toBe(200);
    await back.close();
    // Each change is logged, not each request.
    const logged = harness.log.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(logged.filter((line) => line.includes('the node '))).toEqual([
      'the node gives no valid answer',
      'the node answers again',
    ]);
  });
});

describe('a new token', () => {
  beforeEach(async () => {
    await harness.writeToken(NEXT_TOKEN);
    harness.node.behave(requireToken(NEXT_TOKEN));
  });

  it('is read after a 401, and nothing is repeated: the next request succeeds', async () => {
    const refused = await harness.send('/v1/status');
    expect([refused.status, refused.body]).toEqual([401, '{"error":"unauthorized"}']);
    expect(refused.headers['www-authenticate']).toBeUndefined();
    expect(harness.log.join('')).toContain('its file was read again');
    expect((await harness.send('/v1/status')).status).toBe(200);
    expect((await harness.submit()).status).toBe(200);
    expect(asked()).toEqual(['GET', 'GET', 'POST']);
  });

  it('in a file that breaks a rule is not used', async () => {
    await chmod(harness.tokenFile, 0o644);
    expect((await harness.send('/v1/status')).status).toBe(401);
    expect((await harness.send('/v1/status')).status).toBe(401);
    expect(harness.log.join('')).toContain('the token file cannot be used');
    await rm(harness.tokenFile);
    await harness.writeToken(NEXT_TOKEN);
    expect((await harness.send('/v1/status')).status).toBe(401);
    expect((await harness.send('/v1/status')).status).toBe(200);
  });
});

it('a client that leaves ends its request to the node, and nothing is logged', async () => {
  await harness.gateway.close();
  await harness.openGateway({ limits: { forwardTimeout: 60_000, closeGrace: 100 } });
  harness.log.length = 0;
  const open = new Map<string, boolean>();
  harness.node.behave(({ method }, response) => {
    open.set(method, true);
    response.once('close', () => open.set(method, false));
  });
  const post = harness.render('/v1/transactions', { method: 'POST', body: BODY });
  const clients = await Promise.all(
    [harness.render('/v1/status'), post].map((bytes) => openSocket(harness.port, bytes)),
  );
  await expect.poll(() => open.size).toBe(2);
  for (const client of clients) client.destroy();
  await expect.poll(() => [...open.values()]).toEqual([false, false]);
  expect(harness.log).toEqual([]);
});
