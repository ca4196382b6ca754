import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { generateKeyPair, privateKeyFromProtobuf, privateKeyToProtobuf } from '@libp2p/crypto/keys';
import type { PrivateKey } from '@libp2p/interface';

const MODE = 0o600;
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const MAXIMUM_SIZE = 4_096;

/** `peer.key` cannot be used; the message is one line. The file is never changed. */
export class PeerKeyError extends Error {
  override readonly name = 'PeerKeyError';
}

/**
 * Reads the node's identity in the peer network, an Ed25519 key in `<data-dir>/peer.key` with mode 0600 (PROTOCOL.md
 * section 6), and creates it if absent.
 * @throws PeerKeyError if the file cannot be created or read, or is not a private key that only this user can read
 */
export async function readOrCreatePeerKey(path: string): Promise<PrivateKey> {
  try {
    return await createKey(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, error);
  }
  try {
    return await readKey(path);
  } catch (error) {
    throw unusable(path, error);
  }
}

async function createKey(path: string): Promise<PrivateKey> {
  const file = await open(path, CREATE_FLAGS, MODE);
  try {
    const key = await generateKeyPair('Ed25519');
    await file.chmod(MODE); // the umask applies to the mode given to open(), not to this one
    await file.writeFile(privateKeyToProtobuf(key));
    await file.sync();
    return key;
  } finally {
    await file.close();
  }
}

async function readKey(path: string): Promise<PrivateKey> {
  const file = await open(path, READ_FLAGS);
  try {
    const problem = problemOf(await file.stat());
    if (problem !== undefined) throw new Error(problem);
    return decodeKey(await readAll(file));
  } finally {
    await file.close();
  }
}

function problemOf(stats: Stats): string | undefined {
  if (!stats.isFile()) return 'it is not a regular file';
  if ((stats.mode & 0o077) !== 0) return 'others may read it; it must have mode 0600';
  if (stats.uid !== (process.geteuid?.() ?? stats.uid)) return 'it belongs to another user';
  return stats.size > MAXIMUM_SIZE ? 'it is too large' : undefined;
}

async function readAll(file: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(MAXIMUM_SIZE), 0, MAXIMUM_SIZE, 0);
  return buffer.subarray(0, bytesRead);
}

function decodeKey(bytes: Uint8Array): PrivateKey {
  try {
    return privateKeyFromProtobuf(bytes);
  } catch (error) {
    throw new Error('it does not contain a private key', { cause: error });
  }
}

function unusable(path: string, cause: unknown): PeerKeyError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason = code === 'ELOOP' ? 'it is a symbolic link' : message;
  return new PeerKeyError(`cannot use the peer key ${path}: ${reason}`, { cause });
}
