import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Network } from '@cairn/protocol';
import Database from 'better-sqlite3';

export type DataDirectoryErrorCode = 'locked' | 'wrong_network' | 'not_a_data_directory' | 'not_usable';

/** The data directory cannot be used; the message is one clear line. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
  readonly code: DataDirectoryErrorCode;

  constructor(code: DataDirectoryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A node's data directory (PROTOCOL.md section 6), locked for this process unless `readOnly`. */
export interface DataDirectory {
  readonly path: string;
  /** `blocks/`: the block files. */
  readonly blocks: string;
  /** `core/`: LevelDB. */
  readonly core: string;
  /** `side/`: LevelDB with the blocks that are not canonical. */
  readonly side: string;
  /** `mempool/`: LevelDB. */
  readonly mempool: string;
  /** `explorer.sqlite`. */
  readonly projection: string;
  /** `rpc.token`. */
  readonly token: string;
  /** `peer.key`. */
  readonly peerKey: string;
  /** `peers.json`. */
  readonly peerAddresses: string;
  /** `control.sock` of a running devnet node. */
  readonly controlSocket: string;
  /** `control.token`: the bearer token of the control port of a devnet node. */
  readonly controlToken: string;
  /** `devnet-clock`: the saved clock of a devnet node. */
  readonly devnetClock: string;
  /** `verify/`: the temporary index with which `cairn verify` compares `core/`. */
  readonly verify: string;
  /** True if this process may not write to the directory: `core` and `verify` are in a temporary folder then. */
  readonly readOnly: boolean;
  /** Releases the lock, or deletes the temporary folder. */
  close(): void;
}

/** File with the name of the directory's network, so that a node of another network refuses the directory. */
const NETWORK_FILE = 'network';
const LOCK_FILE = 'lock';
/** Name of the control socket in a devnet node's data directory. */
export const CONTROL_SOCKET = 'control.sock';

/**
 * Opens a data directory, creating it (0700) if it is absent, and locks it for this process.
 * @throws DataDirectoryError
 */
export function openDataDirectory(path: string, network: Network): DataDirectory {
  createDirectory(path);
  requireWritable(path);
  const lock = takeLock(path);
  try {
    checkNetwork(path, network);
    mkdirSync(join(path, 'blocks'), { recursive: true, mode: 0o700 });
  } catch (error) {
    lock.release();
    throw error;
  }
  return { ...pathsIn(path), readOnly: false, close: () => lock.release() };
}

/**
 * Opens an existing data directory for a read-only command. LevelDB has to write even then. If this process has no write
 * permission (a read-only mount, another user's backup), LevelDB gets a temporary folder with copies of its small files and
 * links to its tables, which it never changes. Such a directory is not locked: its node has to be stopped.
 * @throws DataDirectoryError
 */
export function openForReading(path: string, network: Network): DataDirectory {
  if (whyNotWritable(path) === undefined) return openDataDirectory(path, network);
  checkNetwork(path, network);
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-read-'));
  const remove = (): void => rmSync(scratch, { recursive: true, force: true });
  try {
    copyIndex(join(path, 'core'), join(scratch, 'core'));
  } catch (error) {
    remove();
    throw new DataDirectoryError(
      'not_usable',
      `${path} is read-only, and its index cannot be copied to ${scratch}: ${(error as Error).message}`,
      { cause: error },
    );
  }
  return {
    ...pathsIn(path),
    core: join(scratch, 'core'),
    verify: join(scratch, 'verify'),
    readOnly: true,
    close: remove,
  };
}

function whyNotWritable(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS') return 'it is read-only';
    return code === 'EACCES' ? 'this user has no write permission' : undefined;
  }
}

function requireWritable(path: string): void {
  const reason = whyNotWritable(path);
  if (reason === undefined) return;
  throw new DataDirectoryError('not_usable', `cannot write to ${path}: ${reason}`);
}

/** Links LevelDB's tables, which it never changes, and copies its other files, which are small. */
function copyIndex(from: string, to: string): void {
  mkdirSync(to);
  if (!existsSync(from)) return; // it is rebuilt from the block files
  for (const name of readdirSync(from)) {
    const [source, target] = [resolve(from, name), join(to, name)];
    if (/\.(ldb|sst)$/.test(name)) symlinkSync(source, target);
    else copyFileSync(source, target);
  }
}

function pathsIn(path: string) {
  return {
    path,
    blocks: join(path, 'blocks'),
    core: join(path, 'core'),
    side: join(path, 'side'),
    mempool: join(path, 'mempool'),
    projection: join(path, 'explorer.sqlite'),
    token: join(path, 'rpc.token'),
    peerKey: join(path, 'peer.key'),
    peerAddresses: join(path, 'peers.json'),
    controlSocket: join(path, CONTROL_SOCKET),
    controlToken: join(path, 'control.token'),
    devnetClock: join(path, 'devnet-clock'),
    verify: join(path, 'verify'),
  };
}

/** True if a node has initialized this directory. */
export function isDataDirectory(path: string): boolean {
  return existsSync(join(path, NETWORK_FILE));
}

function createDirectory(path: string): void {
  try {
    makeDirectories(path);
    if (!statSync(path).isDirectory()) throw new Error('it is not a directory');
  } catch (error) {
    throw new DataDirectoryError('not_usable', `cannot use ${path}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Creates one directory at a time. Node's recursive `mkdir` never returns on a file system that reports an existing parent
 * as missing, such as `/proc`; this fails instead.
 */
function makeDirectories(path: string): void {
  if (existsSync(path)) return;
  makeDirectories(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** A lock that this process has until `release`, or until it dies. */
interface DirectoryLock {
  release(): void;
}

/** References to the locks' databases: the garbage collector would close them and so release the locks. */
const locks = new Set<Database.Database>();

/**
 * Takes the directory's lock. Node has no `flock`, but an exclusive SQLite transaction locks its file in the kernel, which
 * releases the lock however this process ends. The file stays empty.
 */
function takeLock(path: string): DirectoryLock {
  let database: Database.Database | undefined;
  try {
    database = new Database(join(path, LOCK_FILE), { timeout: 0 });
    database.pragma('journal_mode = MEMORY'); // no journal file: nothing is ever written
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const { code, message } = error as Error & { code?: string };
    throw code === 'SQLITE_BUSY'
      ? new DataDirectoryError('locked', `another process uses the data directory ${path}`, { cause: error })
      : new DataDirectoryError('not_usable', `cannot lock ${path}: ${message}`, { cause: error });
  }
  const held = database;
  locks.add(held);
  return {
    release: () => {
      locks.delete(held);
      held.close();
    },
  };
}

function checkNetwork(path: string, network: Network): void {
  const file = join(path, NETWORK_FILE);
  if (existsSync(file)) {
    const found = readFileSync(file, 'utf8').trim();
    if (found === network.name) return;
    throw new DataDirectoryError('wrong_network', `${path} belongs to ${found}, not to ${network.name}`);
  }
  const foreignFiles = readdirSync(path).filter(
    (name) => ![LOCK_FILE, `${NETWORK_FILE}.new`, 'blocks', 'rpc.token', 'peer.key'].includes(name),
  );
  if (foreignFiles.length > 0) {
    throw new DataDirectoryError(
      'not_a_data_directory',
      `${path} holds other files (${foreignFiles[0]}): give an empty or a new directory`,
    );
  }
  // Rename it into place, so that a crash leaves either no file or a complete one.
  writeFileSync(`${file}.new`, `${network.name}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
