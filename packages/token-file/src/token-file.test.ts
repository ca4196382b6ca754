import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTokenFile, readOrCreateTokenFile, readTokenFile, type TokenFileErrorCode } from './index.ts';
import { checkPath, decodeToken, openChecked, readBounded } from './read-token-file.ts';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345';
const IS_ROOT = process.geteuid?.() === 0;

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cairn-token-'));
  path = join(directory, 'rpc.token');
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function write(content: string | Uint8Array, mode = 0o600): Promise<void> {
  await writeFile(path, content);
  await chmod(path, mode);
}

/**
 * Requires that a call leaves the file unchanged, and that its error, if any, names the file.
 * @returns the error's code
 */
async function refusal(read: () => Promise<unknown>): Promise<TokenFileErrorCode | undefined> {
  const before = await lstat(path).catch(() => undefined);
  const error: { code?: TokenFileErrorCode; message?: string } = await read().then(
    () => ({}),
    (cause: unknown) => cause as { code: TokenFileErrorCode; message: string },
  );
  const after = await lstat(path).catch(() => undefined);
  expect([after?.ino, after?.mode, after?.size, after?.mtimeMs]).toEqual([
    before?.ino,
    before?.mode,
    before?.size,
    before?.mtimeMs,
  ]);
  expect(error.message ?? path).toContain(path);
  return error.code;
}

