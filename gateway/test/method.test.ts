import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, Harness, RAW, errorOf } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

const READ_PATHS = [
  '/',
  '/assets/index-Ab12.js',
  '/gateway/config',
  '/v1/status',
  `/v1/accounts/${ADDRESS}`,
  `/v1/accounts/${ADDRESS}/transactions`,
];

describe('the method', () => {
  it.each(READ_PATHS)('at %s is GET, and nothing else', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'HEAD', 'PROPFIND']) {
      const { responses } = await harness.sendRaw(harness.render(path, { method, body: '{}' }));
      // A response to HEAD has a length but no body, so `parseResponses` finds no response. The next test checks it.
      if (method === 'HEAD') continue;
      expect(errorOf(responses[0]!)).toBe('405 method_not_allowed');
      expect(responses[0]!.headers['allow']).toBe('GET');
    }
    expect(harness.node.requests).toEqual([]);
  });

  it('HEAD is refused without a body', async () => {
    const { bytes, closed } = await harness.sendRaw(harness.render('/v1/status', { method: 'HEAD' }));
    expect(bytes).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(bytes).toMatch(/\r\nAllow: GET\r\n/);
    expect(bytes.endsWith('\r\n\r\n')).toBe(true);
    expect(closed).toBe(true);
  });

  it('at /v1/transactions is POST, and nothing else', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await harness.send('/v1/transactions', { method });
      expect(errorOf(response)).toBe('405 method_not_allowed');
      expect(response.headers['allow']).toBe('POST');
    }
    expect(harness.node.requests).toEqual([]);
  });

  it('at /gateway/session is POST, and nothing else', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await harness.send('/gateway/session', { method });
      expect(errorOf(response)).toBe('405 method_not_allowed');
      expect(response.headers['allow']).toBe('POST');
    }
  });

  it('at an unknown path must be GET or POST', async () => {
    const response = await harness.send('/v1/blocks/1', { method: 'DELETE' });
    expect(errorOf(response)).toBe('405 method_not_allowed');
    expect(response.headers['allow']).toBe('GET, POST');
    expect(errorOf(await harness.send('/v1/blocks/1'))).toBe('404 not_found');
  });

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'])(
    'is not overridden by %s',
    async (name) => {
      harness.node.requests.length = 0;
      const response = await harness.send('/v1/status', { headers: { [name]: 'POST' } });
      expect(response.status).toBe(200);
      expect(harness.node.requests.map(({ method }) => method)).toEqual(['GET']);
      const posted = await harness.send('/v1/status', {
        method: 'POST',
        body: JSON.stringify({ raw: RAW }),
        headers: { [name]: 'GET' },
      });
      expect(errorOf(posted)).toBe('405 method_not_allowed');
    },
  );

  it('a preflight gets no permission', async () => {
    const headers = {
      Origin: 'http://evil.example',
      'Sec-Fetch-Site': 'cross-site',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Private-Network': 'true',
    };
    const response = await harness.send('/v1/transactions', { method: 'OPTIONS', headers });
    expect(errorOf(response)).toBe('405 method_not_allowed');
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('a chunked OPTIONS smuggles no second request', async () => {
    harness.node.requests.length = 0;
    const inner = harness.render('/v1/status');
    const body = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
    const headers = { 'Transfer-Encoding': 'chunked' };
    const outer = harness.render('/v1/status', { method: 'OPTIONS', headers });
    const { responses, closed } = await harness.sendRaw(outer + body + inner);
    expect(responses.map(errorOf)).toEqual(['405 method_not_allowed']);
    expect(closed).toBe(true);
    expect(harness.node.requests).toEqual([]);
  });
});
