import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGE_KEY_HEADER } from '@cairn/api/gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, Harness, RAW } from './harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.stop());

const WRONG = 'w'.repeat(43);

describe('the launch secret', () => {
  it('gives the session’s cookie once, and is replaced before the answer', async () => {
    const { secret } = harness;
    const entered = await harness.enter(secret);
    expect(entered.status).toBe(200);
    expect(entered.headers['set-cookie']).toContain(harness.cookie);
    expect(harness.secret).not.toBe(secret);
    const again = await harness.enter(secret);
    expect(errorOf(again)).toBe('403 launch_refused');
    expect(again.headers['set-cookie']).toBeUndefined();
    expect((await harness.enter()).status).toBe(200);
  });

  it('is valid however many wrong ones were tried, of whatever length', async () => {
    const { secret } = harness;
    for (const guess of ['', WRONG, secret.slice(1), `${secret}A`, 'ü'.repeat(43)])
      expect(errorOf(await harness.enter(guess))).toBe('403 launch_refused');
    for (let guess = 0; guess < 30; guess += 1) await harness.enter(WRONG);
    expect((await harness.enter(secret)).status).toBe(200);
  });

  it('is invalid after a restart, and so is the cookie', async () => {
    const { cookie, secret, port } = harness;
    await harness.gateway.close();
    await harness.openGateway({ port });
    expect(harness.cookie).not.toBe(cookie);
    const headers = { Cookie: cookie };
    expect(errorOf(await harness.send('/v1/status', { headers }))).toBe('403 session_expired');
    expect(errorOf(await harness.enter(secret))).toBe('403 launch_refused');
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['no JSON', WRONG],
    ['another key', JSON.stringify({ token: WRONG })],
    ['a second key', JSON.stringify({ secret: WRONG, x: 1 })],
    ['nothing in braces', '{}'],
    ['a transaction', JSON.stringify({ raw: RAW })],
    ['an array of secrets', JSON.stringify({ secret: [WRONG] })],
  ])('is not %s', async (_, body) => {
    const response = await harness.send('/gateway/session', { method: 'POST', body });
    expect(errorOf(response)).toBe('403 launch_refused');
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('is not accepted in a query', async () => {
    const { secret } = harness;
    const headers = { 'Sec-Fetch-Site': undefined, Cookie: undefined };
    expect(errorOf(await harness.send(`/?launch=${secret}`, { headers }))).toBe('400 invalid_query');
    const shape = { method: 'POST', body: '{}', headers: { Cookie: undefined } };
    const posted = await harness.send(`/gateway/session?launch=${secret}`, shape);
    expect(errorOf(posted)).toBe('400 invalid_query');
  });
});

describe('without a launch secret', () => {
  beforeEach(async () => {
    await harness.gateway.close();
    await harness.openGateway({ launchSecret: false });
  });

  it('the page sets the cookie, the page key is given for nothing, and there is no file', async () => {
    expect((await harness.openPage()).headers['set-cookie']).toContain(harness.cookie);
    expect((await harness.send('/v1/status')).status).toBe(200);
    expect((await harness.exchange({ page_key: harness.pageKey })).status).toBe(200);
    expect(errorOf(await harness.enter(WRONG))).toBe('403 launch_refused');
    expect(existsSync(harness.launchFile)).toBe(false);
  });

  it('a leaked cookie alone is no session, and no browser is kept: it would stay when a secret is needed', async () => {
    const headers = { [PAGE_KEY_HEADER]: undefined };
    expect(errorOf(await harness.send('/v1/status', { headers }))).toBe('403 session_expired');
    expect(JSON.parse((await harness.send('/gateway/config')).body)).toMatchObject({ kept: null });
    const kept = await harness.post('/gateway/browsers/keep', { keep: true });
    expect(errorOf(kept)).toBe('404 not_found');
  });
});

describe('the launch file', () => {
  it('leads to the address without a script, and only its owner can read it', async () => {
    const text = await readFile(harness.launchFile, 'utf8');
    const address = `${harness.origin}/#launch=${harness.secret}`;
    expect(text).toContain(`<meta http-equiv="refresh" content="0; url=${address}">`);
    expect(text).toContain(`<a href="${address}">`);
    expect(text).not.toContain('<script');
    expect((await stat(harness.launchFile)).mode & 0o777).toBe(0o600);
  });

  it('replaces an existing file of any mode, and follows no link', async () => {
    await harness.gateway.close();
    const victim = join(harness.directory, 'victim');
    await writeFile(victim, 'mine', { mode: 0o644 });
    await symlink(victim, harness.launchFile);
    await symlink(victim, `${harness.launchFile}.new`);
    await harness.openGateway();
    expect(await readFile(victim, 'utf8')).toBe('mine');
    expect((await stat(harness.launchFile)).mode & 0o777).toBe(0o600);
  });

  it('that cannot be written fails the start in one line without the address, and frees the port', async () => {
    const { port } = harness;
    await harness.gateway.close();
    const launchFile = join(harness.directory, 'nowhere', 'wallet.html');
    await expect(harness.openGateway({ port, launchFile })).rejects.toThrow(
      `The address that opens the wallet cannot be written to ${launchFile} (ENOENT): choose another with --launch-file.`,
    );
    await harness.openGateway({ port });
  });

  it('that cannot be replaced does not cost the session that was given', async () => {
    await harness.gateway.close();
    const folder = join(harness.directory, 'launch');
    await mkdir(folder);
    await harness.openGateway({ launchFile: join(folder, 'wallet.html') });
    const { secret } = harness;
    await rm(folder, { recursive: true });
    expect((await harness.enter(secret)).status).toBe(200);
    expect(harness.log.join('')).toContain('the next launch address cannot be announced');
  });

  it('is named in the log once; the address is shown to the owner alone', async () => {
    await harness.gateway.close();
    harness.log.length = 0;
    const shown: string[] = [];
    await harness.openGateway({ showLaunch: (lines) => void shown.push(lines) });
    expect(shown.map((lines) => /#launch=([\w-]{43})/.exec(lines)?.[1])).toEqual([
      expect.any(String),
      harness.secret,
    ]);
    const named = harness.log.filter((line) => line.includes(`file://${harness.launchFile}`));
    expect(named).toHaveLength(1);
  });
});
