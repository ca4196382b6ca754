/** Pass 1, and every form in which one request could hide another: each is refused, over raw sockets. */
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoopbackHost } from '../src/settings.ts';
import { Harness, RAW, errorOf, type HeaderValue } from './harness.ts';
import { openSocket } from './raw-client.ts';
import { answerWith } from './recording-node.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
beforeEach(() => {
  harness.node.requests.length = 0;
});
afterAll(() => harness.stop());

const SUBMISSION = JSON.stringify({ raw: RAW });

/**
 * Sends an attack with a valid request hidden behind it. Fails unless there is one refusal, the connection is closed,
 * and the node gets no request. @returns status and code of the refusal
 */
async function refuseAttack(attack: string): Promise<string> {
  const hidden = harness.render('/v1/transactions', { method: 'POST', body: SUBMISSION });
  const { responses, closed } = await harness.sendRaw(attack + hidden);
  expect(closed, 'the connection ends').toBe(true);
  expect(responses).toHaveLength(1);
  expect(harness.node.requests, 'requests to the node').toEqual([]);
  return errorOf(responses[0]!);
}

function submission(headers: Record<string, HeaderValue>, body = SUBMISSION): string {
  return harness.render('/v1/transactions', { method: 'POST', body, headers });
}

const CHUNKED_BODY = `${SUBMISSION.length.toString(16)}\r\n${SUBMISSION}\r\n0\r\n\r\n`;

describe('a body whose length two readers could understand differently', () => {
  it.each<[string, Record<string, HeaderValue>, string]>([
    ['length and encoding', { 'Transfer-Encoding': 'chunked' }, '400 malformed_request'],
    [
      'an encoding with a space before its colon',
      { 'Transfer-Encoding ': 'chunked' },
      '400 malformed_request',
    ],
    ['two encodings', { 'Transfer-Encoding': ['chunked', 'chunked'] }, '400 malformed_request'],
    ['two different lengths', { 'Content-Length': ['436', '0'] }, '400 malformed_request'],
    ['a list of lengths', { 'Content-Length': '436, 436' }, '400 malformed_request'],
    ['a length with a plus sign', { 'Content-Length': '+436' }, '400 malformed_request'],
    ['a length beyond 64 bits', { 'Content-Length': '99999999999999999999' }, '400 malformed_request'],
    ['a length under a name with NUL', { 'Content-Length\0': '0' }, '400 malformed_request'],
  ])('has %s', async (_, headers, refusal) => {
    expect(await refuseAttack(submission(headers))).toBe(refusal);
  });

  it.each(['chunked', '\tchunked', 'CHUNKED', 'gzip, chunked', 'xchunked', 'chunked, identity', '"chunked"'])(
    'is encoded as %j',
    async (encoding) => {
      const headers = { 'Content-Length': undefined, 'Transfer-Encoding': encoding };
      const head = harness.render('/v1/transactions', { method: 'POST', headers });
      expect(await refuseAttack(head + CHUNKED_BODY)).toMatch(
        /^(411 length_required|400 malformed_request)$/,
      );
    },
  );

  it.each([
    ['GET', '400 unexpected_body'],
    ['OPTIONS', '405 method_not_allowed'],
    ['DELETE', '405 method_not_allowed'],
    ['TRACE', '405 method_not_allowed'],
  ])('belongs to a %s: %s', async (method, refusal) => {
    const sized = { 'Content-Length': `${SUBMISSION.length}` };
    const plain = harness.render('/v1/status', { method, headers: sized });
    expect(await refuseAttack(plain + SUBMISSION)).toBe(refusal);
    const chunked = harness.render('/v1/status', { method, headers: { 'Transfer-Encoding': 'chunked' } });
    expect(await refuseAttack(chunked + CHUNKED_BODY)).toBe(refusal);
  });

  it.each(['/', '/gateway/config', '/gateway/session', '/assets/index-Ab12.js', '/nothing'])(
    'goes to %s in chunks',
    async (target) => {
      const headers = { 'Transfer-Encoding': 'chunked' };
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const attack = harness.render(target, { method, headers });
        expect(await refuseAttack(attack + CHUNKED_BODY)).toMatch(/^4(00|03|04|05|11) /);
      }
    },
  );
});

