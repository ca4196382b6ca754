import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Harness, RAW, refusalOf, type HeaderValue } from '../../test/harness.ts';
import { LaunchSecret } from './launch-exchange.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start({ limits: { launchGuesses: 3 } });
});
afterEach(() => harness.stop());

const WRONG = 'w'.repeat(43);

describe('the launch address', () => {
  it('has the secret in its fragment, which no browser sends', () => {
    for (const address of harness.launches) {
      expect(address.slice(0, -43)).toBe(`${harness.origin}/#launch=`);
    }
  });

  it('serves the page to any client of the port, without a session', async () => {
    const page = await harness.openPage();
    expect([page.status, page.headers['set-cookie']]).toEqual([200, undefined]);
    const noSession = { Cookie: undefined };
    for (const target of ['/v1/status', '/gateway/config']) {
      expect(refusalOf(await harness.send(target, { headers: noSession }))).toBe('403 session_expired');
    }
    expect(refusalOf(await harness.submit(undefined, noSession))).toBe('403 session_expired');
    expect(harness.node.requests).toEqual([]);
  });

  it('gives the session cookie once for each secret', async () => {
    const { secret } = harness;
    const entered = await harness.enter(secret);
    expect([entered.status, entered.body]).toEqual([200, '{"open":true}']);
    expect(entered.headers['set-cookie']).toContain(harness.cookie);
    expect(harness.secret).not.toBe(secret);
    const again = await harness.enter(secret);
    expect(refusalOf(again)).toBe('403 launch_refused');
    expect(again.headers['set-cookie']).toBeUndefined();
    expect((await harness.enter()).status).toBe(200);
  });

  it('is replaced by the next address before the answer is sent', async () => {
    const before = harness.launches.length;
    await harness.enter();
    expect(harness.launches).toHaveLength(before + 1);
  });

  it('is not needed for reloads and further tabs of a session', async () => {
    expect((await harness.openPage()).status).toBe(200);
    expect((await harness.send('/v1/status')).status).toBe(200);
    expect(refusalOf(await harness.enter(WRONG))).toBe('403 launch_refused');
    expect((await harness.send('/v1/status')).status).toBe(200);
  });

  it('is invalid after a restart, and so is the cookie', async () => {
    const { cookie, secret, port } = harness;
    await harness.gateway.close();
    await harness.openGateway({ port });
    const headers = { Cookie: cookie };
    expect(refusalOf(await harness.send('/v1/status', { headers }))).toBe('403 session_expired');
    expect(refusalOf(await harness.enter(secret))).toBe('403 launch_refused');
  });

  it('is not compared after too many wrong secrets, and each refusal is logged', async () => {
    for (let guess = 0; guess < 3; guess += 1) {
      expect(refusalOf(await harness.enter(WRONG))).toBe('403 launch_refused');
    }
    const limited = await harness.enter();
    expect(refusalOf(limited)).toBe('429 launch_limited');
    expect(limited.headers['set-cookie']).toBeUndefined();
    expect((await harness.send('/v1/status')).status).toBe(200);
    expect(harness.log.filter((line) => line.includes('"code":"launch_'))).toHaveLength(4);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['no JSON', WRONG],
    ['another key', JSON.stringify({ token: WRONG })],
    ['a second key', JSON.stringify({ secret: WRONG, x: 1 })],
    ['a transaction', JSON.stringify({ raw: RAW })],
    ['a secret that is too long', JSON.stringify({ secret: `${WRONG}w` })],
    ['a secret that is too short', JSON.stringify({ secret: WRONG.slice(1) })],
    ['an array of secrets', JSON.stringify({ secret: [WRONG] })],
  ])('refuses %s instead of a secret, and does not count it as a guess', async (_, body) => {
    for (let count = 0; count < 4; count += 1) {
      const response = await harness.send('/gateway/session', { method: 'POST', body });
      expect(refusalOf(response)).toBe('403 launch_refused');
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    expect((await harness.enter()).status).toBe(200);
  });

  it.each<[string, Record<string, HeaderValue>, string]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.example' }, '403 cross_origin'],
    ['another port', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://127.0.0.1:1' }, '403 cross_origin'],
    ['an unknown origin', { 'Sec-Fetch-Site': undefined, Origin: undefined }, '403 cross_origin'],
    ['a rebound name', { Host: 'evil.example' }, '421 misdirected_request'],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, '415 unsupported_media_type'],
    ['a form of plain text', { 'Content-Type': 'text/plain' }, '415 unsupported_media_type'],
  ])('refuses %s even with the right secret, which stays valid', async (_, headers, refusal) => {
    const { secret } = harness;
    expect(refusalOf(await harness.enter(secret, headers))).toBe(refusal);
    expect((await harness.enter(secret)).status).toBe(200);
  });

  it('does not accept the secret in a query', async () => {
    const { secret } = harness;
    const headers = { 'Sec-Fetch-Site': undefined, Cookie: undefined };
    expect(refusalOf(await harness.send(`/?launch=${secret}`, { headers }))).toBe('400 invalid_query');
    const shape = { method: 'POST', body: '{}', headers: { Cookie: undefined } };
    const posted = await harness.send(`/gateway/session?launch=${secret}`, shape);
    expect(refusalOf(posted)).toBe('400 invalid_query');
  });

  it('gives the session even if the next address cannot be announced, and logs why without a secret', async () => {
    await harness.gateway.close();
    let calls = 0;
    const announce = async (address: string) => {
      calls += 1;
      harness.launches.push(address);
      if (calls > 2) throw new Error('the disk is full');
    };
    await harness.openGateway({ launch: { announce, withdraw: async () => undefined } });
    expect((await harness.enter()).status).toBe(200);
    expect(harness.log.join('')).toContain('the disk is full');
  });

  it('fails the start if the first address cannot be announced, and frees the port', async () => {
    const { port } = harness;
    await harness.gateway.close();
    const announce = () => Promise.reject(new Error('the disk is full'));
    const launch = { announce, withdraw: async () => undefined };
    await expect(harness.openGateway({ port, launch })).rejects.toThrow('the disk is full');
    await harness.openGateway({ port });
  });

  it('withdraws the last address when the gateway stops', async () => {
    await harness.gateway.close();
    let withdrawn = 0;
    const announce = async (address: string) => void harness.launches.push(address);
    const withdraw = async () => void (withdrawn += 1);
    await harness.openGateway({ launch: { announce, withdraw } });
    await harness.gateway.close();
    expect(withdrawn).toBe(1);
  });
});

