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
/** Networks of tellers are short: `203.0.113.0/24`. */
const MAXIMUM_TELLER_LENGTH = 64;

/**
 * Reads the addresses that the run before kept in `<data-dir>/peers.json`. A file that is damaged, or holds what no node
 * writes, is renamed to `peers.json.damaged` with one line in the log: the addresses can be learned again.
 * @param now Unix milliseconds; later times in the file count as this one
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
      `The address book ${path} cannot be used: ${reason}. It is ${place}, and peers are looked for from the beginning.`,
    );
    return [];
  }
}

/** @returns where it is now, for the log */
async function setAside(path: string): Promise<string> {
  try {
    await rename(path, `${path}.damaged`);
    return `set aside as ${path}.damaged`;
  } catch (error) {
    return `left where it is (${(error as Error).message})`;
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

/** JSON with a line for each address, so that a person can read it. */
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
  const { version, addresses } = objectOf(JSON.parse(text));
  if (version !== VERSION) throw new Error(`its version is not ${VERSION}`);
  if (!Array.isArray(addresses) || addresses.length > ADDRESS_LIMITS.total)
    throw new Error(`it does not hold up to ${ADDRESS_LIMITS.total} addresses`);
  const entries = addresses.map((item) => decodeEntry(objectOf(item), now));
  if (new Set(entries.map(multiaddrOf)).size < entries.length) throw new Error('it holds an address twice');
  const largest = Math.max(
    0,
    ...Map.groupBy(entries, ({ group }) => group)
      .values()
      .map(({ length }) => length),
  );
  if (largest > ADDRESS_LIMITS.perLocalGroup) throw new Error('it holds too many addresses of one network');
  return entries;
}

function decodeEntry({ address, toldBy, heardAt, provenAt, failures }: Fields, now: number): AddressEntry {
  const { host, port } = decodeAddress(address);
  if (typeof toldBy !== 'string' || toldBy.length > MAXIMUM_TELLER_LENGTH) throw nonsense('toldBy');
  if (!isCount(failures)) throw nonsense('failures');
  if (!isCount(heardAt)) throw nonsense('heardAt');
  if (provenAt !== null && !isCount(provenAt)) throw nonsense('provenAt');
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
  if (!isGood || multiaddrOf(address) !== text) throw nonsense('address');
  return address;
}

type Fields = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new Error('it is no list of addresses');
  return value as Fields;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function nonsense(field: string): Error {
  return new Error(`the field ${field} of an address makes no sense`);
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
