import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ADDRESS_LIMITS,
  AddressBook,
  mayShare,
  multiaddrOf,
  type AddressBookOptions,
  type PeerAddress,
} from './address-book.ts';
import { decodeAddressFile, encodeAddressFile, readAddressFile, writeAddressFile } from './address-file.ts';
import { canonicalHost, groupOf } from './address-group.ts';
import { decodeAddresses, encodeAddresses, MAX_ADDRESSES } from './peer-exchange.ts';
import { keepLines } from './test-support.ts';

const DAY = 86_400_000;
const NOW = 1_800_000_000_000;
const PORT = 18_445;

function openBook(options: Partial<AddressBookOptions> = {}) {
  const time = { now: NOW };
  const book = new AddressBook({
    keepsLocal: false,
    clock: () => time.now,
    pauseMs: 60_000,
    ...options,
  });
  return { book, time };
}

/** The host-th address of the network-th public /24. */
const at = (network: number, host = 1, port = PORT): PeerAddress => ({
  host: `8.${Math.floor(network / 256)}.${network % 256}.${host}`,
  port,
});
const knows = (book: AddressBook, address: PeerAddress): boolean =>
  book.entries().some((entry) => multiaddrOf(entry) === multiaddrOf(address));
/** The network that told an address. */
const SOURCE = '9.9.9.0/24';

