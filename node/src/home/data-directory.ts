import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findNetworkByTitle, type Network, titleOfNetwork } from '@cairn/protocol';
import Database from 'better-sqlite3';

export type DataDirectoryErrorCode =
  | 'locked'
  | 'wrong_network'
  | 'not_a_data_directory'
  | 'not_a_directory'
  | 'not_usable';

/** The data directory cannot be used; the message is one clear line. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
  readonly code: DataDirectoryErrorCode;

  constructor(code: DataDirectoryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A node's data directory (PROTOCOL.md section 6), locked for this process. */
export type DataDirectory = ReturnType<typeof pathsIn> & {
  /** Releases the lock. */
  close(): void;
};

/** File with the title of the directory's network, so that a node of another network, or of the one that was forked, refuses the directory. */
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
  requireNoOtherFiles(path);
  const lock = takeLock(path);
  try {
    checkNetwork(path, network);
    mkdirSync(join(path, 'blocks'), { recursive: true, mode: 0o700 });
  } catch (error) {
    lock.release();
    throw error;
  }
  return { ...pathsIn(path), close: () => lock.release() };
}

function requireWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EROFS'
        ? 'it is read-only'
        : code === 'EACCES'
          ? 'this user has no write permission'
          : message;
    throw new DataDirectoryError('not_usable', `cannot write to ${path}: ${reason}`, { cause: error });
  }
}

/** Looks before anything is written, the lock included. */
function requireNoOtherFiles(path: string): void {
  const names = readdirSync(path);
  if (names.includes(NETWORK_FILE)) return;
  const known = new Set([LOCK_FILE, `${NETWORK_FILE}.new`, 'blocks', 'rpc.token', 'peer.key']);
  const other = names.find((name) => !known.has(name));
  if (other === undefined) return;
  throw new DataDirectoryError(
    'not_a_data_directory',
    `${path} holds other files (${other}): give an empty or a new directory`,
  );
}

function pathsIn(path: string) {
  return {
    path,
    /** The block files. */
    blocks: join(path, 'blocks'),
    /** LevelDB: the index of the canonical chain. */
    core: join(path, 'core'),
    /** LevelDB: the blocks that are not canonical. */
    side: join(path, 'side'),
    /** LevelDB: pending transactions. */
    mempool: join(path, 'mempool'),
    /** SQLite: the projection of the indexed routes. */
    projection: join(path, 'explorer.sqlite'),
    /** The bearer token of the private RPC. */
    token: join(path, 'rpc.token'),
    /** The P2P identity. */
    peerKey: join(path, 'peer.key'),
    /** Addresses of known peers. */
    peerAddresses: join(path, 'peers.json'),
    /** Of a running devnet node. */
    controlSocket: join(path, CONTROL_SOCKET),
    /** The bearer token of the control port of a devnet node. */
    controlToken: join(path, 'control.token'),
    /** The development accounts of a devnet, if they are not the public ones. */
    developmentAccounts: join(path, 'development-accounts.json'),
    /** The saved clock of a devnet node. */
    devnetClock: join(path, 'devnet-clock'),
    /** The temporary index with which `cairn verify` compares `core/`. */
    verify: join(path, 'verify'),
  } as const;
}

/** True if a node has initialized this directory. */
export function isDataDirectory(path: string): boolean {
  return existsSync(join(path, NETWORK_FILE));
}

function createDirectory(path: string): void {
  if (existsSync(path) && !statSync(path).isDirectory())
    throw new DataDirectoryError('not_a_directory', `cannot use ${path}: it is not a directory`);
  try {
    makeDirectories(path);
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

/** References to the locks' databases: the garbage collector would close them and so release the locks. */
const locks = new Set<Database.Database>();

/**
 * Takes the directory's lock. Node has no `flock`, but an exclusive SQLite transaction locks its file in the kernel, which
 * releases the lock however this process ends. The file stays empty.
 * @throws DataDirectoryError
 */
function takeLock(path: string): { release(): void } {
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

/** The fork to which a data directory belongs; `undefined` for another directory, or none. */
export function forkIn(path: string): Network | undefined {
  const file = join(path, NETWORK_FILE);
  const found = existsSync(file) ? findNetworkByTitle(readFileSync(file, 'utf8').trim()) : undefined;
  return found?.forkHeight === undefined ? undefined : found;
}

function checkNetwork(path: string, network: Network): void {
  const file = join(path, NETWORK_FILE);
  if (existsSync(file)) {
    const found = readFileSync(file, 'utf8').trim();
    if (found === titleOfNetwork(network)) return;
    throw new DataDirectoryError(
      'wrong_network',
      `${path} belongs to ${found}, not to ${titleOfNetwork(network)}`,
    );
  }
  // Rename it into place, so that a crash leaves either no file or a complete one.
  writeFileSync(`${file}.new`, `${titleOfNetwork(network)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
