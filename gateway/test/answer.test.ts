import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, Harness, PAGE, errorOf } from './harness.ts';
import { answerWith } from './recording-node.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

const EVERY_TARGET = [
  '/',
  '/assets/index-Ab12.js',
  '/favicon.svg',
  '/gateway/config',
  '/v1/status',
  '/nothing',
];

function send(target: string) {
  return harness.send(target, target === '/' ? { headers: { 'Sec-Fetch-Site': undefined } } : {});
}

describe('the answer', () => {
  it.each(EVERY_TARGET)('at %s carries every security header', async (target) => {
    const { headers } = await send(target);
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    });
    const policy = headers['content-security-policy']!.split(';');
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]) {
      expect(policy).toContain(directive);
    }
    expect(policy.join(' ')).not.toMatch(/unsafe|upgrade-insecure-requests|http|\*/);
    for (const name of [
      'server',
      'x-powered-by',
      'access-control-allow-origin',
      'strict-transport-security',
    ]) {
      expect(headers[name]).toBeUndefined();
    }
  });

  it.each([
    ['/', 'no-store', 'text/html; charset=utf-8', PAGE],
    [
      '/assets/index-Ab12.js',
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
      'export {};',
    ],
    ['/favicon.svg', 'no-cache', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('serves %s to be cached as %s', async (target, caching, type, body) => {
    const response = await send(target);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe(caching);
    expect(response.headers['content-type']).toBe(type);
    expect(response.body).toBe(body);
  });

  it('to bytes that are not a request may be neither framed nor read by others', async () => {
    const targets = ['x:1', 'foo://evil.example'].map((target) =>
      harness.render(target, { method: 'CONNECT' }),
    );
    for (const bytes of ['nonsense\r\n\r\n', harness.render('foo://evil.example'), ...targets]) {
      const { responses } = await harness.sendRaw(bytes);
      expect(errorOf(responses[0]!)).toMatch(/^400 /);
      expect(responses[0]!.headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it("contains the node's status and JSON, byte for byte", async () => {
    for (const [status, value] of [
      [200, { balance: '18446744073709551615', last_seen: 1.5 }],
      [202, { accepted: true }],
      [400, { error: 'invalid_address' }],
      [404, { error: 'not_found' }],
      [422, { error: 'transaction_rejected', reason: 'bad_nonce' }],
      [503, { error: 'node_not_ready' }],
    ] as const) {
      harness.node.behave(answerWith(status, value));
      const response = await harness.send(`/v1/accounts/${ADDRESS}`);
      expect([response.status, response.body]).toEqual([status, JSON.stringify(value)]);
      expect(response.headers['content-type']).toBe('application/json');
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it("has none of the node's headers", async () => {
    harness.node.behave(
      answerWith(
        200,
        {},
        {
          'Set-Cookie': 'a=b',
          Server: 'node',
          'WWW-Authenticate': 'Bearer',
          Location: 'http://evil.example/',
          'X-Powered-By': 'x',
          'Access-Control-Allow-Origin': '*',
          'Cache-Control': 'public, max-age=1000',
          'Content-Security-Policy': 'default-src *',
          'Clear-Site-Data': '"cookies"',
          'Content-Type': 'application/json; charset=x-odd',
        },
      ),
    );
    const { headers } = await harness.send('/v1/status');
    expect(Object.keys(headers).toSorted()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-security-policy',
      'content-type',
      'cross-origin-embedder-policy',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'date',
      'keep-alive',
      'origin-agent-cluster',
      'permissions-policy',
      'referrer-policy',
      'x-content-type-options',
      'x-dns-prefetch-control',
      'x-download-options',
      'x-frame-options',
      'x-permitted-cross-domain-policies',
      'x-xss-protection',
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toBe('application/json');
  });

  it('quotes no part of a refused request', async () => {
    const marks = { path: 'markPath', query: 'markQuery', header: 'markHeader' };
    const headers = { 'X-Mark': marks.header, Origin: `http://${marks.header}` };
    const target = `/${marks.path}?${marks.query}`;
    const { bytes } = await harness.sendRaw(harness.render(target, { headers }));
    expect(bytes).toContain('403');
    for (const mark of Object.values(marks)) expect(bytes).not.toContain(mark);
  });

  it('leaves no address, query or cookie in the log', async () => {
    harness.node.behave(answerWith(200, {}));
    await harness.send(`/v1/accounts/${ADDRESS}/transactions?limit=7&cursor=markCursor`);
    expect(errorOf(await harness.send(`/v1/accounts/${ADDRESS}?markQuery`))).toBe('400 invalid_query');
    expect(errorOf(await harness.send('/v1/markPath', { headers: { Cookie: 'markCookie' } }))).toContain(
      '403',
    );
    const log = harness.log.join('');
    expect(log).toContain('"route":"getAccount"');
    for (const mark of [ADDRESS, 'markCursor', 'markQuery', 'markPath', 'markCookie', 'limit=7']) {
      expect(log).not.toContain(mark);
    }
  });
});
