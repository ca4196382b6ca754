import type { RpcTransaction } from '@cairn/api/rpc';
import { type Address, parsePebbles } from '@cairn/protocol';

/** The confirmed balance from a moment on. */
export interface BalancePoint {
  /** Unix seconds: the block's time. */
  readonly time: number;
  /** Pebbles. */
  readonly balance: bigint;
}

/** A balance over time, oldest point first. */
export interface BalanceSeries {
  readonly points: readonly BalancePoint[];
  /** True when the history was read to its beginning, so that the line starts with the account's first coins. */
  readonly complete: boolean;
}

/**
 * Past confirmed balances, computed backwards from the present one by the transactions of the history: the series begins
 * where the history that was read begins. Transactions of one block make one point.
 * @param balance confirmed balance now, in pebbles
 * @param confirmed newest first, without gaps, as a history view holds them
 * @param complete whether nothing older exists
 * @returns `undefined` when balance and history are inconsistent: the balance changed between the two answers
 */
export function balanceSeries(input: {
  address: Address;
  balance: bigint;
  confirmed: readonly RpcTransaction[];
  complete: boolean;
}): BalanceSeries | undefined {
  const { address, confirmed, complete } = input;
  const points: BalancePoint[] = [];
  let balance = input.balance;
  for (const [index, item] of confirmed.entries()) {
    const newer = confirmed[index - 1];
    if (newer === undefined || newer.block_height !== item.block_height) {
      points.push({ time: item.timestamp ?? 0, balance });
    }
    balance -= balanceChange(item, address);
    if (balance < 0n) return undefined;
  }
  if (complete && balance !== 0n) return undefined;
  return { points: points.reverse(), complete };
}

/** How much the transaction changes the balance of `address`, in pebbles. */
export function balanceChange(item: RpcTransaction, address: Address): bigint {
  const value = parsePebbles(item.value);
  const fee = parsePebbles(item.fee);
  const received = item.to_address === address ? value : 0n;
  return item.from_address === address ? received - value - fee : received;
}

/**
 * At most `count` points of a series that keep its shape: of each stretch the lowest and the highest, and always the
 * first and the last.
 */
export function thinSeries(points: readonly BalancePoint[], count: number): BalancePoint[] {
  if (points.length <= count) return [...points];
  const stretches = Math.max(1, Math.floor((count - 2) / 2));
  const inner = points.slice(1, -1);
  const kept = Array.from({ length: stretches }, (_, index) => {
    const from = Math.floor((index * inner.length) / stretches);
    const to = Math.floor(((index + 1) * inner.length) / stretches);
    return extremes(inner.slice(from, to));
  }).flat();
  return [points[0]!, ...kept, points.at(-1)!];
}

function extremes(stretch: readonly BalancePoint[]): BalancePoint[] {
  if (stretch.length <= 2) return [...stretch];
  const low = stretch.reduce((best, point) => (point.balance < best.balance ? point : best));
  const high = stretch.reduce((best, point) => (point.balance > best.balance ? point : best));
  if (low === high) return [low];
  return stretch.indexOf(low) < stretch.indexOf(high) ? [low, high] : [high, low];
}
