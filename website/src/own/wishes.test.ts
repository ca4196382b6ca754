import { ApiError, type AddressState, type TransactionDetail } from '@cairn/api/explorer';
import { expect, it } from 'vitest';
import { statusAt } from '../../test/live-support.ts';
import { type ChainView, NOTHING_KNOWN } from '../lib/status-store.ts';
import { makeWish, type News, type Wish } from './wishes.ts';

const ID = 'ab'.repeat(32);
const ADDRESS = 'dTNtBDspuyAem62N1QLYBaoCL4YKU5AFeC';

/** A chain and an API that say what they are told to. */
function start(wish: Wish, height?: number) {
  const listeners = new Set<() => void>();
  let view: ChainView = NOTHING_KNOWN;
  const world = {
    told: [] as (readonly [News, boolean])[],
    holders: 0,
    asked: 0,
    /** Height of the block that holds the transaction. */
    block: undefined as number | undefined,
    account: { balance: '100', nonce: 1 },
    isDown: false,
    listeners,
    tip: async (next: number) => {
      view = { ...view, status: statusAt(next) };
      for (const listener of listeners) listener();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
  const ask = () => {
    world.asked += 1;
    if (world.isDown) throw new ApiError(500, 'internal_error', {});
  };
  if (height !== undefined) view = { ...view, status: statusAt(height) };
  const end = makeWish(wish, {
    feed: {
      current: () => view,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      hold: () => {
        world.holders += 1;
        return () => void (world.holders -= 1);
      },
    },
    explorer: {
      getTransaction: async () => {
        ask();
        if (world.block === undefined) throw new ApiError(404, 'transaction_not_found', {});
        const confirmations = view.status!.height - world.block + 1;
        return { confirmations, block_height: world.block } as TransactionDetail;
      },
      getAddress: async () => {
        ask();
        return world.account as AddressState;
      },
    },
    tell: (news, isLast) => world.told.push([news, isLast]),
  });
  return { world, end };
}

it('tells of the next block once, and lets the page rest again', async () => {
  const { world } = start({ kind: 'block' }, 5);
  await world.tip(5);
  expect([world.told, world.holders]).toEqual([[], 1]);
  await world.tip(6);
  await world.tip(7);
  expect(world.told).toEqual([[{ kind: 'block', height: 6, id: statusAt(6).tip_id }, true]]);
  expect([world.holders, world.listeners.size]).toEqual([0, 0]);
});

it('waits for the first status before it takes a block for new', async () => {
  const { world } = start({ kind: 'block' });
  await world.tip(5);
  expect(world.told).toEqual([]);
  await world.tip(6);
  expect(world.told).toHaveLength(1);
});

it('tells when a transaction has as many confirmations, from before its block on', async () => {
  const { world } = start({ kind: 'depth', id: ID, depth: 3 }, 5);
  await world.tip(6);
  world.block = 7;
  await world.tip(7);
  await world.tip(8);
  expect(world.told).toEqual([]);
  await world.tip(9);
  expect(world.told).toEqual([[{ kind: 'depth', id: ID, confirmations: 3, height: 7 }, true]]);
});

it('tells when the chain left the block of a transaction', async () => {
  const { world } = start({ kind: 'depth', id: ID, depth: 3 }, 5);
  world.block = 6;
  await world.tip(6);
  world.block = undefined;
  await world.tip(7);
  expect(world.told).toEqual([[{ kind: 'left', id: ID }, true]]);
});

it('tells of each change of an address, also of coins that came and went, until it is given up', async () => {
  const { world, end } = start({ kind: 'moves', address: ADDRESS }, 5);
  await world.tip(6);
  world.account = { balance: '150', nonce: 1 };
  await world.tip(7);
  await world.tip(8);
  world.account = { balance: '150', nonce: 2 };
  await world.tip(9);
  expect(world.told.map(([news]) => news)).toEqual([
    { kind: 'moves', address: ADDRESS, change: 50n, sent: 0 },
    { kind: 'moves', address: ADDRESS, change: 0n, sent: 1 },
  ]);
  end();
  world.account = { balance: '0', nonce: 3 };
  await world.tip(10);
  expect(world.told).toHaveLength(2);
  expect([world.holders, world.listeners.size]).toEqual([0, 0]);
});

it('asks again with the next status when a question failed', async () => {
  const { world } = start({ kind: 'moves', address: ADDRESS }, 5);
  await world.tip(5);
  world.isDown = true;
  world.account = { balance: '90', nonce: 2 };
  await world.tip(6);
  expect(world.told).toEqual([]);
  world.isDown = false;
  await world.tip(6);
  expect(world.told).toEqual([[{ kind: 'moves', address: ADDRESS, change: -10n, sent: 1 }, false]]);
});
