import type { ExplorerTransaction } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';

/** The balance after a block: one with a transaction that names the address, or the tip. */
export interface BalancePoint {
  readonly height: number;
  /** Unix seconds; absent at the tip where no transaction of its block names the address. */
  readonly timestamp?: number | undefined;
  /** Pebbles. */
  readonly balance: bigint;
}

/** Change of the balance of the address that `direction` refers to; the sender pays the fee. */
export function balanceChange({ direction, value, fee }: ExplorerTransaction): bigint {
  switch (direction) {
    case 'in':
      return parsePebbles(value);
    case 'out':
      return -parsePebbles(value) - parsePebbles(fee);
    case 'self':
      return -parsePebbles(fee);
    default:
      return 0n;
  }
}

/**
 * The balance of an address block by block, oldest first, reckoned back from what it is now.
 * @param history newest first, without gaps; it need not reach back to the first transaction
 * @param balance after the newest transaction, in pebbles
 * @returns `undefined` where history and balance contradict each other: a balance below zero came out
 */
export function balanceSeries(
  history: readonly ExplorerTransaction[],
  balance: bigint,
): BalancePoint[] | undefined {
  const points: BalancePoint[] = [];
  let after = balance;
  for (const transaction of history) {
    if (after < 0n) return undefined;
    const { block_height: height, block_timestamp: timestamp } = transaction;
    if (points.at(-1)?.height !== height) points.push({ height, timestamp, balance: after });
    after -= balanceChange(transaction);
  }
  return after < 0n ? undefined : points.toReversed();
}

/** The same balances with one at the tip: the newest one still holds there. */
export function untilTip(points: readonly BalancePoint[], tip: number): readonly BalancePoint[] {
  const newest = points.at(-1);
  return newest === undefined || newest.height >= tip
    ? points
    : [...points, { height: tip, balance: newest.balance }];
}
