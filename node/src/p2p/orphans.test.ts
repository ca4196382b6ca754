import { expect, it } from 'vitest';
import { Orphans } from './orphans.ts';
import type { Peer } from './peer-book.ts';
import { PEER_LIMITS } from './peer-limits.ts';

const MIB = 1_024 * 1_024;
const peerOf = (id: string): Peer => ({ id }) as Peer;
const [anna, ben, cleo] = ['anna', 'ben', 'cleo'].map(peerOf) as [Peer, Peer, Peer];
let made = 0;
const block = (size: number, previousBlockId = 'unknown') => {
  made += 1;
  return { id: `block ${made}`, previousBlockId, raw: new Uint8Array(size) };
};

it('at most 64 blocks from one peer wait, the newest ones § fault orphans', () => {
  const orphans = new Orphans(PEER_LIMITS, () => 0);
  for (let count = 0; count < 200; count += 1) orphans.add(anna, block(331, `parent ${count}`));
  orphans.add(ben, block(331, 'another'));
  expect(orphans.size).toBe(65);
  expect(orphans.takeConnected((id) => id === 'parent 0')).toEqual([]);
  expect(orphans.takeConnected((id) => id === 'parent 199')).toHaveLength(1);
});

it('at most 32 MiB from one peer and 64 MiB in all wait; the peer with the most loses its oldest § fault orphans', () => {
  const orphans = new Orphans(PEER_LIMITS, () => 0);
  for (let count = 0; count < 10; count += 1) orphans.add(anna, block(8 * MIB));
  expect(orphans.bytes).toBe(32 * MIB);
  for (let count = 0; count < 3; count += 1) orphans.add(ben, block(8 * MIB, 'of ben'));
  for (let count = 0; count < 2; count += 1) orphans.add(cleo, block(8 * MIB, 'of cleo'));
  expect(orphans.bytes).toBe(64 * MIB);
  expect(orphans.takeConnected((id) => id === 'of ben')).toHaveLength(3);
  expect(orphans.takeConnected((id) => id === 'of cleo')).toHaveLength(2);
});

it('a block waits for 10 minutes, and is returned once', () => {
  let now = 0;
  const orphans = new Orphans(PEER_LIMITS, () => now);
  const early = block(331, 'parent');
  orphans.add(anna, early);
  now += 10 * 60_000 - 1;
  orphans.add(anna, block(331));
  expect(orphans.size).toBe(2);
  now += 1;
  orphans.expire();
  expect(orphans.size).toBe(1);
  expect(orphans.takeConnected(() => true)).toHaveLength(1);
  expect(orphans.size).toBe(0);
});
