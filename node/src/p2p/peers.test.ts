import { expect, it } from 'vitest';
import type { Peers } from './peers.ts';
import type { Offence } from './settings.ts';
import { openHostilePeer, openTestContext } from './test-support.ts';

/** The peers of a node at a time that the test sets; they are banned for a minute. @param count how many connect */
async function open(count: number) {
  const time = { now: 1_800_000_000_000 };
  const { peers } = await openTestContext({ banMs: 60_000 }, () => time.now);
  const { host } = await openHostilePeer();
  const connect = async () => {
    const other = await openHostilePeer();
    return peers.add(await host.dial(other.host.getMultiaddrs()));
  };
  const connected = await Promise.all(Array.from({ length: count }, connect));
  return { peers, time, connected };
}

const offend = (peers: Peers, peer: Parameters<Peers['penalize']>[0], offence: Offence): void =>
  peers.penalize(peer, offence, 'an offence');

it.each<[Offence, number]>([
  ['invalid', 1],
  ['unproven', 2],
  ['invalidTransaction', 4],
  ['excess', 50],
])('the offence %s bans a peer the %i. time, for as long as the limits say', async (offence, times) => {
  const { peers, time, connected } = await open(1);
  const [peer] = connected;
  for (let count = 1; count < times; count += 1) offend(peers, peer!, offence);
  expect([peers.isBanned(peer!.id), peers.get(peer!.id)]).toEqual([false, peer]);
  offend(peers, peer!, offence);
  expect([peers.isBanned(peer!.id), peers.get(peer!.id)]).toEqual([true, undefined]);
  expect(peer!.isOpen).toBe(false);
  time.now += 59_999;
  expect(peers.isBanned(peer!.id)).toBe(true);
  time.now += 1;
  expect(peers.isBanned(peer!.id)).toBe(false);
});

it.each([
  [120, true],
  [126, false],
])(
  'a point comes back in six seconds: after %i s, a second unproven claim bans: %s',
  async (seconds, isBanned) => {
    const { peers, time, connected } = await open(1);
    const [peer] = connected;
    offend(peers, peer!, 'unproven');
    expect(peer!.isOpen).toBe(false);
    time.now += seconds * 1_000;
    offend(peers, peer!, 'unproven');
    expect(peers.isBanned(peer!.id)).toBe(isBanned);
  },
);

it('peers without an offence come first, of these the ones that send blocks', async () => {
  const { peers, connected } = await open(4);
  const [offender, fruitless, good, unready] = connected;
  for (const peer of [offender!, fruitless!, good!])
    peer.status = { genesisId: '', height: 0, tipId: '', work: 0n };
  offend(peers, offender!, 'excess');
  fruitless!.record.fruitless = 1;
  expect(peers.ready()).toEqual([good, fruitless, offender]);
  expect(unready!.status).toBeUndefined();
});
