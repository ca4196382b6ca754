/**
 * The file with the private RPC's bearer token: created by the node; read by the node, its command line and the gateway
 * under the same rules (interface document, section 5.2). POSIX semantics; Node.js only.
 */
import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, unlink, type FileHandle } from 'node:fs/promises';

/** Maximum size of a token file in bytes, including its line ending. */
const MAXIMUM_SIZE = 4_096;
/** Minimum number of characters of a token. */
const MINIMUM_LENGTH = 32;
/** Random bytes of a new token, which is written as hex. */
const NEW_TOKEN_BYTES = 32;
const MODE = 0o600;

/** Why a token file cannot be created or used: mostly the rule that it breaks. */
export type TokenFileErrorCode =
  | 'missing'
  | 'unreadable'
  | 'already_exists'
  | 'not_writable'
  | 'symbolic_link'
  | 'not_a_regular_file'
  | 'replaced_while_opening'
  | 'foreign_owner'
  | 'open_permissions'
  | 'too_large'
  | 'not_utf8'
  | 'inner_whitespace'
  | 'too_short';

/** The message has the path and the rule, never the content. The file is left as it is. */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
  readonly code: TokenFileErrorCode;
  /** The rule in words. */
  readonly problem: string;

  constructor(code: TokenFileErrorCode, path: string, problem: string, options?: ErrorOptions) {
    super(`token file ${path}: ${problem}`, options);
    this.code = code;
    this.problem = problem;
  }
}

/** Codes of the system's errors and of `TokenFileError`, but for a token file that the node may be about to make. */
const LASTING = new Set<string | undefined>([
  'EACCES',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'symbolic_link',
  'not_a_regular_file',
  'foreign_owner',
  'open_permissions',
  'too_large',
  'not_utf8',
  'inner_whitespace',
]);

/**
 * True if an error, or one that caused it, remains until a person gives another path, port or permission: a program ends with exit
 * code 2 then, and with 1 for any other. A read-only file system may be mounted writable again, and a server's socket may be made later.
 */
export function isLastingError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (LASTING.has(code) && !(code === 'ENOENT' && syscall === 'connect')) return true;
  }
  return false;
}

/**
 * Reads a token after every check of section 5.2, item 3.
 * @returns the token without its line ending
 * @throws TokenFileError with the broken rule
 */
export async function readTokenFile(path: string): Promise<string> {
  return decode(path, await readPrivateFile(path, MAXIMUM_SIZE));
}

/**
 * Reads a file that nobody but its owner, this user, can read or replace: a regular file of mode 0600, no symbolic link. It never
 * waits for a FIFO.
 * @param maximumSize bytes
 * @throws TokenFileError, whose `problem` is the broken rule
 */
export async function readPrivateFile(path: string, maximumSize: number): Promise<Buffer> {
  const found = await lstat(path, { bigint: true }).catch((cause: unknown) => rejectReading(path, cause));
  if (found.isSymbolicLink()) rejectLink(path);
  requireRegularFile(path, found);
  // Follows no link, should one have taken the file's place, and does not wait for the writer of a FIFO.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((cause: NodeJS.ErrnoException) =>
    cause.code === 'ELOOP' ? rejectLink(path) : rejectReading(path, cause),
  );
  try {
    checkOpened(path, found, await file.stat({ bigint: true }));
    return await readBounded(path, file, maximumSize);
  } finally {
    await file.close();
  }
}

/**
 * Creates a token of 256 random bits, by `createPrivateFile`.
 * @returns the token, 64 hex characters
 */
export async function createTokenFile(path: string): Promise<string> {
  const token = randomBytes(NEW_TOKEN_BYTES).toString('hex');
  await createPrivateFile(path, `${token}\n`);
  return token;
}

/**
 * Writes a new file of mode 0600, whatever the umask, and syncs it. One that cannot be written to its end is removed.
 * @throws TokenFileError `already_exists` if there is anything at the path, even a dangling link; `not_writable`
 */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', MODE).catch((cause: unknown) => rejectCreation(path, cause));
  try {
    await file.chmod(MODE); // the umask may have taken bits from the mode given to open()
    await file.writeFile(text);
    await file.sync();
  } catch (cause) {
    await unlink(path); // incomplete: no program can be using it yet
    rejectCreation(path, cause);
  } finally {
    await file.close();
  }
}

/** Reads the token of an existing file, or creates one. @throws TokenFileError; an existing file is never replaced */
export async function readOrCreateTokenFile(path: string): Promise<string> {
  try {
    return await createTokenFile(path);
  } catch (error) {
    if (error instanceof TokenFileError && error.code === 'already_exists') return readTokenFile(path);
    throw error;
  }
}

/** @param found the file that was at the path before it was opened */
function checkOpened(path: string, found: BigIntStats, opened: BigIntStats): void {
  // A new file may get the inode of a removed one, but has another birth time.
  const isSame =
    found.dev === opened.dev && found.ino === opened.ino && found.birthtimeNs === opened.birthtimeNs;
  if (!isSame)
    throw new TokenFileError('replaced_while_opening', path, 'it was replaced while it was being opened');
  requireRegularFile(path, opened);
  const user = process.geteuid?.(); // absent on Windows, which has no modes either
  if (user === undefined) return;
  if (opened.uid !== BigInt(user)) {
    const problem = `it belongs to user ${opened.uid}, not to the current user ${user}`;
    throw new TokenFileError('foreign_owner', path, problem);
  }
  if ((opened.mode & 0o077n) !== 0n) {
    const mode = (opened.mode & 0o7777n).toString(8).padStart(4, '0');
    const problem = `its mode ${mode} gives access to group or others; it must be 0600`;
    throw new TokenFileError('open_permissions', path, problem);
  }
}

function requireRegularFile(path: string, stats: BigIntStats): void {
  if (!stats.isFile()) throw new TokenFileError('not_a_regular_file', path, 'it is not a regular file');
}

/** Reads up to one byte beyond the limit: the file may have grown since it was checked. */
async function readBounded(path: string, file: FileHandle, maximumSize: number): Promise<Buffer> {
  const buffer = Buffer.alloc(maximumSize + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file
      .read(buffer, length, buffer.length - length, length)
      .catch((cause: unknown) => rejectReading(path, cause));
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  if (length > maximumSize)
    throw new TokenFileError('too_large', path, `it is larger than ${maximumSize} bytes`);
  return buffer.subarray(0, length);
}

function decode(path: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new TokenFileError('not_utf8', path, 'its content is not valid UTF-8');
  const token = bytes.toString('utf8').replace(/\r?\n$/, '');
  if (/[\s\p{Cc}]/u.test(token))
    throw new TokenFileError('inner_whitespace', path, 'the token contains whitespace');
  if (Array.from(token).length < MINIMUM_LENGTH)
    throw new TokenFileError('too_short', path, `the token has fewer than ${MINIMUM_LENGTH} characters`);
  return token;
}

function rejectLink(path: string): never {
  throw new TokenFileError('symbolic_link', path, 'it is a symbolic link');
}

function rejectReading(path: string, cause: unknown): never {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') throw new TokenFileError('missing', path, 'there is no such file');
  throw new TokenFileError('unreadable', path, `it cannot be read (${code})`, { cause });
}

function rejectCreation(path: string, cause: unknown): never {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
  if (code === 'EEXIST') throw new TokenFileError('already_exists', path, 'it exists already', { cause });
  throw new TokenFileError('not_writable', path, `it cannot be created (${code})`, { cause });
}
