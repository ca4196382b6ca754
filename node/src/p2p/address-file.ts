import { constants } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { ADDRESS_LIMITS, multiaddrOf, type AddressEntry, type PeerAddress } from './address-book.ts';
import { canonicalHost, groupOf } from './address-group.ts';

const VERSION = 1;
const MODE = 0o600;
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const MAXIMUM_SIZE = 2 * 1_024 * 1_024;
const ADDRESS = /^\/ip[46]\/([0-9a-f.:]{2,45})\/tcp\/([1-9]\d{0,4})$/;
/** Limit for `toldBy`, a network like `203.0.113.0/24`. */
const MAXIMUM_SOURCE_LENGTH = 64;

/**
 * Reads the addresses that an earlier run saved in `<data-dir>/peers.json`. A damaged or invalid file is renamed to
 * `peers.json.damaged` and logged in one line: the addresses can be learned again.
 * @param now Unix milliseconds; later times in the file are replaced by it
 */
export async function readAddressFile(path: string, now: number, logger: Logger): Promise<AddressEntry[]> {
  try {
    return decodeAddressFile(await readBounded(path), now);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    const reason = code === 'ELOOP' ? 'it is a symbolic link' : message;
    const place = await setAside(path);
    logger.warn(
      `Cannot use the address book ${path}: ${reason}. It was ${place}, and peer discovery starts with an empty book.`,
    );
    return [];
  }
}

/** @returns what happened to the file, for the log */
async function setAside(path: string): Promise<string> {
  try {
    await rename(path, `${path}.damaged`);
    return `moved to ${path}.damaged`;
  } catch (error) {
    return `left in place (${(error as Error).message})`;
  }
}

/**
 * Writes the addresses so that a crash leaves the old file or the new one.
 * @throws Error with the system's `code`
 */
export async function writeAddressFile(path: string, entries: readonly AddressEntry[]): Promise<void> {
  const file = await open(`${path}.new`, 'w', MODE);
  try {
    await file.writeFile(encodeAddressFile(entries));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path), constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** JSON with one address a line, so that a person can read it. */
export function encodeAddressFile(entries: readonly AddressEntry[]): string {
  const lines = entries.map((entry) => {
    const { toldBy, heardAt, provenAt = null, failures } = entry;
    return `    ${JSON.stringify({ address: multiaddrOf(entry), toldBy, heardAt, provenAt, failures })}`;
  });
  return `{\n  "version": ${VERSION},\n  "addresses": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/**
 * @param now Unix milliseconds
 * @throws Error with the problem
 */
export function decodeAddressFile(text: string, now: number): AddressEntry[] {
  const { version, addresses } = objectOf(JSON.parse(text), 'it');
  if (version !== VERSION) throw new Error(`its version is not ${VERSION}`);
  if (!Array.isArray(addresses) || addresses.length > ADDRESS_LIMITS.total)
    throw new Error(`it has no list of at most ${ADDRESS_LIMITS.total} addresses`);
  const entries = addresses.map((item) => decodeEntry(objectOf(item, 'an entry'), now));
  if (new Set(entries.map(multiaddrOf)).size < entries.length)
    throw new Error('it contains an address twice');
  const largest = Math.max(
    0,
    ...Map.groupBy(entries, ({ group }) => group)
      .values()
      .map(({ length }) => length),
  );
  if (largest > ADDRESS_LIMITS.perLocalGroup)
    throw new Error('it contains too many addresses of one network');
  return entries;
}

function decodeEntry({ address, toldBy, heardAt, provenAt, failures }: Fields, now: number): AddressEntry {
  const { host, port } = decodeAddress(address);
  if (typeof toldBy !== 'string' || toldBy.length > MAXIMUM_SOURCE_LENGTH) throw invalid('toldBy');
  if (!isCount(failures)) throw invalid('failures');
  if (!isCount(heardAt)) throw invalid('heardAt');
  if (provenAt !== null && !isCount(provenAt)) throw invalid('provenAt');
  return {
    host,
    port,
    group: groupOf(host),
    toldBy,
    heardAt: Math.min(heardAt, now),
    provenAt: provenAt === null ? undefined : Math.min(provenAt, now),
    failures,
    triedAt: 0,
  };
}

function decodeAddress(text: unknown): PeerAddress {
  const [, host = '', port = '0'] = ADDRESS.exec(typeof text === 'string' ? text : '') ?? [];
  const address = { host, port: Number(port) };
  const isGood = isIP(host) > 0 && canonicalHost(host) === host && address.port <= 65_535;
  if (!isGood || multiaddrOf(address) !== text) throw invalid('address');
  return address;
}

type Fields = Readonly<Record<string, unknown>>;

function objectOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null) throw new Error(`${name} is not an object`);
  return value as Fields;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function invalid(field: string): Error {
  return new Error(`an entry has an invalid ${field}`);
}

async function readBounded(path: string): Promise<string> {
  const file = await open(path, READ_FLAGS);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > MAXIMUM_SIZE) throw new Error('it is too large');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
