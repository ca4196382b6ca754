import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findNetworkByTitle, type Network, titleOfNetwork } from '@cairn/protocol';
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

/** A node's data directory (PROTOCOL.md section 6), locked for this process. */
export type DataDirectory = ReturnType<typeof pathsIn> & {
  /** Ends a trial: the chain of the directory has begun, and what it replaces is removed. */
  keep(): void;
  /** Releases the lock; undoes a trial that has not ended. */
  close(): void;
};

/**
 * How a chain begins that is closed without a trace unless it is kept: `new` removes a directory that was not there before, `fresh`
 * also brings back the one that was, which is beside it meanwhile.
 */
export type Trial = 'new' | 'fresh';

/** File with the title of the directory's network, so that a node of another network, or of the one that was forked, refuses the directory. */
const NETWORK_FILE = 'network';
const LOCK_FILE = 'lock';
/** Ends the name of a directory whose place a new one has taken on trial, and of one that is being removed. */
const [ASIDE, REMOVED] = ['.before-fresh', '.removed'];
/** Name of the control socket in a devnet node's data directory. */
export const CONTROL_SOCKET = 'control.sock';

/**
 * Opens a data directory, creating it (0700) if it is absent, and locks it for this process. A trial that was killed is undone first.
 * @throws DataDirectoryError
 */
export function openDataDirectory(given: string, network: Network, trial?: Trial): DataDirectory {
  const path = followLink(given);
  undoKilledTrial(path);
  const made = missingDirectories(path);
  const wasThere = made.length === 0;
  let lock = lockDirectory(path);
  let removeAside: (() => void) | undefined;
  let undo: (() => void) | undefined;
  try {
    if (trial === 'fresh' && wasThere) {
      const old = lock;
      putAside(path);
      removeAside = () => {
        renameSync(path + ASIDE, path + REMOVED); // at once, so that no part of it ever comes back
        rmSync(path + REMOVED, { recursive: true, force: true }); // another start may be removing it, too
        old.release();
      };
      undo = () => {
        rmSync(path, { recursive: true, force: true });
        renameSync(path + ASIDE, path);
        old.release();
      };
      lock = lockDirectory(path);
    } else if (trial !== undefined && !wasThere) undo = () => removeMade(made);
    checkNetwork(path, network);
    mkdirSync(join(path, 'blocks'), { recursive: true, mode: 0o700 });
  } catch (error) {
    undo?.();
    lock.release();
    throw error;
  }
  return {
    ...pathsIn(path),
    keep: () => {
      undo = undefined;
      removeAside?.();
      removeAside = undefined;
    },
    close: () => {
      undo?.();
      lock.release();
    },
  };
}

/** The directory that a process put aside comes back, unless that process is still at it. */
function undoKilledTrial(path: string): void {
  if (existsSync(path + REMOVED)) rmSync(path + REMOVED, { recursive: true, force: true });
  if (!existsSync(path + ASIDE)) return;
  const lock = takeLock(path + ASIDE, path);
  rmSync(path, { recursive: true, force: true });
  renameSync(path + ASIDE, path);
  lock.release();
}

/** Where a link leads, also to a directory that is put aside: a link that is moved would leave its directory behind. */
function followLink(path: string): string {
  let target: string;
  try {
    target = readlinkSync(path);
  } catch {
    return path; // it is no link, or cannot be used, which is found later
  }
  return existsSync(path) ? realpathSync(path) : resolve(dirname(path), target);
}

/** @throws DataDirectoryError for one that cannot be moved, such as the mount of a volume */
function putAside(path: string): void {
  try {
    renameSync(path, path + ASIDE);
  } catch (error) {
    const { message } = error as Error;
    throw new DataDirectoryError('not_usable', `cannot put ${path} aside: ${message}`, { cause: error });
  }
}

function lockDirectory(path: string): { release(): void } {
  createDirectory(path);
  requireWritable(path);
  requireNoOtherFiles(path);
  return takeLock(path);
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
    const problem = `cannot write to ${path}: ${reason}`;
    throw new DataDirectoryError('not_usable', problem, { cause: error });
  }
}

/** Looks before anything is written, the lock included. */
function requireNoOtherFiles(path: string): void {
  const names = namesIn(path);
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

/**
 * The names in a data directory; none if it does not exist.
 * @throws DataDirectoryError for one into which this user cannot look, and for a file
 */
export function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new DataDirectoryError('not_usable', `cannot use ${path}: ${message}`, { cause });
  }
}

/** True if a node has initialized this directory. @throws as `namesIn` */
export function isDataDirectory(path: string): boolean {
  const names = namesIn(path);
  return names.includes(NETWORK_FILE) && names.includes('blocks');
}

function createDirectory(path: string): void {
  namesIn(path); // says why it cannot be used, which making it would not
  try {
    makeDirectories(path);
  } catch (error) {
    const { message } = error as Error;
    throw new DataDirectoryError('not_usable', `cannot use ${path}: ${message}`, { cause: error });
  }
}

/** A directory that does not exist, and after it those above it. */
function missingDirectories(path: string): string[] {
  return existsSync(path) ? [] : [path, ...missingDirectories(dirname(path))];
}

/**
 * Creates one directory at a time. Node's recursive `mkdir` never returns on a file system that reports an existing parent
 * as missing, such as `/proc`; this fails instead.
 */
export function makeDirectories(path: string): void {
  for (const missing of missingDirectories(path).toReversed()) mkdirSync(missing, { mode: 0o700 });
}

/** Removes a directory that was made, and those that were made above it unless others use them by now. */
function removeMade([path, ...above]: readonly string[]): void {
  rmSync(path!, { recursive: true });
  for (const one of above) if (readdirSync(one).length === 0) rmdirSync(one);
}

/** References to the locks' databases: the garbage collector would close them and so release the locks. */
const locks = new Set<Database.Database>();

/**
 * Takes the directory's lock. Node has no `flock`, but an exclusive SQLite transaction locks its file in the kernel, which
 * releases the lock however this process ends. The file stays empty.
 * @param name of the directory for a message
 * @throws DataDirectoryError
 */
function takeLock(path: string, name = path): { release(): void } {
  let database: Database.Database | undefined;
  try {
    database = new Database(join(path, LOCK_FILE), { timeout: 0 });
    database.pragma('journal_mode = MEMORY'); // no journal file: nothing is ever written
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const { code, message } = error as Error & { code?: string };
    throw code === 'SQLITE_BUSY'
      ? new DataDirectoryError('locked', `another process uses the data directory ${name}`, { cause: error })
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

/** The fork to which a data directory belongs, once a trial that was killed is undone; `undefined` for another directory, or none. */
export function forkIn(path: string): Network | undefined {
  const aside = followLink(path) + ASIDE;
  const file = join(existsSync(aside) ? aside : path, NETWORK_FILE);
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
  try {
    // Rename it into place, so that a crash leaves either no file or a complete one.
    writeFileSync(`${file}.new`, `${titleOfNetwork(network)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    const { message } = error as Error;
    throw new DataDirectoryError('not_usable', `cannot write to ${path}: ${message}`, { cause: error });
  }
}
