import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import * as files from 'node:fs/promises';
import {
  appendFile,
  chmod,
  chown,
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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createTokenFile,
  readOrCreateTokenFile,
  readTokenFile,
  type TokenFileErrorCode,
} from './token-file.ts';

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof files>();
  return { ...real, open: vi.fn<typeof files.open>(real.open) };
});
const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345';
const IS_ROOT = process.geteuid?.() === 0;

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cairn-token-'));
  path = join(directory, 'rpc.token');
});

afterEach(async () => {
  vi.clearAllMocks();
  await rm(directory, { recursive: true, force: true });
});

async function write(content: string | Uint8Array, mode = 0o600): Promise<void> {
  await writeFile(path, content);
  await chmod(path, mode);
}

/** Requires an error that names the file but not its content, which is left as it was. @returns the error's code */
async function rejection(read: () => Promise<unknown> = () => readTokenFile(path)) {
  const state = async (): Promise<unknown> => {
    const stats = await lstat(path).catch(() => undefined);
    return [stats?.ino, stats?.mode, stats?.isFile() ? await readFile(path, 'latin1') : undefined];
  };
  const before = await state();
  const error = (await read().catch((cause: unknown) => cause)) as Error & { code: TokenFileErrorCode };
  expect(error).toMatchObject({ name: 'TokenFileError', message: expect.stringContaining(path) as string });
  expect(error.message).not.toContain(TOKEN);
  expect(await state()).toEqual(before);
  return error.code;
}

