import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../home/folder-test-support.ts';
import { decodeAddresses, encodeAddresses, mayShare, type PeerAddress } from './addresses.ts';
import { KnownAddresses } from './known-addresses.ts';

const DAY_MS = 86_400_000;
const logger = pino({ level: 'silent' });

/** The addresses of a node at a time that a test sets. */
function open(keepsLocal = false, file = join(temporaryFolder(), 'peers.json')) {
  const time = { now: 1_800_000_000_000 };
  const known = new KnownAddresses({ file, keepsLocal, clock: () => time.now, logger });
  return { known, file, time };
}

const at = (host: string, port = 18_445): PeerAddress => ({ host, port });
/** An address in a public network of its own. */
const numbered = (index: number): PeerAddress => at(`20.${index >> 8}.${index & 255}.1`);

describe('an address that a peer sends', () => {
  it.each<[host: string, port: number, kept: boolean, keptLocally: boolean]>([
    ['20.1.2.3', 18_445, true, true],
    ['20.1.2.3', 1_024, true, true],
    ['20.1.2.3', 1_023, false, false],
    ['2a01:4f8::9', 18_445, true, true],
    ['2a01:04f8::9', 18_445, false, false],
    ['::ffff:20.1.2.3', 18_445, false, false],
    ['127.0.0.1', 18_445, false, true],
    ['192.168.7.7', 18_445, false, true],
    ['224.0.0.1', 18_445, false, false],
    ['node.example', 18_445, false, false],
  ])('%s, port %i, is kept: %s; with local ones: %s', (host, port, ...kept) => {
    const counts = [false, true].map((keepsLocal) => {
      const { known } = open(keepsLocal);
      known.add({ host, port });
      return known.counts().known;
    });
    expect(counts).toEqual(kept.map(Number));
  });

  it('is one of at most 16 of its public network', () => {
    const { known } = open(true);
    for (const network of ['20.1.2', '10.1.2'])
      for (let index = 1; index <= 20; index += 1) known.add(at(`${network}.${index}`));
    known.add(at('20.1.3.1'));
    expect(known.counts().known).toBe(16 + 20 + 1);
  });

  it('displaces others that were only heard of, never one that was reached', () => {
    const { known } = open();
    known.add(numbered(0));
    known.reached(numbered(0), undefined);
    for (let index = 1; index <= 1_200; index += 1) known.add(numbered(index));
    expect(known.counts()).toEqual({ known: 1_001, proven: 1 });
    for (const target of known.all()) known.forget(target);
    expect(known.counts()).toEqual({ known: 1, proven: 1 });
  });
});

it('what is shared was reached, or announced by its peer, in three days, and has not failed since', () => {
  const { known, time } = open(true);
  const [reached, announced, heard, failed, local] = [0, 1, 2, 3].map(numbered).concat(at('10.0.0.7'));
  known.add(reached!);
  known.reached(reached!, undefined);
  known.add(announced!, time.now);
  known.add(heard!);
  known.reached(failed!, undefined);
  known.all().find(({ host }) => host === failed!.host)!.failures = 1;
  known.reached(local!, undefined);
  const shared = (listener: string) =>
    known
      .sample(64, listener)
      .map(({ host }) => host)
      .toSorted();
  expect(shared('30.0.0.1')).toEqual([reached!.host, announced!.host]);
  expect(shared('10.0.0.8')).toEqual([local!.host, reached!.host, announced!.host]);
  expect(known.sample(1, '30.0.0.1')).toHaveLength(1);
  time.now += 2 * DAY_MS;
  known.add(announced!, time.now);
  time.now += DAY_MS + 1;
  expect(shared('30.0.0.1')).toEqual([announced!.host]);
});

it('what was reached is there after a restart, in a file for its owner alone', () => {
  const { known, file } = open();
  known.add(numbered(1));
  known.reached(numbered(2), 'peer');
  known.reached(numbered(3), 'peer');
  known.save();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8')).addresses).toMatchObject([numbered(2), numbered(3)]);
  const again = open(false, file).known;
  expect(again.counts()).toEqual({ known: 2, proven: 2 });
  expect(again.all().every(({ peerId, dueAt }) => peerId === undefined && dueAt === 0)).toBe(true);
});

it.each([
  ['20.1.2.3', '30.0.0.1', true],
  ['192.168.7.7', '30.0.0.1', false],
  ['192.168.7.7', '10.0.0.8', true],
  ['127.0.0.1', '10.0.0.8', false],
  ['127.0.0.1', '127.3.2.1', true],
  ['::1', '127.0.0.1', true],
])('%s may be shared with %s: %s', (host, peer, isShared) => {
  expect(mayShare(at(host), peer)).toBe(isShared);
});

it('a list of addresses has 18 bytes for each', () => {
  const list = [at('20.1.2.3', 513), at('2a01:4f8::9', 65_535)];
  const bytes = encodeAddresses(list);
  expect(Buffer.from(bytes).toString('hex')).toBe(
    '00000000000000000000ffff1401020302012a0104f8000000000000000000000009ffff',
  );
  expect(decodeAddresses(bytes)).toEqual(list);
  expect(() => decodeAddresses(bytes.subarray(1))).toThrow('invalid list of addresses');
});
