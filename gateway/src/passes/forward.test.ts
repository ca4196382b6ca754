import { chmod, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADDRESS, Harness, RAW, refusalOf } from '../../test/harness.ts';
import { openSocket } from '../../test/raw-client.ts';
import { answerWith, startRecordingNode, type NodeBehaviour } from '../../test/recording-node.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start({ limits: { forwardTimeout: 1_000, maxAnswerBytes: 10_000 } });
});
afterEach(() => harness.stop());

const BODY = JSON.stringify({ raw: RAW });
const UNAUTHORIZED = answerWith(401, { error: 'unauthorized' }, { 'WWW-Authenticate': 'Bearer' });

/** Accepts one token, as the node does. */
function requireToken(token: string): NodeBehaviour {
  return (request, response) => {
    const at = request.rawHeaders.indexOf('Authorization');
    const behave =
      request.rawHeaders[at + 1] === `Bearer ${token}` ? answerWith(200, { ok: true }) : UNAUTHORIZED;
    behave(request, response);
  };
}

/** Answers with raw bytes. */
function answerBytes(...chunks: readonly (string | Uint8Array)[]): NodeBehaviour {
  return (_, response) => {
    for (const chunk of chunks) response.socket!.write(chunk);
    response.socket!.end();
  };
}

function jsonHead(...headers: readonly string[]): string {
  return ['HTTP/1.1 200 OK', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');
}

function escapeCharacter(character: string): string {
  return `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;
}

/** Sends a read and a submission, which must get the same refusal. @returns its status and code */
async function bothRefused(): Promise<string> {
  const read = refusalOf(await harness.send('/v1/status'));
  expect(refusalOf(await harness.submit())).toBe(read);
  return read;
}

describe('the request to the node', () => {
  const HOSTILE = {
    Authorization: 'Bearer of-the-page-0123456789012345678901',
    'Proxy-Authorization': 'Basic eA==',
    Forwarded: 'for=evil.example;host=evil.example',
    'X-Forwarded-For': '6.6.6.6',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Real-IP': '6.6.6.6',
    Connection: 'keep-alive, Authorization, Content-Length',
    'Keep-Alive': 'timeout=1000',
    TE: 'trailers',
    Trailer: 'Authorization',
    'X-HTTP-Method-Override': 'DELETE',
    'Accept-Encoding': 'gzip, br',
    Accept: 'text/html',
    'User-Agent': 'hostile',
    Referer: 'http://evil.example/',
    Via: '1.1 evil',
  };

  it('is a GET with the bearer and no part of the client’s request', async () => {
    expect((await harness.send('/v1/status', { headers: HOSTILE })).status).toBe(200);
    expect(harness.node.requests.map(({ bytes }) => bytes)).toEqual([
      [
        'GET /v1/status HTTP/1.1',
        'Accept: application/json',
        `Authorization: Bearer ${harness.tokens[0]}`,
        `host: 127.0.0.1:${harness.node.port}`,
        'Connection: close',
        '',
        '',
      ].join('\r\n'),
    ]);
  });

  it('is a POST with the bearer, its own length and no part of the client’s request', async () => {
    expect((await harness.submit(` ${BODY}`, HOSTILE)).status).toBe(200);
    expect(harness.node.requests.map(({ bytes }) => bytes)).toEqual([
      [
        'POST /v1/transactions HTTP/1.1',
        'Accept: application/json',
        `Authorization: Bearer ${harness.tokens[0]}`,
        'Content-Type: application/json',
        `host: 127.0.0.1:${harness.node.port}`,
        'Content-Length: 436',
        'Connection: close',
        '',
        BODY,
      ].join('\r\n'),
    ]);
  });
});

describe('a node that misbehaves', () => {
  it.each<[string, NodeBehaviour]>([
    ['redirects', answerWith(302, {}, { Location: 'http://127.0.0.1:1/' })],
    ['redirects permanently', answerWith(308, {}, { Location: '/v1/blocks/1' })],
    ['answers 304', answerBytes('HTTP/1.1 304 Not Modified\r\n\r\n')],
    ['answers 204', answerBytes('HTTP/1.1 204 No Content\r\n\r\n')],
    [
      'answers with the status 999',
      answerBytes(jsonHead('Content-Length: 2').replace('200 OK', '999 Odd'), '{}'),
    ],
    [
      'switches protocols',
      answerBytes('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
    ['answers HTML', answerBytes('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{}')],
    ['gives no type', answerBytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')],
    ['gives two types', answerBytes(jsonHead('Content-Type: text/html', 'Content-Length: 2'), '{}')],
    ['answers text as JSON', answerBytes(jsonHead('Content-Length: 5'), 'hello')],
    ['answers nothing as JSON', answerBytes(jsonHead('Content-Length: 0'))],
    [
      'answers bytes that are not UTF-8',
      answerBytes(jsonHead('Content-Length: 3'), Buffer.from([34, 0xff, 34])),
    ],
    [
      'compresses unasked',
      answerBytes(
        jsonHead('Content-Encoding: gzip', `Content-Length: ${gzipSync('{}').length}`),
        gzipSync('{}'),
      ),
    ],
    ['answers in chunks', answerBytes(jsonHead('Transfer-Encoding: chunked'), '2\r\n{}\r\n0\r\n\r\n')],
    ['gives no length', answerBytes(jsonHead(), '{}')],
    ['gives an invalid length', answerBytes(jsonHead('Content-Length: 0x2'), '{}')],
    ['sends more than its length', answerBytes(jsonHead('Content-Length: 2'), '{}{}')],
    ['claims to be compressed', answerWith(200, {}, { 'Content-Encoding': 'gzip' })],
    ['answers too much', answerWith(200, { x: 'x'.repeat(10_001) })],
    ['answers too much without a length', answerBytes(jsonHead(), JSON.stringify({ x: 'x'.repeat(10_001) }))],
    ['speaks no HTTP', answerBytes('SSH-2.0-OpenSSH\r\n')],
    ['has too many headers', answerBytes(jsonHead(`X: ${'x'.repeat(20_000)}`, 'Content-Length: 2'), '{}')],
  ])('and %s: 502 node_bad_response, asked once each', async (_, behaviour) => {
    harness.node.behave(behaviour);
    expect(await bothRefused()).toBe('502 node_bad_response');
    expect(harness.node.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it.each<[string, NodeBehaviour]>([
    ['closes the connection without an answer', answerBytes()],
    [
      'closes the connection in the middle of its answer',
      answerBytes(jsonHead('Content-Length: 10'), '{"a":'),
    ],
    ['resets the connection', (_, response) => response.socket!.resetAndDestroy()],
  ])('and %s: 502 node_unreachable, asked once each', async (_, behaviour) => {
    harness.node.behave(behaviour);
    expect(await bothRefused()).toBe('502 node_unreachable');
    expect(harness.node.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
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
  ])('and %s: 504 node_timeout, asked once each', async (_, behaviour) => {
    harness.node.behave(behaviour);
    expect(await bothRefused()).toBe('504 node_timeout');
    expect(harness.node.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it.each<[string, (token: string) => NodeBehaviour]>([
    ['in a value', (token) => answerWith(200, { echo: `Bearer ${token}` })],
    ['in a key', (token) => answerWith(200, { [token]: 1 })],
    [
      'in escapes',
      (token) => {
        const body = `{"a":"${Array.from(token, escapeCharacter).join('')}","a":1}`;
        return answerBytes(jsonHead(`Content-Length: ${body.length}`), body);
      },
    ],
    ['in an error', (token) => answerWith(400, { error: token })],
  ])('and repeats the token %s: 502, without the token', async (_, behaviour) => {
    harness.node.behave(behaviour(harness.tokens[0]!));
    expect(await bothRefused()).toBe('502 node_bad_response');
  });

  it('and repeats the token in its headers and status line: they are not passed on', async () => {
    const [token] = harness.tokens;
    const headers = [`Set-Cookie: t=${token}`, `X-${token}: ${token}`, 'Content-Length: 2'];
    harness.node.behave(answerBytes(jsonHead(...headers).replace('OK', token!), '{}'));
    const { bytes } = await harness.sendRaw(harness.render('/v1/status'), { responses: 1 });
    expect(bytes).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it.each<[string, NodeBehaviour]>([
    [
      'sends 103 Early Hints first',
      answerBytes('HTTP/1.1 103 Early Hints\r\n\r\n', jsonHead('Content-Length: 2'), '{}'),
    ],
    ['speaks HTTP/1.0', answerBytes(jsonHead('Content-Length: 2').replace('1.1', '1.0'), '{}')],
  ])('and %s is understood', async (_, behaviour) => {
    harness.node.behave(behaviour);
    const { status, body } = await harness.send('/v1/status');
    expect([status, body]).toEqual([200, '{}']);
  });

  it('and writes its JSON in an unusual way is passed on byte for byte', async () => {
    const json = ' {"a":1.0,\n"a" : 12345678901234567890} ';
    harness.node.behave(answerBytes(jsonHead(`Content-Length: ${json.length}`), json));
    expect((await harness.send('/v1/status')).body).toBe(json);
  });

  it('and answers byte by byte is understood', async () => {
    harness.node.behave((_, response) => {
      const bytes = `${jsonHead('Content-Length: 10')}{"a":"ü"}`;
      void (async () => {
        for (const byte of Buffer.from(bytes)) {
          response.socket!.write(Buffer.from([byte]));
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
    });
    const { status, body } = await harness.send('/v1/status');
    expect([status, Buffer.from(body, 'latin1').toString()]).toEqual([200, '{"a":"ü"}']);
  });
});

describe('a node that is unreachable', () => {
  it('is 502 node_unreachable, and works again as soon as the node is back', async () => {
    const { port } = harness.node;
    expect((await harness.send('/v1/status')).status).toBe(200);
    await harness.node.close();
    expect(await bothRefused()).toBe('502 node_unreachable');
    const back = await startRecordingNode(port);
    expect((await harness.send('/v1/status')).status).toBe(200);
    expect((await harness.submit()).status).toBe(200);
    await back.close();
  });

  it('is logged once when it stops and once when it returns, not with every request', async () => {
    const { port } = harness.node;
    await harness.node.close();
    for (let count = 0; count < 3; count += 1) await bothRefused();
    const back = await startRecordingNode(port);
    await harness.send('/v1/status');
    await back.close();
    const logged = harness.log.filter((line) => line.includes('the node'));
    expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the node gives no valid answer',
      'the node answers again',
    ]);
  });
});

describe('a rotated token', () => {
  it('is read again, and a GET is repeated once', async () => {
    const next = `second-token-${'u'.repeat(32)}`;
    await harness.writeToken(next);
    harness.node.behave(requireToken(next));
    expect((await harness.send('/v1/status')).body).toBe('{"ok":true}');
    expect(harness.node.requests).toHaveLength(2);
    expect((await harness.submit()).status).toBe(200);
    expect(harness.node.requests).toHaveLength(3);
  });

  it('is read again for a POST, which is not repeated', async () => {
    const next = `second-token-${'u'.repeat(32)}`;
    await harness.writeToken(next);
    harness.node.behave(requireToken(next));
    const refused = await harness.submit();
    expect([refused.status, refused.body]).toEqual([401, '{"error":"unauthorized"}']);
    expect(refused.headers['www-authenticate']).toBeUndefined();
    expect(harness.node.requests).toHaveLength(1);
    expect((await harness.submit()).status).toBe(200);
    expect(harness.node.requests).toHaveLength(2);
  });

  it('does not extend the time limit of a repeated GET', async () => {
    harness.node.behave((request, response) => {
      const isFirst = harness.node.requests.length === 1;
      const behave = isFirst ? UNAUTHORIZED : answerWith(200, {});
      setTimeout(() => behave(request, response), 600);
    });
    expect(refusalOf(await harness.send('/v1/status'))).toBe('504 node_timeout');
    expect(harness.node.requests).toHaveLength(2);
  });

  it('that is refused too causes no second repetition', async () => {
    harness.node.behave(UNAUTHORIZED);
    expect((await harness.send(`/v1/accounts/${ADDRESS}`)).status).toBe(401);
    expect(harness.node.requests).toHaveLength(2);
  });

  it('in a file that breaks a rule is not used; the answer stays 401 until the file is valid', async () => {
    const next = `second-token-${'u'.repeat(32)}`;
    await harness.writeToken(next);
    harness.node.behave(requireToken(next));
    await chmod(harness.tokenFile, 0o644);
    expect((await harness.send('/v1/status')).status).toBe(401);
    expect(harness.node.requests).toHaveLength(1);
    expect(harness.log.join('')).toContain('the token file cannot be used');
    await rm(harness.tokenFile);
    expect((await harness.send('/v1/status')).status).toBe(401);
    await harness.writeToken(next);
    expect((await harness.send('/v1/status')).status).toBe(200);
  });

  it('serves many GETs at once', async () => {
    const next = `second-token-${'u'.repeat(32)}`;
    await harness.writeToken(next);
    harness.node.behave(requireToken(next));
    const all = await Promise.all(Array.from({ length: 20 }, () => harness.send('/v1/status')));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });
});

describe('a client that disconnects', () => {
  it('aborts its GET at the node, but not its POST', async () => {
    await harness.gateway.close();
    await harness.openGateway({ limits: { forwardTimeout: 60_000, closeGrace: 100 } });
    const open = new Map<string, boolean>();
    harness.node.behave(({ method }, response) => {
      open.set(method, true);
      response.once('close', () => open.set(method, false));
    });
    const reading = await openSocket(harness.port, harness.render('/v1/status'));
    const submission = harness.render('/v1/transactions', { method: 'POST', body: BODY });
    const submitting = await openSocket(harness.port, submission);
    await expect.poll(() => open.size).toBe(2);
    submitting.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    reading.destroy();
    await expect.poll(() => open.get('GET')).toBe(false);
    expect(open.get('POST')).toBe(true);
  });
});
