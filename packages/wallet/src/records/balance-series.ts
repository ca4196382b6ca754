import { type Address, parsePebbles } from '@cairn/protocol';

/** A transaction of an account, as both interfaces of a node return it. */
interface AccountTransaction {
  readonly from_address: string;
  readonly to_address: string;
  /** Pebbles. */
  readonly value: string;
  readonly fee: string;
}

interface ConfirmedTransaction extends AccountTransaction {
  readonly block_height: number | null;
  /** Unix seconds of its block. */
  readonly timestamp: number | null;
}

/** The confirmed balance from a block on. */
export interface BalancePoint {
  /** Unix seconds: the block's time. */
  readonly time: number;
  /** Pebbles. */
  readonly balance: bigint;
}

/**
 * Past confirmed balances, computed backwards from the current one as far as the history is loaded. The transactions of
 * one block make one point.
 * @param balance current confirmed balance, in pebbles
 * @param confirmed newest first, without gaps
 * @param complete true if there are no older transactions
 * @returns oldest first; `undefined` if balance and history are inconsistent, because a block came between the two
 *   answers
 */
export function balanceSeries(input: {
  address: Address;
  balance: bigint;
  confirmed: readonly ConfirmedTransaction[];
  complete: boolean;
}): BalancePoint[] | undefined {
  const { address, confirmed, complete } = input;
  const points: BalancePoint[] = [];
  let { balance } = input;
  for (const [index, item] of confirmed.entries()) {
    const newer = confirmed[index - 1];
    if (newer === undefined || newer.block_height !== item.block_height) {
      points.push({ time: item.timestamp ?? 0, balance });
    }
    balance -= balanceChange(item, address);
    if (balance < 0n) return undefined;
  }
  if (complete && balance !== 0n) return undefined;
  return points.reverse();
}

/** The change that the transaction makes to the balance of `address`, in pebbles; the sender pays the fee. */
export function balanceChange(item: AccountTransaction, address: Address): bigint {
  const value = parsePebbles(item.value);
  const received = item.to_address === address ? value : 0n;
  return item.from_address === address ? received - value - parsePebbles(item.fee) : received;
}
