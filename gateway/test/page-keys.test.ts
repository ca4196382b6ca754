/** Who is let in again, and until when (docs/spec/GATEWAY.md, pass 6); what a key must look like is in `checks.test.ts`. */
import { existsSync } from 'node:fs';
import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { KeptBrowser } from '@cairn/api/gateway';
import { PAGE_KEY_HEADER } from '@cairn/api/gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../src/gateway.ts';
import { PageKeys } from '../src/page-keys.ts';
import { errorOf, Harness, pageKeyOf } from './harness.ts';
import { openSocket } from './raw-client.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
  await restart(); // on any free port, as at first, none is kept
});
afterEach(() => harness.stop());

const KEPT_FILE = 'launch.browsers.json';
const keptFile = (): string => join(harness.directory, KEPT_FILE);
const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);
const withKey = (key: string) => ({ [PAGE_KEY_HEADER]: key });

/** Stops the gateway and starts it again on its port, as tomorrow. */
async function restart(options: Partial<GatewayOptions> = {}): Promise<void> {
  const { port } = harness;
  await harness.gateway.close();
  await harness.openGateway({ port, ...options });
}

/** Keeps a browser, or no longer. @returns those that are kept then */
async function keep(isKept = true, headers = {}): Promise<KeptBrowser[]> {
  return browsersOf(await harness.post('/gateway/browsers/keep', { keep: isKept }, headers));
}
function browsersOf({ body }: { body: string }): KeptBrowser[] {
  return (JSON.parse(body) as { browsers: KeptBrowser[] }).browsers;
}
const list = async (): Promise<KeptBrowser[]> => browsersOf(await harness.send('/gateway/browsers'));
const statusOf = async (headers: Record<string, string>) =>
  (await harness.send('/v1/status', { headers })).status;

describe('a page key', () => {
  it('gives the cookie again, as often as the browser is restarted, and stays the same', async () => {
    const { cookie, pageKey } = harness;
    for (let time = 0; time < 3; time += 1) {
      const again = await harness.exchange({ page_key: pageKey });
      expect([again.headers['set-cookie']?.split(';')[0], pageKeyOf(again)]).toEqual([cookie, pageKey]);
    }
  });

  it('ends with the process, unless it is kept', async () => {
    const other = pageKeyOf(await harness.enter());
    const { pageKey } = harness;
    await keep();
    await restart();
    const again = await harness.exchange({ page_key: pageKey });
    expect(again.headers['set-cookie']).toContain(harness.cookie);
    expect(await statusOf(withKey(pageKey))).toBe(200);
    expect(errorOf(await harness.exchange({ page_key: other }))).toBe('403 launch_refused');
    expect(errorOf(await harness.exchange({ page_key: 'w'.repeat(43) }))).toBe('403 launch_refused');
  });

  it('is kept by a page that opens a launch address though it has one', async () => {
    await keep();
    const again = await harness.exchange({ secret: harness.secret }, withKey(harness.pageKey));
    expect(pageKeyOf(again)).toBe(harness.pageKey);
    expect(await list()).toHaveLength(1);
    const unknown = await harness.exchange({ secret: harness.secret }, withKey('w'.repeat(43)));
    expect(pageKeyOf(unknown)).not.toBe('w'.repeat(43));
  });

  it('is one of 64: one more ends the oldest that is not kept', async () => {
    await keep();
    const { pageKey: kept } = harness;
    const second = pageKeyOf(await harness.enter());
    const others = [];
    for (let count = 2; count < 64; count += 1) others.push(pageKeyOf(await harness.enter()));
    expect(await statusOf(withKey(second))).toBe(200);
    await harness.enter();
    expect(await statusOf(withKey(second))).toBe(403);
    for (const key of [kept, ...others]) expect(await statusOf(withKey(key))).toBe(200);
  });
});

