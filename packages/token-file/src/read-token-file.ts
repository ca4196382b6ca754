import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import {
  BYTES_RULES,
  CONTENT_RULES,
  FILE_RULES,
  MAXIMUM_TOKEN_FILE_SIZE,
  PATH_RULES,
  sameFile,
  type Violation,
} from './rules.ts';
import { TokenFileError } from './token-file-error.ts';

/** Flags for `open` that refuse a link and do not wait for the writer of a FIFO. Windows lacks them. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a bearer token from its file after every check of the interface document, section 5.2.3: a regular file, no symbolic
 * link, the same file before and after opening, owned by this user, not accessible to group and others, one link, at most
 * 4,096 bytes, valid UTF-8 without whitespace or control characters except a final LF or CRLF, at least 32 characters.
 *
 * @returns the token without its line ending
 * @throws TokenFileError that names the broken rule; the file is never changed
 */
export async function readTokenFile(path: string): Promise<string> {
  const checked = await checkPath(path);
  const file = await openChecked(path, checked);
  try {
    return decodeToken(path, await readBounded(file));
  } finally {
    await file.close();
  }
}

/** Applies the rules about the path. */
export async function checkPath(path: string): Promise<BigIntStats> {
  const stats = await lstat(path, { bigint: true }).catch((cause: unknown) => {
    throw systemError(path, cause);
  });
  for (const rule of PATH_RULES) enforce(path, rule(stats, currentUser()));
  return stats;
}

/**
 * Opens the file and applies the rules about its descriptor.
 * @param checked result of `checkPath`; a file that was replaced since is refused
 */
export async function openChecked(path: string, checked: BigIntStats): Promise<FileHandle> {
  const file = await open(path, OPEN_FLAGS).catch((cause: unknown) => {
    throw systemError(path, cause);
  });
  try {
    const opened = await file.stat({ bigint: true });
    enforce(path, sameFile(checked, opened));
    for (const rule of FILE_RULES) enforce(path, rule(opened, currentUser()));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Applies the rules about the content. */
export function decodeToken(path: string, bytes: Uint8Array): string {
  for (const rule of BYTES_RULES) enforce(path, rule(bytes));
  const token = decoder.decode(bytes).replace(/\r?\n$/, '');
  for (const rule of CONTENT_RULES) enforce(path, rule(token));
  return token;
}

/** Reads the file up to one byte beyond the size limit. */
export async function readBounded(file: FileHandle): Promise<Uint8Array> {
  const buffer = new Uint8Array(MAXIMUM_TOKEN_FILE_SIZE + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

function enforce(path: string, violation: Violation | undefined): void {
  if (violation !== undefined) throw new TokenFileError(violation.code, path, violation.problem);
}

function currentUser(): bigint | undefined {
  const userId = process.geteuid?.();
  return userId === undefined ? undefined : BigInt(userId);
}

function systemError(path: string, cause: unknown): TokenFileError {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return new TokenFileError('missing', path, 'there is no such file', { cause });
  if (code === 'ELOOP') return new TokenFileError('symbolic_link', path, 'it is a symbolic link', { cause });
  return new TokenFileError('unreadable', path, `it cannot be opened (${code ?? 'unknown error'})`, {
    cause,
  });
}