describe('a head that two readers could understand differently', () => {
  const head = () => harness.render('/v1/status');

  it.each<[string, (plain: string) => string]>([
    ['bare line feeds throughout', (plain) => plain.replaceAll('\r\n', '\n')],
    ['one bare line feed', (plain) => plain.replace('\r\nCookie', '\nCookie')],
    ['a bare carriage return between lines', (plain) => plain.replace('\r\nCookie', '\rCookie')],
    ['a bare carriage return in a value', (plain) => plain.replace('same-origin', 'same-origin\rX: y')],
    ['a folded line', (plain) => plain.replace('\r\nCookie: ', '\r\nX: a\r\n b\r\nCookie: ')],
    [
      'a line that is folded by a tab',
      (plain) => plain.replace('\r\nCookie: ', '\r\nX: a\r\n\tb\r\nCookie: '),
    ],
    ['NUL in a value', (plain) => plain.replace('same-origin', 'same-origin\0')],
    ['NUL in a name', (plain) => plain.replace('\r\nCookie', '\r\nX\0Y: 1\r\nCookie')],
    ['NUL in the target', (plain) => plain.replace('/v1/status', '/v1/status\0')],
    ['a line without a colon', (plain) => plain.replace('\r\nCookie', '\r\nnonsense\r\nCookie')],
    ['a line without a name', (plain) => plain.replace('\r\nCookie', '\r\n: x\r\nCookie')],
    ['a space before a colon', (plain) => plain.replace('Host:', 'Host :')],
  ])('has %s', async (_, spoil) => {
    expect(await refuseAttack(spoil(head()))).toBe('400 malformed_request');
  });

  it('has no version: it is not taken for HTTP/1.1', async () => {
    expect(await refuseAttack(head().replace(' HTTP/1.1', ''))).toBe('505 http_version_not_supported');
  });

  it.each<[string, (plain: string) => string]>([
    ['empty lines before it', (plain) => `\r\n\r\n${plain}`],
    ['a further space before its target', (plain) => plain.replace('GET ', 'GET  ')],
  ])('has %s: Node’s parser ignores that, and the node gets the usual request', async (_, spoil) => {
    const { responses } = await harness.sendRaw(spoil(head()), { responses: 1 });
    expect(responses.map(({ status }) => status)).toEqual([200]);
    const [seen, ...more] = harness.node.requests;
    expect([seen?.method, seen?.target, seen?.rawHeaders.length, more]).toEqual(['GET', '/v1/status', 6, []]);
  });
});

describe('the listener', () => {
  it('binds nothing but the two loopback addresses', async () => {
    const everywhere = '0.0.0.0' as LoopbackHost;
    await expect(harness.openGateway({ host: everywhere })).rejects.toThrow('127.0.0.1 or ::1 only');
  });

  it('serves at ::1, or reports that the machine has no such address', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    if (!addresses.some(({ address }) => address === '::1')) {
      const problem = 'cannot be used (EADDRNOTAVAIL): choose another with --port or --host.';
      await expect(Harness.start({ host: '::1' })).rejects.toThrow(problem);
      return;
    }
    const other = await Harness.start({ host: '::1' });
    expect((await other.send('/v1/status')).status).toBe(200);
    const headers = { Host: `127.0.0.1:${other.port}` };
    expect(errorOf(await other.send('/v1/status', { headers }))).toBe('421 misdirected_request');
    await other.stop();
  });

  it.each([
    ['an upgrade to WebSocket', { Connection: 'Upgrade', Upgrade: 'websocket' }],
    [
      'an upgrade to h2c',
      { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' },
    ],
    ['an upgrade that no Connection announces', { Upgrade: 'websocket' }],
  ])('refuses %s', async (_, headers) => {
    expect(await refuseAttack(harness.render('/v1/status', { headers }))).toBe('400 upgrade_refused');
  });

  it('refuses CONNECT', async () => {
    const bytes = harness.render('127.0.0.1:22', { method: 'CONNECT' });
    expect(await refuseAttack(bytes)).toBe('400 upgrade_refused');
  });

  it.each(['100-continue', 'something-else'])(
    'answers Expect: %s with 417 and never with 100',
    async (expected) => {
      const headers = { Expect: expected };
      const bytes = harness.render('/v1/transactions', { method: 'POST', body: '{}', headers });
      expect(await refuseAttack(bytes)).toBe('417 expectation_failed');
    },
  );

  it.each(['1.0', '0.9', '2.0'])('refuses HTTP/%s', async (version) => {
    expect(await refuseAttack(harness.render('/v1/status', { version }))).toMatch(
      /^(505 http_version_not_supported|400 malformed_request)$/,
    );
  });

  it("refuses HTTP/2's connection preface", async () => {
    expect(await refuseAttack('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toBe('400 malformed_request');
  });

  it('refuses bytes that are not HTTP, such as a TLS handshake', async () => {
    expect(await refuseAttack('\x16\x03\x01 hello\r\n\r\n')).toBe('400 malformed_request');
  });

  it('bounds the size of the headers', async () => {
    const headers = { 'X-Large': 'x'.repeat(17_000) };
    expect(await refuseAttack(harness.render('/v1/status', { headers }))).toBe('431 headers_too_large');
  });

  it('does not ignore a second Host behind many headers', async () => {
    const padding = Array.from({ length: 1_500 }, () => 'x');
    const headers = { X: padding, host: 'evil.example' };
    expect(await refuseAttack(harness.render('/v1/status', { headers }))).toBe('421 misdirected_request');
  });

  it('keeps a connection open between requests that pass', async () => {
    const socket = await openSocket(harness.port);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    for (const count of [1, 2, 3]) {
      socket.write(harness.render('/v1/status'));
      await expect.poll(() => received.split('HTTP/1.1 200 OK').length - 1).toBe(count);
    }
    socket.destroy();
  });

  it('closes a connection whose next request comes before the answer to the first', async () => {
    harness.node.behave((request, response) => {
      setTimeout(() => answerWith(200, { target: request.target })(request, response), 200);
    });
    const { bytes, closed } = await harness.sendRaw(harness.render('/v1/status').repeat(3));
    harness.node.behave(answerWith(200, {}));
    expect([bytes, closed]).toEqual(['', true]);
    expect(harness.node.requests.length).toBeLessThanOrEqual(1);
  });
});
