import { ApiError, type AddressState, type TransactionDetail } from '@cairn/api/explorer';
import { expect, it } from 'vitest';
import { statusAt } from '../../../test/live-support.ts';
import { type ChainView, NOTHING_KNOWN } from '../../site/chain-feed.ts';
import { type Alert, type News, startAlert } from './alerts.ts';
import { translationsFor } from './texts.ts';

const ID = 'ab'.repeat(32);
const ADDRESS = 'dTNtBDspuyAem62N1QLYBaoCL4YKU5AFeC';

/** Starts an alert over a fake chain and API. @param height of the tip at first; if absent, no status is known */
function start(alert: Alert, height?: number) {
  const listeners = new Set<() => void>();
  let view: ChainView = NOTHING_KNOWN;
  const world = {
    events: [] as News[],
    holders: 0,
    asked: 0,
    /** Height of the transaction's block. */
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
  const end = startAlert(alert, {
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
    translations: translationsFor('en'),
    amountText: String,
    nameOf: (reference) => reference.slice(0, 4),
    onNews: (news) => world.events.push(news),
  });
  return { world, end };
}

it('reports the next block once, then releases the feed', async () => {
  const { world } = start({ kind: 'block' }, 5);
  await world.tip(5);
  expect([world.events, world.holders]).toEqual([[], 1]);
  await world.tip(6);
  await world.tip(7);
  expect(world.events).toEqual([{ title: 'Block 6 was mined', text: '', isLast: true }]);
  expect([world.holders, world.listeners.size]).toEqual([0, 0]);
});

it('does not report the first status as a new block', async () => {
  const { world } = start({ kind: 'block' });
  await world.tip(5);
  expect(world.events).toEqual([]);
  await world.tip(6);
  expect(world.events).toHaveLength(1);
});

it('reports that a transaction has enough confirmations, even if it was pending at first', async () => {
  const { world } = start({ kind: 'depth', id: ID, depth: 3 }, 5);
  await world.tip(6);
  world.block = 7;
  await world.tip(7);
  await world.tip(8);
  expect(world.events).toEqual([]);
  await world.tip(9);
  expect(world.events).toEqual([{ title: '3 confirmations', text: 'abab is in block 7.', isLast: true }]);
});

it('reports that a reorganization removed the block of a transaction', async () => {
  const { world } = start({ kind: 'depth', id: ID, depth: 3 }, 5);
  world.block = 6;
  await world.tip(6);
  world.block = undefined;
  await world.tip(7);
  expect(world.events).toMatchObject([{ title: 'No longer in a block', isLast: true }]);
});

it('reports each change of an address, even if received coins are sent again, until it is ended', async () => {
  const { world, end } = start({ kind: 'moves', address: ADDRESS }, 5);
  await world.tip(6);
  world.account = { balance: '150', nonce: 1 };
  await world.tip(7);
  await world.tip(8);
  world.account = { balance: '150', nonce: 2 };
  await world.tip(9);
  expect(world.events).toEqual([
    { title: 'dTNt: +50', text: '', isLast: false },
    { title: 'dTNt sent coins', text: '1 transaction sent', isLast: false },
  ]);
  end();
  world.account = { balance: '0', nonce: 3 };
  await world.tip(10);
  expect(world.events).toHaveLength(2);
  expect([world.holders, world.listeners.size]).toEqual([0, 0]);
});

it('repeats a failed request with the next status', async () => {
  const { world } = start({ kind: 'moves', address: ADDRESS }, 5);
  await world.tip(5);
  world.isDown = true;
  world.account = { balance: '90', nonce: 2 };
  await world.tip(6);
  expect(world.events).toEqual([]);
  world.isDown = false;
  await world.tip(6);
  expect(world.events).toEqual([{ title: 'dTNt: −10', text: '1 transaction sent', isLast: false }]);
});
