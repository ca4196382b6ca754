import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Harness, errorOf } from './harness.ts';
import { openSocket } from './raw-client.ts';
import { answerWith } from './recording-node.ts';
import type { LoopbackHost } from '../src/settings.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start({
    limits: { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50, maxConnections: 8 },
  });
});
afterEach(() => harness.stop());

async function refusedBytes(bytes: string): Promise<string> {
  const { responses, closed } = await harness.sendRaw(bytes);
  expect(closed, 'the connection ends').toBe(true);
  expect(responses).toHaveLength(1);
  expect(harness.node.requests).toEqual([]);
  return errorOf(responses[0]!);
}

async function serveAtIpv6(): Promise<string> {
  await harness.openGateway({ host: '::1' });
  const own = await harness.send('/v1/status', { headers: { Host: `[::1]:${harness.port}` } });
  const other = await harness.send('/v1/status', { headers: { Host: `127.0.0.1:${harness.port}` } });
  return `served, ${own.status}, ${errorOf(other)}`;
}

describe('the listener', () => {
  it('binds nothing but the two loopback addresses', async () => {
    const everywhere = '0.0.0.0' as LoopbackHost;
    await expect(harness.openGateway({ host: everywhere })).rejects.toThrow('127.0.0.1 or ::1 only');
  });

  it('serves at ::1, or reports that the machine has no such address', async () => {
    await harness.gateway.close();
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const wanted = addresses.some(({ address }) => address === '::1')
      ? 'served, 200, 421 misdirected_request'
      : 'cannot be used (EADDRNOTAVAIL): choose another with --port or --host.';
    expect(await serveAtIpv6().catch((error: Error) => error.message)).toContain(wanted);
  });

  it.each([
    ['an upgrade to WebSocket', { Connection: 'Upgrade', Upgrade: 'websocket' }],
    [
      'an upgrade to h2c',
      { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' },
    ],
    ['an upgrade that no Connection announces', { Upgrade: 'websocket' }],
  ])('refuses %s', async (_, headers) => {
    expect(await refusedBytes(harness.render('/v1/status', { headers }))).toBe('400 upgrade_refused');
  });

  it('refuses CONNECT', async () => {
    const bytes = harness.render('127.0.0.1:22', { method: 'CONNECT' });
    expect(await refusedBytes(bytes)).toBe('400 upgrade_refused');
  });

  it.each(['100-continue', 'something-else'])(
    'answers Expect: %s with 417 and never with 100',
    async (expected) => {
      const headers = { Expect: expected };
      const bytes = harness.render('/v1/transactions', { method: 'POST', body: '{}', headers });
      expect(await refusedBytes(bytes)).toBe('417 expectation_failed');
    },
  );

  it.each(['1.0', '0.9', '2.0'])('refuses HTTP/%s', async (version) => {
    expect(await refusedBytes(harness.render('/v1/status', { version }))).toMatch(
      /^(505 http_version_not_supported|400 malformed_request)$/,
    );
  });

  it("refuses HTTP/2's connection preface", async () => {
    expect(await refusedBytes('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toBe('400 malformed_request');
  });

  it('refuses bytes that are not HTTP, such as a TLS handshake', async () => {
    expect(await refusedBytes('\x16\x03\x01 hello\r\n\r\n')).toBe('400 malformed_request');
  });

  it('bounds the size of the headers', async () => {
    const headers = { 'X-Large': 'x'.repeat(17_000) };
    expect(await refusedBytes(harness.render('/v1/status', { headers }))).toBe('431 headers_too_large');
  });

  it('does not ignore a second Host behind many headers', async () => {
    const padding = Array.from({ length: 1_500 }, () => 'x');
    const headers = { X: padding, host: 'evil.example' };
    expect(await refusedBytes(harness.render('/v1/status', { headers }))).toBe('421 misdirected_request');
  });

  it('closes a connection whose next request comes before the answer to the first', async () => {
    harness.node.behave((request, response) => {
      setTimeout(() => answerWith(200, { target: request.target })(request, response), 200);
    });
    const { bytes, closed } = await harness.sendRaw(harness.render('/v1/status').repeat(3));
    expect([bytes, closed]).toEqual(['', true]);
    expect(harness.node.requests.length).toBeLessThanOrEqual(1);
  });

  it('ignores everything after a refused request on its connection', async () => {
    const smuggled = harness.render('/v1/status');
    const first = harness.render('/v1/status', { headers: { Host: 'evil.example' } });
    const { responses, closed } = await harness.sendRaw(first + smuggled);
    expect(responses.map(({ status }) => status)).toEqual([421]);
    expect(closed).toBe(true);
    expect(harness.node.requests).toEqual([]);
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
    expect(harness.node.requests).toHaveLength(3);
  });
});
