import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Harness, errorOf } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

describe('the host', () => {
  it.each<[string, (port: number) => string | string[] | undefined]>([
    ['a name that was rebound to this address', (port) => `evil.example:${port}`],
    ['no Host', () => undefined],
    ['an empty Host', () => ''],
    ['two equal Hosts', (port) => [`127.0.0.1:${port}`, `127.0.0.1:${port}`]],
    ['a second, foreign Host', (port) => [`127.0.0.1:${port}`, 'evil.example']],
    ['two Hosts in one line', (port) => `127.0.0.1:${port}, evil.example`],
    ['no port', () => '127.0.0.1'],
    ['another port', (port) => `127.0.0.1:${port + 1}`],
    ['the port with a zero before it', (port) => `127.0.0.1:0${port}`],
    ['user info', (port) => `user@127.0.0.1:${port}`],
    ['a trailing dot', (port) => `127.0.0.1.:${port}`],
    ['another spelling of the address', (port) => `127.1:${port}`],
    ['the address as a number', (port) => `2130706433:${port}`],
    ['another loopback address', (port) => `127.0.0.2:${port}`],
    ['the other address family', (port) => `[::1]:${port}`],
    ['an IPv4-mapped address', (port) => `[::ffff:127.0.0.1]:${port}`],
    ['localhost', (port) => `localhost:${port}`],
    ['localhost with a trailing dot', (port) => `localhost.:${port}`],
    ['localhost in capitals', (port) => `LOCALHOST:${port}`],
  ])('%s: 421', async (_, hostAt) => {
    const headers = { Host: hostAt(harness.port) };
    expect(errorOf(await harness.send('/v1/status', { headers }))).toBe('421 misdirected_request');
    expect(harness.node.requests).toEqual([]);
  });

  it('is not taken from X-Forwarded-Host or Forwarded', async () => {
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': harness.host,
      Forwarded: `host=${harness.host}`,
    };
    expect(errorOf(await harness.send('/v1/status', { headers }))).toBe('421 misdirected_request');
  });

  it('is checked for page and assets too', async () => {
    const headers = { Host: `evil.example:${harness.port}` };
    for (const target of ['/', '/assets/index-Ab12.js', '/gateway/config']) {
      expect(errorOf(await harness.send(target, { headers }))).toBe('421 misdirected_request');
    }
  });

  it('localhost is redirected to the canonical address when it opens the page', async () => {
    const response = await harness.send('/', { headers: { Host: `localhost:${harness.port}` } });
    expect(errorOf(response)).toBe('307 moved');
    expect(response.headers['location']).toBe(`${harness.origin}/`);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('localhost in capitals is not redirected: browsers send it in lower case, and bytes are compared', async () => {
    const response = await harness.send('/', { headers: { Host: `LOCALHOST:${harness.port}` } });
    expect(errorOf(response)).toBe('421 misdirected_request');
  });

  it.each([
    ['/', 'POST'],
    ['/?x', 'GET'],
    ['/assets/index-Ab12.js', 'GET'],
  ])('localhost is not redirected for %s by %s', async (target, method) => {
    const response = await harness.send(target, { method, headers: { Host: `localhost:${harness.port}` } });
    expect(errorOf(response)).toBe('421 misdirected_request');
  });
});
