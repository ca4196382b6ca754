import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Harness, errorOf, type HeaderValue } from './harness.ts';
import { createSessionCookie } from '../src/session.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

async function beginSession(): Promise<string> {
  return (await harness.enter()).headers['set-cookie']!;
}

describe('the cookie', () => {
  it('is set for the launch secret: 256 bits, HttpOnly, SameSite=Strict, the whole path, no domain, the port in its name', async () => {
    const cookie = await beginSession();
    const [pair, ...attributes] = cookie.split('; ');
    expect(pair).toMatch(new RegExp(`^cairn_gateway_${harness.port}=[A-Za-z0-9_-]{43}$`));
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict']);
  });

  it('is set by nothing else', async () => {
    expect((await harness.openPage()).headers['set-cookie']).toBeUndefined();
    for (const target of ['/assets/index-Ab12.js', '/gateway/config', '/v1/status', '/nothing']) {
      expect((await harness.send(target)).headers['set-cookie']).toBeUndefined();
    }
  });

  it('is the same for every browser of one process, and another one in each process', async () => {
    expect(await beginSession()).toBe(await beginSession());
    expect(createSessionCookie(1).value).not.toBe(createSessionCookie(1).value);
  });

  it.each<[string, (own: string) => HeaderValue]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['without a value', (own) => own.replace(/=.*/, '=')],
    ['without an equals sign', (own) => own.replace(/=.*/, '')],
    ['cut short', (own) => own.slice(0, -1)],
    ['with another last character', (own) => `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`],
    ['too long', (own) => `${own}A`],
    ['of another process', (own) => own.replace(/=.*/, `=${createSessionCookie(1).value}`)],
    ['in quotes', (own) => own.replace(/=(.*)/, '="$1"')],
    ['under another port’s name', (own) => own.replace(/\d+=/, '1=')],
    ['under its name in capitals', (own) => own.replace(/^[a-z_]+/, (name) => name.toUpperCase())],
    ['doubled', (own) => `${own}; ${own}`],
    ['doubled, with another value second', (own) => `${own}; ${own.replace(/=.*/, '=x')}`],
    ['doubled, with another value first', (own) => `${own.replace(/=.*/, '=x')}; ${own}`],
    ['doubled in a second line', (own) => [own, own]],
  ])('%s: 403 session_expired', async (_, cookieFrom) => {
    harness.node.requests.length = 0;
    const headers = { Cookie: cookieFrom(harness.cookie) };
    expect(errorOf(await harness.send('/v1/status', { headers }))).toBe('403 session_expired');
    expect(errorOf(await harness.send('/gateway/config', { headers }))).toBe('403 session_expired');
    expect(errorOf(await harness.submit(undefined, headers))).toBe('403 session_expired');
    expect((await harness.send('/gateway/access', { headers })).body).toBe('{"open":false}');
    expect(harness.node.requests).toEqual([]);
  });

  it('is known to the page, which cannot read it', async () => {
    const headers = { Cookie: harness.cookie };
    expect((await harness.send('/gateway/access', { headers })).body).toBe('{"open":true}');
  });

  it('in the query is not accepted', async () => {
    const response = await harness.send(`/v1/status?${harness.cookie}`, { headers: { Cookie: undefined } });
    expect(errorOf(response)).toBe('403 session_expired');
  });

  it("is found among other servers' cookies", async () => {
    const headers = { Cookie: `theme=dark; ${harness.cookie};session=cairn_gateway_${harness.port}=x` };
    expect((await harness.send('/v1/status', { headers })).status).toBe(200);
  });

  it('is stale after a restart on the same port; the new launch secret gives a new one', async () => {
    const { cookie: stale, port } = harness;
    await harness.gateway.close();
    await harness.openGateway({ port });
    const before = await harness.send('/v1/status', { headers: { Cookie: stale } });
    expect(errorOf(before)).toBe('403 session_expired');
    expect((await harness.send('/v1/status')).status).toBe(200);
  });
});