describe('the address book', () => {
  it.each([
    ['a public address', '8.8.8.8', PORT, true],
    ['a public IPv6 address', '2a01:4f8::9', PORT, true],
    ['a private one', '192.168.1.7', PORT, false],
    ['a loopback one', '127.0.0.1', PORT, false],
    ['a link-local one', 'fe80::1', PORT, false],
    ['multicast', '224.0.0.1', PORT, false],
    ['the unspecified one', '0.0.0.0', PORT, false],
    ['a name', 'node.example', PORT, false],
    ['IPv4 in IPv6', '::ffff:8.8.8.8', PORT, false],
    ['a reserved port', '8.8.8.8', 25, false],
    ['no port', '8.8.8.8', 0, false],
  ])('decides in a public network whether to keep %s', (_, host, port, isKept) => {
    expect(openBook().book.learn({ host, port }, SOURCE)).toBe(isKept);
  });

  it('keeps local addresses if configured, and never special ones', () => {
    const { book } = openBook({ keepsLocal: true });
    expect(book.learn({ host: '192.168.1.7', port: PORT }, SOURCE)).toBe(true);
    expect(book.learn({ host: '127.0.0.1', port: PORT }, SOURCE)).toBe(true);
    expect(book.learn({ host: '224.0.0.1', port: PORT }, SOURCE)).toBe(false);
  });

  it('limits the addresses of a network, and never replaces a proven one by an unproven one', () => {
    const { book } = openBook();
    book.prove(at(1));
    for (let host = 2; host < 200; host += 1) book.learn(at(1, host), `${host}.0.0.0/24`);
    expect(book.size).toBe(ADDRESS_LIMITS.perGroup);
    expect(knows(book, at(1))).toBe(true);
    expect(knows(book, at(1, 2))).toBe(true);
    book.fail(at(1, 2), true);
    expect(book.learn(at(1, 250), SOURCE)).toBe(true);
    expect(knows(book, at(1, 2))).toBe(false);
  });

  it('limits the unproven addresses of a sender, whose new ones replace its own', () => {
    const { book } = openBook();
    book.learn(at(1), '7.7.7.0/24');
    for (let network = 2; network < 1_000; network += 1) book.learn(at(network), SOURCE);
    expect(book.size).toBe(1 + ADDRESS_LIMITS.perSource);
    expect(knows(book, at(1))).toBe(true);
  });

  it('is limited in total: a full book replaces unproven addresses of the sender with the most', () => {
    const { book } = openBook();
    for (let network = 0; network < 1_000; network += 1) book.prove(at(network));
    for (let teller = 0; teller < 30; teller += 1) {
      for (let index = 0; index < ADDRESS_LIMITS.perSource; index += 1)
        book.learn(at(1_000 + teller * ADDRESS_LIMITS.perSource + index), `${teller}.0.0.0/24`);
    }
    expect(book.size).toBe(ADDRESS_LIMITS.total);
    expect(book.provenCount()).toBe(1_000);
    expect(book.learn(at(6_000), 'an honest one')).toBe(true);
    expect([book.size, knows(book, at(6_000))]).toEqual([ADDRESS_LIMITS.total, true]);
  });

  it('deletes an unproven address after three failures, a proven one after ten and a week', () => {
    const { book, time } = openBook();
    book.learn(at(1), SOURCE);
    book.prove(at(2));
    for (let count = 0; count < 2; count += 1) book.fail(at(1), true);
    book.fail(at(1), false); // while nothing can be reached
    expect(knows(book, at(1))).toBe(true);
    book.fail(at(1), true);
    expect(knows(book, at(1))).toBe(false);
    for (let count = 0; count < 10; count += 1) book.fail(at(2), true);
    expect(knows(book, at(2))).toBe(true);
    time.now += 8 * DAY;
    book.fail(at(2), true);
    expect(book.size).toBe(0);
  });

  it('dials an address again after pauses that grow with each failure', () => {
    const { book, time } = openBook();
    book.prove(at(1));
    const isDue = (): boolean => book.pick(() => true) !== undefined;
    expect(isDue()).toBe(false);
    time.now += 60_000;
    expect(isDue()).toBe(true);
    for (let count = 0; count < 3; count += 1) book.fail(at(1), true);
    time.now += 239_000;
    expect(isDue()).toBe(false);
    time.now += 1_000;
    expect(isDue()).toBe(true);
    time.now -= DAY; // a clock that was set back delays no attempt
    expect(isDue()).toBe(true);
  });

  it('picks networks, not addresses: a network with many addresses is not dialed more often', () => {
    const { book } = openBook();
    for (let host = 1; host <= ADDRESS_LIMITS.perGroup; host += 1) book.learn(at(1, host), SOURCE);
    book.learn(at(2), SOURCE);
    const picked = Array.from({ length: 400 }, () => book.pick(() => true)!);
    const share = picked.filter(({ host }) => groupOf(host) === groupOf(at(2).host)).length;
    expect(share).toBeGreaterThan(120);
    expect(share).toBeLessThan(280);
  });

  it('shares addresses reached in the last days, from many networks, and no private ones with a public peer', () => {
    const { book, time } = openBook({ keepsLocal: true });
    book.prove(at(99));
    time.now += 4 * DAY;
    book.learn(at(98), SOURCE);
    book.prove({ host: '127.0.0.1', port: PORT });
    book.prove({ host: '10.0.0.1', port: PORT });
    for (let host = 1; host <= ADDRESS_LIMITS.perGroup; host += 1) book.prove(at(1, host));
    for (let network = 2; network <= 4; network += 1) book.prove(at(network));
    const shared = (listener: string, count = 5) => book.sample(count, listener).map(({ host }) => host);
    expect(shared('8.8.8.8').map(groupOf).toSorted()).toEqual(
      [1, 1, 2, 3, 4].map((network) => groupOf(at(network).host)),
    );
    expect(shared('10.0.0.7')).toContain('10.0.0.1');
    expect(shared('10.0.0.7')).not.toContain('127.0.0.1');
    expect(shared('127.0.0.1', 6)).toEqual(expect.arrayContaining(['127.0.0.1', '10.0.0.1']));
    book.fail(at(2), true);
    expect(shared('8.8.8.8')).not.toContain(at(2).host);
  });

  it.each([
    ['8.8.8.8', '9.9.9.9', true],
    ['192.168.0.1', '9.9.9.9', false],
    ['127.0.0.1', '9.9.9.9', false],
    ['127.0.0.1', '192.168.0.1', false],
    ['192.168.0.1', '10.0.0.1', true],
    ['192.168.0.1', 'node.example', false],
    ['127.0.0.1', '::1', true],
  ])('%s may be shared with, and by, %s: %s', (host, peer, expected) => {
    expect(mayShare({ host, port: PORT }, peer)).toBe(expected);
  });
});

const anyHost = fc.oneof(fc.ipV4(), fc.ipV6()).map(canonicalHost);
const anyAddress = fc.record({ host: anyHost, port: fc.integer({ min: 0, max: 65_535 }) });

describe('addresses on the wire', () => {
  it('are 18 bytes each, and are decoded to canonical form', () => {
    fc.assert(
      fc.property(fc.array(anyAddress, { maxLength: MAX_ADDRESSES }), (addresses) => {
        const bytes = encodeAddresses(addresses);
        expect(bytes).toHaveLength(18 * addresses.length);
        expect(decodeAddresses(bytes)).toEqual(addresses);
      }),
    );
    expect(Buffer.from(encodeAddresses([{ host: '8.8.4.4', port: 18_445 }])).toString('hex')).toBe(
      '00000000000000000000ffff08080404480d',
    );
  });

  it('are refused if they are incomplete or too many', () => {
    expect(() => decodeAddresses(new Uint8Array(17))).toThrow('invalid list of addresses');
    expect(() => decodeAddresses(new Uint8Array(18 * (MAX_ADDRESSES + 1)))).toThrow('invalid list');
  });
});