describe('a token', () => {
  it.each([
    ['no line end', ''],
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('is read with %s at the end', async (_name, lineEnd) => {
    await write(TOKEN + lineEnd);
    expect(await readTokenFile(path)).toBe(TOKEN);
  });

  it('may be in a read-only file', async () => {
    await write(TOKEN, 0o400);
    expect(await readTokenFile(path)).toBe(TOKEN);
  });

  it('may have 4,096 bytes, and characters beyond ASCII', async () => {
    await write('é'.repeat(2_048));
    expect(await readTokenFile(path)).toBe('é'.repeat(2_048));
  });

  it.each<[string, string | Uint8Array, TokenFileErrorCode]>([
    ['nothing', '', 'too_short'],
    ['31 characters', 'a'.repeat(31), 'too_short'],
    ['31 characters in 62 bytes', 'é'.repeat(31), 'too_short'],
    ['4,097 bytes', 'a'.repeat(4_097), 'too_large'],
    ['bytes that are not UTF-8', Buffer.from([...Buffer.from(TOKEN), 0xff]), 'not_utf8'],
    ['overlong UTF-8', Buffer.from([...Buffer.from(TOKEN), 0xc0, 0x80]), 'not_utf8'],
    ['a space inside', `${TOKEN} ${TOKEN}`, 'inner_whitespace'],
    ['a space before it', ` ${TOKEN}`, 'inner_whitespace'],
    ['a space behind it', `${TOKEN} \n`, 'inner_whitespace'],
    ['a tab inside', `${TOKEN}\t${TOKEN}`, 'inner_whitespace'],
    ['two lines', `${TOKEN}\n${TOKEN}\n`, 'inner_whitespace'],
    ['a second line end', `${TOKEN}\n\n`, 'inner_whitespace'],
    ['a lone CR', `${TOKEN}\r`, 'inner_whitespace'],
    ['a no-break space', `${TOKEN}\u00a0x`, 'inner_whitespace'],
    ['a byte order mark', `\ufeff${TOKEN}`, 'inner_whitespace'],
  ])('is not %s', async (_name, content, code) => {
    await write(content);
    expect(await rejection()).toBe(code);
    expect(await rejection(() => readOrCreateTokenFile(path))).toBe(code);
  });
});

describe('a token file', () => {
  it('has to exist', async () => {
    expect(await rejection()).toBe('missing');
  });

  it('is no symbolic link, even to a good file', async () => {
    await writeFile(join(directory, 'elsewhere'), TOKEN, { mode: 0o600 });
    await symlink(join(directory, 'elsewhere'), path);
    expect(await rejection()).toBe('symbolic_link');
    expect(await rejection(() => readOrCreateTokenFile(path))).toBe('symbolic_link');
  });

  it('is no dangling link, through which a file could be created', async () => {
    await symlink(join(directory, 'target'), path);
    expect(await rejection(() => readOrCreateTokenFile(path))).toBe('symbolic_link');
    await expect(stat(join(directory, 'target'))).rejects.toThrow('ENOENT');
  });

  it.skipIf(process.platform !== 'linux')('has content that can be read', async () => {
    path = '/proc/self/mem'; // a file of this user with mode 0600, whose first page is none
    await expect(readTokenFile(path)).rejects.toMatchObject({
      code: 'unreadable',
      problem: 'it cannot be read (EIO)',
    });
  });

  it('is no directory', async () => {
    await mkdir(path, { mode: 0o700 });
    expect(await rejection()).toBe('not_a_regular_file');
    expect(await rejection(() => readOrCreateTokenFile(path))).toBe('not_a_regular_file');
  });

  it('is no FIFO, which would block', { timeout: 60_000 }, async () => {
    execFileSync('mkfifo', ['-m', '600', path]);
    expect(await rejection()).toBe('not_a_regular_file');
  });

  it('is no socket', async () => {
    const server = createServer().listen(path);
    await once(server, 'listening');
    await chmod(path, 0o600);
    expect(await rejection()).toBe('not_a_regular_file');
    server.close();
  });

  it.each([0o644, 0o640, 0o604, 0o620, 0o602, 0o610, 0o601])('has not mode %o', async (mode) => {
    await write(TOKEN, mode);
    expect(await rejection()).toBe('open_permissions');
    expect(await rejection(() => readOrCreateTokenFile(path))).toBe('open_permissions');
  });

  it('belongs to this user', async () => {
    // Only root can change a file's owner; other users need an existing file of root.
    if (IS_ROOT) {
      await write(TOKEN);
      await chown(path, 12_345, 0);
    } else {
      path = '/etc/passwd';
    }
    expect(await rejection()).toBe('foreign_owner');
  });
});

describe('a swap between the check of the path and the opening', () => {
  /** Does something to the file after its path was checked. @returns the code with which it is then refused */
  async function swap(change: () => Promise<unknown>): Promise<TokenFileErrorCode> {
    await write(TOKEN);
    const real = vi.mocked(files.open).getMockImplementation()!;
    vi.mocked(files.open).mockImplementationOnce(async (...given) => {
      await change();
      return real(...given);
    });
    const error = (await readTokenFile(path).catch((cause: unknown) => cause)) as {
      code: TokenFileErrorCode;
    };
    expect(files.open).toHaveBeenCalledTimes(1);
    return error.code;
  }
  const replaceBy = async (make: (path: string) => Promise<unknown>): Promise<void> => {
    const other = join(directory, 'other');
    await make(other);
    await rename(other, path);
  };
  const fifo = async (at: string) => execFileSync('mkfifo', ['-m', '600', at]);

  it.each<[string, TokenFileErrorCode, () => Promise<unknown>]>([
    [
      'another regular file',
      'replaced_while_opening',
      () => replaceBy((other) => writeFile(other, TOKEN, { mode: 0o600 })),
    ],
    [
      'a new file, which may get the same inode',
      'replaced_while_opening',
      () => rm(path).then(() => write(TOKEN)),
    ],
    [
      'a symbolic link to the same file',
      'symbolic_link',
      () => rename(path, join(directory, 'moved')).then(() => symlink(join(directory, 'moved'), path)),
    ],
    ['a FIFO, which would block', 'replaced_while_opening', () => replaceBy(fifo)],
    ['another mode', 'open_permissions', () => chmod(path, 0o644)],
    ['another length', 'too_large', () => appendFile(path, 'a'.repeat(5_000))],
  ])('for %s is noticed: %s', { timeout: 60_000 }, async (_, code, change) => {
    expect(await swap(change)).toBe(code);
  });
});

describe('a new token file', () => {
  it.each([0o000, 0o022, 0o077, 0o177, 0o777])('has mode 0600 under umask %o', async (umask) => {
    // In a child process, because other tests share this one's umask.
    const module = JSON.stringify(import.meta.resolve('./token-file.ts'));
    const script = `process.umask(${umask}); await (await import(${module})).createTokenFile(${JSON.stringify(path)});`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
    expect((await stat(path)).mode & 0o7777).toBe(0o600);
    expect(await readTokenFile(path)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has 256 bits, new ones each time', async () => {
    const tokens = [await createTokenFile(path), await createTokenFile(`${path}2`)];
    expect(tokens[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(tokens[1]).not.toBe(tokens[0]);
    expect(await readFile(path, 'latin1')).toBe(`${tokens[0]}\n`);
  });

  it('is created exclusively: of many at once, one succeeds', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => createTokenFile(path)));
    const made = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
    expect(made).toEqual([await readTokenFile(path)]);
  });

  it('never replaces an existing file', async () => {
    await write('short');
    expect(await rejection(() => createTokenFile(path))).toBe('already_exists');
  });

  it('is read again at the next start', async () => {
    const made = await readOrCreateTokenFile(path);
    expect(await readOrCreateTokenFile(path)).toBe(made);
  });

  it('needs its directory', async () => {
    path = join(directory, 'nowhere', 'rpc.token');
    expect(await rejection(() => createTokenFile(path))).toBe('not_writable');
  });
});
