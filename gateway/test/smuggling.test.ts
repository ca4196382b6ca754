import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Harness, RAW, errorOf, type HeaderValue } from './harness.ts';

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

  it.each(['GET', 'OPTIONS', 'DELETE', 'TRACE'])('belongs to a %s', async (method) => {
    for (const headers of [
      { 'Content-Length': `${SUBMISSION.length}` },
      { 'Transfer-Encoding': 'chunked' },
    ] as Record<string, string>[]) {
      const attack = harness.render('/v1/status', { method, headers });
      const body = 'Transfer-Encoding' in headers ? CHUNKED_BODY : SUBMISSION;
      expect(await refuseAttack(attack + body)).toMatch(/^(400 unexpected_body|405 method_not_allowed)$/);
    }
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