describe('without a launch secret', () => {
  beforeEach(async () => {
    await harness.gateway.close();
    await harness.openGateway({ launch: undefined });
  });

  it('the page sets the cookie, and the session route does not exist', async () => {
    expect((await harness.openPage()).headers['set-cookie']).toContain(harness.cookie);
    expect((await harness.send('/v1/status')).status).toBe(200);
    expect(refusalOf(await harness.enter(WRONG))).toBe('404 not_found');
  });

  it.each(['none', 'same-origin', 'same-site', 'cross-site'])(
    'the page sets the cookie for a top-level navigation from %s',
    async (site) => {
      const metadata = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
      const headers = { 'Sec-Fetch-Site': site, Cookie: undefined, ...metadata };
      const { status, headers: answered } = await harness.send('/', { headers });
      expect([status, answered['set-cookie']]).toEqual([200, expect.stringContaining('HttpOnly')]);
    },
  );
});

function secretAt(clock: { now: number }): LaunchSecret {
  return new LaunchSecret({ guesses: 3, window: 60_000, now: () => clock.now });
}

describe('the launch secret', () => {
  it('is 256 random bits in base64url', () => {
    const [one, other] = [secretAt({ now: 0 }).current, secretAt({ now: 0 }).current];
    expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(one).not.toBe(other);
  });

  it('is valid once, and is replaced at once', () => {
    const launch = secretAt({ now: 0 });
    const first = launch.current;
    expect(launch.redeem(first)).toBe('accepted');
    expect(launch.current).not.toBe(first);
    expect(launch.redeem(first)).toBe('refused');
    expect(launch.redeem(launch.current)).toBe('accepted');
  });

  it('is not used up by a wrong guess of any length', () => {
    const launch = secretAt({ now: 0 });
    const { current } = launch;
    for (const guess of ['', current.slice(1), `${current}A`]) expect(launch.redeem(guess)).toBe('refused');
    expect(launch.current).toBe(current);
  });

  it('is not compared after too many wrong guesses until the window has passed', () => {
    const clock = { now: 1_000 };
    const launch = secretAt(clock);
    for (let guess = 0; guess < 3; guess += 1) expect(launch.redeem('wrong')).toBe('refused');
    expect(launch.redeem(launch.current)).toBe('limited');
    clock.now += 59_999;
    expect(launch.redeem(launch.current)).toBe('limited');
    clock.now += 1;
    expect(launch.redeem(launch.current)).toBe('accepted');
  });

  it('is not limited by correct guesses', () => {
    const launch = secretAt({ now: 0 });
    for (let count = 0; count < 10; count += 1) expect(launch.redeem(launch.current)).toBe('accepted');
  });
});
