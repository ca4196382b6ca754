import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Harness, RAW, errorOf } from './harness.ts';
import { openSocket } from './raw-client.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
beforeEach(() => {
  harness.node.requests.length = 0;
});
afterAll(() => harness.stop());

const SUBMISSION = JSON.stringify({ raw: RAW });

describe('the body', () => {
  it.each([
    ['with a length', { 'Content-Length': '2' }, '{}'],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }, '2\r\n{}\r\n0\r\n\r\n'],
  ])('of a GET, %s: 400', async (_, headers, body) => {
    for (const target of ['/', '/v1/status', '/gateway/config', '/assets/index-Ab12.js']) {
      const site = target === '/' ? { 'Sec-Fetch-Site': undefined } : {};
      const request = harness.render(target, { headers: { ...headers, ...site } });
      const { responses, closed } = await harness.sendRaw(request + body);
      expect(responses.map(errorOf)).toEqual(['400 unexpected_body']);
      expect(closed).toBe(true);
    }
    expect(harness.node.requests).toEqual([]);
  });

  it.each([
    ['no length', { 'Content-Length': undefined }, 411, 'length_required'],
    ['chunks', { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }, 411, 'length_required'],
    ['4,097 bytes', { 'Content-Length': '4097' }, 413, 'request_too_large'],
    ['more than 2^53 bytes', { 'Content-Length': '9007199254740993' }, 413, 'request_too_large'],
    ['no type', { 'Content-Type': undefined }, 415, 'unsupported_media_type'],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['plain text', { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['a type like JSON', { 'Content-Type': 'application/json-patch+json' }, 415, 'unsupported_media_type'],
    [
      'JSON as a parameter',
      { 'Content-Type': 'text/plain; application/json' },
      415,
      'unsupported_media_type',
    ],
    ['an encoding', { 'Content-Encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['two types', { 'Content-Type': ['application/json', 'text/plain'] }, 415, 'unsupported_media_type'],
    [
      'another charset',
      { 'Content-Type': 'application/json; charset=utf-16' },
      415,
      'unsupported_media_type',
    ],
  ])('of a submission with %s is refused unread', async (_, headers, status, error) => {
    expect(errorOf(await harness.submit(SUBMISSION, headers))).toBe(`${status} ${error}`);
    expect(harness.node.requests).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'raw'],
    ['an empty object', '{}'],
    ['an array', `["${RAW}"]`],
    ['the bare string', `"${RAW}"`],
    ['null', '{"raw":null}'],
    ['425 characters', JSON.stringify({ raw: RAW.slice(1) })],
    ['424 characters', JSON.stringify({ raw: RAW.slice(2) })],
    ['428 characters', JSON.stringify({ raw: `${RAW}00` })],
    ['a character that is not hex', JSON.stringify({ raw: `${RAW.slice(1)}g` })],
    ['a prefix', JSON.stringify({ raw: `0x${RAW.slice(2)}` })],
    ['white space in the hex', JSON.stringify({ raw: `${RAW.slice(1)} ` })],
    ['another key', JSON.stringify({ tx: RAW })],
    ['a second key', JSON.stringify({ raw: RAW, x: 1 })],
    ['text after it', `${SUBMISSION}x`],
    ['a second object after it', SUBMISSION + SUBMISSION],
    ['a trailing comma', `{"raw":"${RAW}",}`],
    ['a digit of another script', JSON.stringify({ raw: `${RAW.slice(1)}\xb2` })],
  ])('of %s is refused', async (_, body) => {
    expect(errorOf(await harness.submit(body))).toBe('400 invalid_transaction_encoding');
    expect(harness.node.requests).toEqual([]);
  });

  it.each([
    ['white space', ` {\r\n\t"raw" : "${RAW}"\n} `, 'application/json'],
    ['the key twice', `{"raw":"00","raw":"${RAW}"}`, 'application/json'],
    ['an escaped key', `{"r\\u0061w":"${RAW}"}`, 'application/json'],
    ['a charset', SUBMISSION, 'application/json;charset=UTF-8'],
    ['a type with capital letters', SUBMISSION, 'Application/JSON'],
  ])('may have %s, and is rewritten for the node', async (_, body, type) => {
    expect((await harness.submit(body, { 'Content-Type': type })).status).toBe(200);
    expect(harness.node.requests.map(({ body }) => body)).toEqual([SUBMISSION]);
  });

  it('may have 4,096 bytes, and not one more', async () => {
    const padded = (length: number) => SUBMISSION.padEnd(length, ' ');
    expect((await harness.submit(padded(4_096))).status).toBe(200);
    expect(harness.node.requests.map(({ body }) => body)).toEqual([SUBMISSION]);
    expect(errorOf(await harness.submit(padded(4_097)))).toBe('413 request_too_large');
    expect(harness.node.requests).toHaveLength(1);
  });

  it('that arrives in pieces is put together', async () => {
    const headers = { 'Content-Length': `${SUBMISSION.length}` };
    const head = harness.render('/v1/transactions', { method: 'POST', headers });
    const socket = await openSocket(harness.port);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.write(head);
    for (const piece of SUBMISSION.match(/.{1,40}/gs)!) {
      socket.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => received).toContain('HTTP/1.1 200 OK');
    socket.destroy();
    expect(harness.node.requests.map(({ body }) => body)).toEqual([SUBMISSION]);
  });

  it('whose client leaves before its end is not submitted, even if it is already valid', async () => {
    const headers = { 'Content-Length': `${SUBMISSION.length + 1}` };
    const head = harness.render('/v1/transactions', { method: 'POST', headers });
    await harness.sendRaw(head + SUBMISSION, { patience: 100 });
    expect((await harness.send('/v1/status')).status).toBe(200);
    expect(harness.node.requests.map(({ method }) => method)).toEqual(['GET']);
  });
});
