import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER, parsePebbles } from '@cairn/protocol';
import { MIN_FEE } from './amount-entry.ts';

/** Fee that is offered where nothing tells a better one, in pebbles. */
export const DEFAULT_FEE = 1_000n;

/** Blocks that count as recent: about a day at one a minute. */
export const RECENT_BLOCKS = 1_440;

/** Fees that it takes to learn from them. */
export const MIN_FEE_SAMPLES = 3;

/**
 * The highest fee that is suggested, in pebbles: a thousand times the standard one. Whoever mines can put transfers to
 * this account with any fee into a block of their own, at no cost, to make its owner pay more: beyond this, a fee has
 * to be typed.
 */
export const MAX_SUGGESTED_FEE = 1_000_000n;

/** Three fees to choose from, in pebbles, ascending; different from each other but for the highest suggested. */
export interface FeePresets {
  readonly low: bigint;
  readonly usual: bigint;
  readonly high: bigint;
  /** Transfers that they were learned from; 0: there is nothing to learn from, and these are the standard ones. */
  readonly samples: number;
}

/**
 * Fees that blocks took lately, as far as this wallet can see: the four routes of the gateway tell of an account's own
 * transfers, in and out, and of nobody else's. Low is the lowest, usual the median, high twice the highest of them (a
 * block takes the highest fee first). With too few of them the standard fees are given, and `samples` says so.
 * @param height the node's tip
 */
export function suggestFees(transfers: readonly RpcTransaction[], height: number): FeePresets {
  const fees = recentFees(transfers, height);
  if (fees.length < MIN_FEE_SAMPLES) return ascending(MIN_FEE, DEFAULT_FEE, DEFAULT_FEE * 10n, 0);
  const median = fees[Math.floor((fees.length - 1) / 2)]!;
  return ascending(fees[0]!, median, fees.at(-1)! * 2n, fees.length);
}

/** A fee this many times the high preset is more likely a slip than a wish. */
export const UNUSUAL_FEE_FACTOR = 20n;

/** Whether a fee is so high that its owner should look at it twice: the fields for amount and fee are easily mixed up. */
export function isUnusualFee(fee: bigint, presets: FeePresets): boolean {
  return fee > presets.high * UNUSUAL_FEE_FACTOR;
}

/** Fees of confirmed transfers in recent blocks, ascending. Rewards pay none, and genesis is no example. */
function recentFees(transfers: readonly RpcTransaction[], height: number): bigint[] {
  return transfers
    .filter(({ status, from_address: from, block_height: block }) => {
      return (
        status === 'confirmed' && from !== COINBASE_SENDER && block !== null && height - block < RECENT_BLOCKS
      );
    })
    .map(({ fee }) => parsePebbles(fee))
    .filter((fee) => fee >= MIN_FEE)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function ascending(low: bigint, usual: bigint, high: bigint, samples: number): FeePresets {
  const middle = usual > low ? usual : low + 1n;
  const top = high > middle ? high : middle + 1n;
  return { low: cap(low), usual: cap(middle), high: cap(top), samples };
}

function cap(fee: bigint): bigint {
  return fee > MAX_SUGGESTED_FEE ? MAX_SUGGESTED_FEE : fee;
}
