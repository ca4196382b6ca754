import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaunchFile, OwnerAnnouncer } from './launch-file.ts';

const FIRST = `http://127.0.0.1:28080/#launch=${'a'.repeat(43)}`;
const SECOND = `http://127.0.0.1:28080/#launch=${'b'.repeat(43)}`;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-launch-'));
  path = join(folder, 'wallet.html');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the launch file', () => {
  it.each(['000', '022', '077'])('is readable by its owner only, under umask %s too', async (mask) => {
    const before = process.umask(mask);
    try {
      await new LaunchFile(path).announce(FIRST);
    } finally {
      process.umask(before);
    }
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('redirects to the address without a script, and links to it', async () => {
    await new LaunchFile(path).announce(FIRST);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(`<meta http-equiv="refresh" content="0; url=${FIRST}">`);
    expect(text).toContain(`<a href="${FIRST}">`);
    expect(text).not.toContain('<script');
  });

  it('contains only the newest address, and is removed when that address is withdrawn', async () => {
    const file = new LaunchFile(path);
    await file.announce(FIRST);
    await file.announce(SECOND);
    const text = await readFile(path, 'utf8');
    expect([text.includes(FIRST), text.includes(SECOND)]).toEqual([false, true]);
    expect(await readdir(folder)).toEqual(['wallet.html']);
    await file.withdraw();
    expect(await readdir(folder)).toEqual([]);
    await file.withdraw();
  });

  it('replaces an existing file of any mode, and follows no link', async () => {
    const victim = join(folder, 'victim');
    await writeFile(victim, 'mine', { mode: 0o644 });
    await symlink(victim, path);
    await symlink(victim, `${path}.new`);
    await new LaunchFile(path).announce(FIRST);
    expect(await readFile(victim, 'utf8')).toBe('mine');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await writeFile(`${path}.new`, 'of a killed gateway', { mode: 0o666 });
    await new LaunchFile(path).announce(SECOND);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('that cannot be written is reported in one line without the address', async () => {
    const nowhere = join(folder, 'nowhere', 'wallet.html');
    const error = await new LaunchFile(nowhere).announce(FIRST).catch((error: Error) => error);
    expect((error as Error).message).toBe(
      `The address that opens the wallet cannot be written to ${nowhere} (ENOENT): choose another with --launch-file.`,
    );
  });
});

describe("the owner's announcer", () => {
  function announcer(show: ((lines: string) => void) | undefined, launchFile: string | null = null) {
    const lines: string[] = [];
    const tokenFile = join(folder, 'rpc.token');
    const log = (line: string) => void lines.push(line);
    return { lines, owner: new OwnerAnnouncer({ launchFile, tokenFile, show, log }) };
  }

  it('names the file in the log, once, and never the address', async () => {
    const { lines, owner } = announcer(undefined);
    await owner.announce(FIRST);
    await owner.announce(SECOND);
    expect(lines).toEqual([`open the wallet with file://${folder}/wallet-28080.html`]);
    expect(await readFile(join(folder, 'wallet-28080.html'), 'utf8')).toContain(SECOND);
    await owner.withdraw();
    expect(await readdir(folder)).toEqual([]);
  });

  it('shows each address on a terminal', async () => {
    const shown: string[] = [];
    const { owner } = announcer((lines) => shown.push(lines), path);
    await owner.announce(FIRST);
    await owner.announce(SECOND);
    expect(shown.map((lines) => /http:\S+/.exec(lines)?.[0])).toEqual([FIRST, SECOND]);
    expect(shown.every((lines) => lines.includes(`file://${path}`))).toBe(true);
  });
});
