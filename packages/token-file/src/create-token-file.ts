import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { readTokenFile } from './read-token-file.ts';
import { TokenFileError } from './token-file-error.ts';

const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

const TOKEN_MODE = 0o600;

/** 256 random bits, written as 64 hex characters. */
const TOKEN_BYTES = 32;

/**
 * Creates a new token file exclusively, with mode 0600 regardless of the umask, and syncs it before it returns.
 *
 * @returns the new token, 64 hex characters
 * @throws TokenFileError `already_exists` if the path exists, even as a dangling link; `not_writable` if the file cannot be
 *   created or written
 */
export async function createTokenFile(path: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const file = await open(path, CREATE_FLAGS, TOKEN_MODE).catch((cause: unknown) => {
    throw creationError(path, cause);
  });
  try {
    await writeToken(file, token);
  } catch (cause) {
    // The new file contains an incomplete token, which no program can be using yet.
    await unlink(path);
    throw creationError(path, cause);
  }
  return token;
}

/**
 * Reads the token of an existing file, with every check of `readTokenFile`, or creates the file.
 * @throws TokenFileError; a suspicious file is never replaced
 */
export async function readOrCreateTokenFile(path: string): Promise<string> {
  try {
    return await createTokenFile(path);
  } catch (error) {
    if (error instanceof TokenFileError && error.code === 'already_exists') return readTokenFile(path);
    throw error;
  }
}

async function writeToken(file: FileHandle, token: string): Promise<void> {
  try {
    // The umask changes the mode given to open(), but not this one.
    await file.chmod(TOKEN_MODE);
    await file.writeFile(`${token}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

function creationError(path: string, cause: unknown): TokenFileError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  return code === 'EEXIST'
    ? new TokenFileError('already_exists', path, 'it exists already', { cause })
    : new TokenFileError('not_writable', path, `it cannot be created (${code})`, { cause });
}