describe('the address book on disk', () => {
  async function place(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-addresses-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return join(folder, 'peers.json');
  }

  it('is read as it was written, and leaves no other file', async () => {
    const { book, time } = openBook();
    book.prove(at(1));
    book.learn(at(2), SOURCE);
    book.learn({ host: '2a01:4f8::9', port: PORT }, SOURCE);
    time.now += 1_000;
    book.fail(at(2), true);
    const file = await place();
    await writeAddressFile(file, book.entries());
    expect(await readdir(join(file, '..'))).toEqual(['peers.json']);
    const lines: string[] = [];
    const entries = await readAddressFile(file, time.now, keepLines(lines));
    const untried = book.entries().map((entry) => ({ ...entry, triedAt: 0 }));
    expect([entries, lines]).toEqual([untried, []]);
  });

  it('stays below 1 MiB at its largest', () => {
    const longest = {
      host: '2a01:abcd:abcd:abcd:abcd:abcd:abcd:abcd',
      port: 65_535,
      group: '',
      toldBy: '2a01:abcd:abcd::/48',
      heardAt: NOW,
      provenAt: NOW,
      failures: 10,
      triedAt: 0,
    };
    const entries = Array.from({ length: ADDRESS_LIMITS.total }, () => longest);
    expect(encodeAddressFile(entries).length).toBeLessThan(1_048_576);
  });

  it('treats times in the future as now', () => {
    const [entry] = decodeAddressFile(
      encodeAddressFile([
        { ...at(1), group: '', toldBy: '', heardAt: NOW + DAY, provenAt: NOW + DAY, failures: 0, triedAt: 0 },
      ]),
      NOW,
    );
    expect(entry).toMatchObject({ heardAt: NOW, provenAt: NOW });
  });

  const entry =
    '{"address":"/ip4/8.8.8.8/tcp/18445","toldBy":"8.8.8.0/24","heardAt":1,"provenAt":null,"failures":0}';
  const fileOf = (...entries: string[]): string => `{"version":1,"addresses":[${entries.join(',')}]}`;
  it.each([
    ['nothing', ''],
    ['half of a file', fileOf(entry).slice(0, 60)],
    ['bytes', '\u0000\u0001'],
    ['a number', '7'],
    ['null', 'null'],
    ['another version', '{"version":2,"addresses":[]}'],
    ['no list', '{"version":1,"addresses":{}}'],
    ['a list of texts', fileOf('"x"')],
    ['an address twice', fileOf(entry, entry)],
    ['a name', fileOf(entry.replace('ip4/8.8.8.8', 'dns4/node.example'))],
    ['no IP address', fileOf(entry.replace('8.8.8.8', '8.8.8.888'))],
    ['another form of an address', fileOf(entry.replace('ip4/8.8.8.8', 'ip6/2a01:0::1'))],
    ['a port too high', fileOf(entry.replace('18445', '65536'))],
    ['a negative count', fileOf(entry.replace('"failures":0', '"failures":-1'))],
    ['a broken time', fileOf(entry.replace('"heardAt":1', '"heardAt":"x"'))],
    ['too many addresses', fileOf(...Array.from({ length: 4_097 }, () => entry))],
    ['a file too large', `${fileOf(entry)}${' '.repeat(2 * 1_024 * 1_024)}`],
  ])('with %s is moved away and logged in one line, and an empty book is used', async (_, text) => {
    const file = await place();
    await writeFile(file, text);
    const lines: string[] = [];
    expect(await readAddressFile(file, NOW, keepLines(lines))).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`It was moved to ${file}.damaged`);
    expect(await readFile(`${file}.damaged`, 'utf8')).toBe(text);
    expect(decodeAddressFile(fileOf(entry), NOW)).toHaveLength(1);
  });

  it('is not read if it is a link or a folder', async () => {
    const file = await place();
    await writeFile(`${file}.other`, fileOf(entry));
    await symlink(`${file}.other`, file);
    const lines: string[] = [];
    expect(await readAddressFile(file, NOW, keepLines(lines))).toEqual([]);
    expect(lines[0]).toContain('it is a symbolic link');
    await mkdir(file);
    expect(await readAddressFile(file, NOW, keepLines(lines))).toEqual([]);
    expect(lines[1]).toContain('Cannot use');
  });

  it('that is missing is an empty one, and nothing is logged', async () => {
    const lines: string[] = [];
    expect(await readAddressFile(await place(), NOW, keepLines(lines))).toEqual([]);
    expect(lines).toEqual([]);
  });
});