describe('a trusted token file', () => {
  it.each([
    ['no line end', ''],
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('is read with %s at the end § 5.2.3 line end', async (_name, lineEnd) => {
    await write(TOKEN + lineEnd);
    expect(await readTokenFile(path)).toBe(TOKEN);
  });

  it('may be read-only', async () => {
    await write(TOKEN, 0o400);
    expect(await readTokenFile(path)).toBe(TOKEN);
  });

  it('may have 4,096 bytes and characters beyond ASCII', async () => {
    await write('é'.repeat(2048));
    expect(await readTokenFile(path)).toBe('é'.repeat(2048));
  });
});

describe('the file', () => {
  it('is missing', async () => {
    expect(await refusal(() => readTokenFile(path))).toBe('missing');
  });

  it('is a symbolic link, even to a good file § 5.2.3 symbolic link', async () => {
    await writeFile(join(directory, 'elsewhere'), TOKEN, { mode: 0o600 });
    await symlink(join(directory, 'elsewhere'), path);
    expect(await refusal(() => readTokenFile(path))).toBe('symbolic_link');
  });

  it('is a directory § 5.2.3 directory', async () => {
    await mkdir(path, { mode: 0o700 });
    expect(await refusal(() => readTokenFile(path))).toBe('not_a_regular_file');
  });

  it('is a FIFO, which must not block § 5.2.3 FIFO', { timeout: 5_000 }, async () => {
    execFileSync('mkfifo', ['-m', '600', path]);
    expect(await refusal(() => readTokenFile(path))).toBe('not_a_regular_file');
  });

  it.each([0o644, 0o640, 0o604, 0o620, 0o602, 0o610, 0o601])('has mode %o § 5.2.3 mode', async (mode) => {
    await write(TOKEN, mode);
    expect(await refusal(() => readTokenFile(path))).toBe('open_permissions');
  });

  it('has a second hard link § 5.2.3 hard link', async () => {
    await write(TOKEN);
    await link(path, join(directory, 'other-name'));
    expect(await refusal(() => readTokenFile(path))).toBe('several_links');
  });

  it('belongs to another user § 5.2.3 owner', async () => {
    // Only root can change a file's owner; other users need an existing file of root.
    if (IS_ROOT) {
      await write(TOKEN);
      await chown(path, 12_345, 0);
    } else {
      path = '/etc/passwd';
    }
    expect(await refusal(() => readTokenFile(path))).toBe('foreign_owner');
  });

  it('is a socket § 5.2.3 socket', async () => {
    const server = createServer().listen(path);
    await once(server, 'listening');
    await chmod(path, 0o600);
    expect(await refusal(() => readTokenFile(path))).toBe('not_a_regular_file');
    server.close();
  });

  it('has 4,097 bytes § 5.2.3 size', async () => {
    await write('a'.repeat(4097));
    expect(await refusal(() => readTokenFile(path))).toBe('too_large');
  });
});

describe('the content', () => {
  it.each<[string, string | Uint8Array, TokenFileErrorCode]>([
    ['is empty', '', 'too_short'],
    ['has 31 characters § 5.2.3 length', 'a'.repeat(31), 'too_short'],
    ['has 31 characters in 62 bytes', 'é'.repeat(31), 'too_short'],
    ['is not UTF-8 § 5.2.3 UTF-8', Buffer.from([...Buffer.from(TOKEN), 0xff]), 'not_utf8'],
    ['is overlong UTF-8', Buffer.from([...Buffer.from(TOKEN), 0xc0, 0x80]), 'not_utf8'],
    ['has a space inside § 5.2.3 whitespace', `${TOKEN} ${TOKEN}`, 'inner_whitespace'],
    ['starts with a space', ` ${TOKEN}`, 'inner_whitespace'],
    ['ends with a space', `${TOKEN} \n`, 'inner_whitespace'],
    ['has a tab', `${TOKEN}\t${TOKEN}`, 'inner_whitespace'],
    ['has two lines', `${TOKEN}\n${TOKEN}\n`, 'inner_whitespace'],
    ['has a second final line end § 5.2.3 second line end', `${TOKEN}\n\n`, 'inner_whitespace'],
    ['ends with a lone CR', `${TOKEN}\r`, 'inner_whitespace'],
    ['has a no-break space', `${TOKEN}\u00a0x`, 'inner_whitespace'],
    ['starts with a byte order mark', `\ufeff${TOKEN}`, 'inner_whitespace'],
    ['has a NUL § 5.2.3 control character', `${TOKEN}\0`, 'control_character'],
    ['has an escape', `${TOKEN}\u001b[2J`, 'control_character'],
    ['has a C1 control', `${TOKEN}\u0080`, 'control_character'],
  ])('%s', async (_name, content, code) => {
    await write(content);
    expect(await refusal(() => readTokenFile(path))).toBe(code);
    expect(await readFile(path)).toEqual(Buffer.from(content));
  });

  it('never appears in the message', async () => {
    await write(`${TOKEN} ${TOKEN}`);
    await expect(readTokenFile(path)).rejects.not.toThrow(TOKEN);
  });
});

describe('a swap between the check and the opening', () => {
  async function replacement(content: string): Promise<string> {
    const other = join(directory, 'other');
    await writeFile(other, content, { mode: 0o600 });
    return other;
  }

  it('by another regular file is refused § 5.2.3 same file', async () => {
    await write(TOKEN);
    const checked = await checkPath(path);
    await rename(await replacement(TOKEN), path);
    expect(await refusal(() => openChecked(path, checked))).toBe('replaced_while_opening');
  });

  it('by a symbolic link is not followed', async () => {
    await write(TOKEN);
    const checked = await checkPath(path);
    const other = await replacement(TOKEN);
    await rm(path);
    await symlink(other, path);
    expect(await refusal(() => openChecked(path, checked))).toBe('symbolic_link');
  });

  it('by a symbolic link to the same file is not followed § 5.2.3 link while opening', async () => {
    await write(TOKEN);
    const checked = await checkPath(path);
    await rename(path, join(directory, 'moved'));
    await symlink(join(directory, 'moved'), path);
    expect(await refusal(() => openChecked(path, checked))).toBe('symbolic_link');
  });

  it('by a new file instead of a removed one is refused, even with the same inode § 5.2.3 inode reused', async () => {
    await write(TOKEN);
    const checked = await checkPath(path);
    await rm(path);
    await write(TOKEN);
    expect(await refusal(() => openChecked(path, checked))).toBe('replaced_while_opening');
  });

  it('by a longer file is detected in the bytes read § 5.2.3 size as read', async () => {
    await write(TOKEN);
    const file = await openChecked(path, await checkPath(path));
    await appendFile(path, 'a'.repeat(5_000));
    const bytes = await readBounded(file);
    await file.close();
    expect(bytes).toHaveLength(4_097);
    expect(() => decodeToken(path, bytes)).toThrow('larger than 4096 bytes');
  });

  it('by a FIFO does not block', { timeout: 5_000 }, async () => {
    await write(TOKEN);
    const checked = await checkPath(path);
    // Created while the first file exists, so that it cannot get its inode.
    execFileSync('mkfifo', ['-m', '600', join(directory, 'fifo')]);
    await rename(join(directory, 'fifo'), path);
    expect(await refusal(() => openChecked(path, checked))).toBe('replaced_while_opening');
  });

  it('of the mode is detected after opening', async () => {
    await write(TOKEN);
    const checked = await checkPath(path);
    await chmod(path, 0o644);
    expect(await refusal(() => openChecked(path, checked))).toBe('open_permissions');
  });
});

describe('creating a token file', () => {
  it.each([0o000, 0o022, 0o077, 0o177, 0o777])(
    'gives mode 0600 under umask %o § 5.2.2 mode',
    async (umask) => {
      // process.umask() cannot be set in a worker thread, but in a child process.
      const script = `process.umask(${umask}); const { createTokenFile } = await import(${JSON.stringify(import.meta.resolve('./index.ts'))}); await createTokenFile(${JSON.stringify(path)});`;
      execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
      expect((await stat(path)).mode & 0o7777).toBe(0o600);
      expect(await readTokenFile(path)).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  it('is exclusive: of many at once, one succeeds § 5.2.2 exclusive', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => createTokenFile(path)));
    const made = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
    expect(made).toEqual([await readTokenFile(path)]);
  });

  it('creates a new token each time', async () => {
    const first = await createTokenFile(path);
    const second = await createTokenFile(`${path}2`);
    expect(first).not.toBe(second);
    expect(await readTokenFile(path)).toBe(first);
  });

  it('never replaces an existing file', async () => {
    await write('short');
    expect(await refusal(() => createTokenFile(path))).toBe('already_exists');
    expect(await refusal(() => readOrCreateTokenFile(path))).toBe('too_short');
    expect(await readFile(path, 'utf8')).toBe('short');
  });

  it.each<[string, () => Promise<unknown>, TokenFileErrorCode]>([
    ['a link', () => symlink('/dev/null', path), 'symbolic_link'],
    ['a directory', () => mkdir(path), 'not_a_regular_file'],
    ['a file for all', () => write(TOKEN, 0o644), 'open_permissions'],
    ['an empty file', () => write(''), 'too_short'],
    ['a file too large', () => write('a'.repeat(4_097)), 'too_large'],
    ['bad UTF-8', () => write(Buffer.alloc(40, 0xff)), 'not_utf8'],
    ['two words', () => write(`${TOKEN} ${TOKEN}`), 'inner_whitespace'],
  ])('leaves %s unchanged, and fails § 5.2.3 unchanged', async (_name, make, code) => {
    await make();
    const contentOf = async (): Promise<string> =>
      (await lstat(path)).isFile() ? readFile(path, 'latin1') : 'no file';
    const before = await contentOf();
    expect(await refusal(() => readOrCreateTokenFile(path))).toBe(code);
    expect(await contentOf()).toBe(before);
  });

  it('does not follow a dangling link', async () => {
    const target = join(directory, 'target');
    await symlink(target, path);
    expect(await refusal(() => readOrCreateTokenFile(path))).toBe('symbolic_link');
    await expect(stat(target)).rejects.toThrow('ENOENT');
  });

  it('reads the same token again at the next start § 5.2.2 kept', async () => {
    const made = await readOrCreateTokenFile(path);
    expect(await readOrCreateTokenFile(path)).toBe(made);
  });

  it('reports a missing directory', async () => {
    path = join(directory, 'nowhere', 'rpc.token');
    expect(await refusal(() => createTokenFile(path))).toBe('not_writable');
  });
});
