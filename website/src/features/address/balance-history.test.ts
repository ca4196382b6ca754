import type { AddressHistory, ExplorerTransaction } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { readDirection } from '../../site/url.ts';
import { loadBalanceHistory } from './balance-history.tsx';

const ADDRESS = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';
const OTHER = 'dSQRnhGfkbpJpTKmMZwZcHJKCHVZnnRLnU';

/**
 * Transaction `number`; the oldest is 1. Every tenth is outgoing and every 50th is to the address itself; all others
 * are incoming. Each transfers 5 pebbles for a fee of 1.
 */
function transactionOf(number: number): ExplorerTransaction {
  const direction = number % 50 === 0 ? 'self' : number % 10 === 0 ? 'out' : 'in';
  return {
    id: number.toString(16).padStart(64, '0'),
    block_height: number,
    block_timestamp: number * 60,
    value: '5',
    fee: '1',
    from_address: direction === 'in' ? OTHER : ADDRESS,
    to_address: direction === 'out' ? OTHER : ADDRESS,
    direction,
  } as ExplorerTransaction;
}

/** A client that pages like the API. @param growth transactions that arrive before the answer to request `asked` */
function historyOf(length: number, growth: (asked: number) => number = () => 0) {
  let size = length;
  let asked = 0;
  const list = (from: number, limit: number) =>
    Array.from({ length: Math.max(0, Math.min(limit, size - from)) }, (_, index) =>
      transactionOf(size - from - index),
    );
  return {
    asked: () => asked,
    listAddressTransactions: (input: { limit?: number | undefined; offset?: number | undefined }) => {
      asked += 1;
      size += growth(asked);
      const { limit = 25, offset = 0 } = input;
      const items = list(offset, limit);
      const pagination = { limit, offset, count: items.length, total: size };
      return Promise.resolve({
        network: 'devnet',
        address: ADDRESS,
        items,
        pagination,
      } satisfies AddressHistory);
    },
    getAddress: () => {
      const balance = list(0, size).reduce(
        (sum, { direction }) => sum + { in: 5n, out: -6n, self: -1n }[direction ?? 'in'],
        0n,
      );
      return Promise.resolve({
        network: 'devnet',
        address: ADDRESS,
        exists: true,
        balance: String(balance),
        nonce: 1,
      });
    },
  };
}

describe('a balance over time', () => {
  it('covers as many transactions as requested', async () => {
    const history = await loadBalanceHistory(historyOf(250), { address: ADDRESS, depth: 200 });
    expect(history).toMatchObject({ examined: 200, total: 250 });
    expect(history?.points[0]).toMatchObject({ time: 51 * 60 });
    const whole = await loadBalanceHistory(historyOf(120), { address: ADDRESS, depth: 1_000 });
    expect(whole).toMatchObject({ examined: 120, total: 120 });
    expect(whole?.points[0]).toEqual({ time: 60, balance: 5n });
  });

  it('asks only for what is new', async () => {
    const known = await loadBalanceHistory(historyOf(1_500), { address: ADDRESS, depth: 1_000 });
    const grown = historyOf(1_503);
    const history = await loadBalanceHistory(grown, { address: ADDRESS, depth: 1_000, known: known?.items });
    expect(grown.asked()).toBe(2);
    expect(history).toEqual(await loadBalanceHistory(historyOf(1_503), { address: ADDRESS, depth: 1_000 }));
    const other = known?.items.map((item) => ({ ...item, block_id: 'ab'.repeat(32) }));
    const replaced = historyOf(1_503);
    await loadBalanceHistory(replaced, { address: ADDRESS, depth: 1_000, known: other });
    expect(replaced.asked()).toBe(11);
  });

  it('never combines a balance with a history that has changed since', async () => {
    const once = historyOf(50, (asked) => (asked === 2 ? 3 : 0));
    const points = (await loadBalanceHistory(once, { address: ADDRESS, depth: 100 }))?.points;
    expect(points?.[0]?.balance).toBe(5n);
    expect(points?.at(-1)?.time).toBe(53 * 60);
    const always = historyOf(50, () => 1);
    expect(await loadBalanceHistory(always, { address: ADDRESS, depth: 100 })).toBeUndefined();
  });
});

it('reads a direction, and `all` for any other value', () => {
  expect(['in', 'mined', 'self', '', null].map(readDirection)).toEqual(['in', 'mined', 'all', 'all', 'all']);
});