describe('a kept browser', () => {
  it('is listed with what its owner knows it by, and to itself alone as the own one', async () => {
    const other = pageKeyOf(
      await harness.exchange({ secret: harness.secret }, { 'User-Agent': 'x'.repeat(300) }),
    );
    expect(await list()).toEqual([]);
    const now = Math.floor(Date.now() / 1_000);
    const [kept, ...more] = await keep(true, withKey(other));
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ user_agent: 'x'.repeat(200), is_own: true });
    expect(kept!.kept_at).toBeGreaterThanOrEqual(now);
    expect(await list()).toEqual([{ ...kept, is_own: false }]);
    expect(
      JSON.parse((await harness.send('/gateway/config', { headers: withKey(other) })).body),
    ).toMatchObject({
      kept: true,
    });
  });

  it('is revoked at once and for good by another one', async () => {
    const other = pageKeyOf(await harness.enter());
    const [{ id }] = (await keep(true, withKey(other))) as [KeptBrowser];
    expect(browsersOf(await harness.post('/gateway/browsers/revoke', { id }))).toEqual([]);
    expect(await statusOf(withKey(other))).toBe(403);
    expect(errorOf(await harness.exchange({ page_key: other }))).toBe('403 launch_refused');
    await restart();
    expect(errorOf(await harness.exchange({ page_key: other }))).toBe('403 launch_refused');
  });

  it('that revokes itself gets what is left, and nothing more', async () => {
    const [{ id }] = (await keep()) as [KeptBrowser];
    const revoked = await harness.post('/gateway/browsers/revoke', { id });
    expect([revoked.status, browsersOf(revoked)]).toEqual([200, []]);
    expect(errorOf(await harness.send('/gateway/browsers'))).toBe('403 session_expired');
  });

  it('that is revoked while it sends a body has no session any more', async () => {
    const other = pageKeyOf(await harness.enter());
    const [{ id }] = (await keep(true, withKey(other))) as [KeptBrowser];
    const body = '{"keep":true}';
    const bytes = harness.render('/gateway/browsers/keep', { method: 'POST', body, headers: withKey(other) });
    const socket = await openSocket(harness.port, bytes.slice(0, -1));
    await harness.post('/gateway/browsers/revoke', { id });
    socket.end(bytes.slice(-1));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 403 [^]*session_expired/);
  });

  it('is none on any free port, where a page never has its key again', async () => {
    await restart({ port: 0 });
    expect(JSON.parse((await harness.send('/gateway/config')).body)).toMatchObject({ kept: null });
    expect(errorOf(await harness.post('/gateway/browsers/keep', { keep: true }))).toBe('404 not_found');
  });

  it.skipIf(!hasIpv6)('is none of the gateway at ::1 on the same port, which keeps its own', async () => {
    const { pageKey } = harness;
    await keep();
    await restart({ host: '::1' });
    expect(errorOf(await harness.exchange({ page_key: pageKey }))).toBe('403 launch_refused');
    expect(await keep()).toHaveLength(1);
    expect(JSON.parse(await readFile(keptFile(), 'utf8'))).toHaveLength(1);
    await restart();
    expect(pageKeyOf(await harness.exchange({ page_key: pageKey }))).toBe(pageKey);
  });

  it('that is kept no longer stays until the gateway ends', async () => {
    const { pageKey } = harness;
    await keep();
    expect(await keep(false)).toEqual([]);
    expect(await statusOf(withKey(pageKey))).toBe(200);
    await restart();
    expect(errorOf(await harness.exchange({ page_key: pageKey }))).toBe('403 launch_refused');
  });

  it('leaves a file that only its owner can read, without its key', async () => {
    expect(existsSync(keptFile())).toBe(false);
    const victim = join(harness.directory, 'victim');
    await writeFile(victim, 'mine');
    await symlink(victim, `${keptFile()}.new`);
    await keep();
    expect((await stat(keptFile())).mode & 0o777).toBe(0o600);
    expect(await readFile(keptFile(), 'utf8')).not.toContain(harness.pageKey);
    expect(await readFile(victim, 'utf8')).toBe('mine');
  });

  it.each<[string, string, () => Promise<void>]>([
    ['others can write', 'its mode 0666', () => chmod(keptFile(), 0o666)],
    ['is damaged', 'it is damaged', () => writeFile(keptFile(), '[{')],
    ['is of another kind', 'it is damaged', () => writeFile(keptFile(), '[{"id":1}]')],
  ])('whose file %s stops the start in one line, and frees the port', async (_, problem, spoil) => {
    await keep();
    const { port } = harness;
    await harness.gateway.close();
    await spoil();
    const message = expect.stringMatching(new RegExp(`${problem}.*; remove it to keep none\\.$`)) as string;
    await expect(harness.openGateway({ port })).rejects.toMatchObject({
      message,
      exitCode: 2,
    });
    await writeFile(keptFile(), '[]');
    await chmod(keptFile(), 0o600);
    await harness.openGateway({ port });
  });

  it.skipIf(process.platform !== 'linux')('is not given up because its file cannot be read now', async () => {
    // A file of this user whose pages cannot be read; and one in a folder that is none.
    await expect(PageKeys.open('/proc/self/mem')).rejects.toMatchObject({
      message: 'The kept browsers cannot be read from /proc/self/mem: it cannot be read (EIO).',
      exitCode: 1,
    });
    await expect(PageKeys.open(join(harness.tokenFile, KEPT_FILE))).rejects.toMatchObject({
      message: expect.stringMatching(/: it cannot be read \(ENOTDIR\)\.$/) as string,
      exitCode: 2,
    });
  });

  it.each(['keep', 'revoke'])('%s takes nothing but its own body', async (route) => {
    for (const body of ['', '{}', '{"keep":"yes"}', '{"id":1}', '{"keep":true,"id":"x"}', '[]'])
      expect(errorOf(await harness.send(`/gateway/browsers/${route}`, { method: 'POST', body }))).toMatch(
        /^400 invalid_body$|^411 length_required$/,
      );
  });
});
