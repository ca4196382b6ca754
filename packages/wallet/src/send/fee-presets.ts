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
 * The highest fee that is suggested, in pebbles: a thousand times the standard one. A miner can put transfers to
 * this account with any fee into a block of their own, at no cost, to make its owner pay more: beyond this, a fee has
 * to be typed.
 */
export const MAX_SUGGESTED_FEE = 1_000_000n;

/** A fee that can be chosen at one press, in pebbles. `default`: nothing tells a better one. */
export interface FeeChoice {
  readonly name: 'low' | 'usual' | 'high' | 'default';
  readonly fee: bigint;
}

/** Fees to choose from. */
export interface FeePresets {
  /** Ascending, each fee once: `default` alone, or `usual` with what is below and above it. */
  readonly choices: readonly FeeChoice[];
  /** The fee to begin with, in pebbles: `default` or `usual`. */
  readonly first: bigint;
  /** Transfers that they were learned from; 0 for the default. */
  readonly samples: number;
}

const STANDARD: FeePresets = {
  choices: [{ name: 'default', fee: DEFAULT_FEE }],
  first: DEFAULT_FEE,
  samples: 0,
};

/**
 * Fees that blocks took lately, as far as this wallet can see: the four routes of the gateway tell of an account's own
 * transfers, in and out, and of no others. Usual is the median, low the lowest below it, high the highest above it, or
 * twice the usual one where all were the same: an average fee is never called high. Too few of them teach nothing: there
 * is one default then.
 * @param height the node's tip
 */
export function suggestFees(transfers: readonly RpcTransaction[], height: number): FeePresets {
  const fees = recentFees(transfers, height);
  if (fees.length < MIN_FEE_SAMPLES) return STANDARD;
  const [low, usual, highest] = [fees[0]!, fees[Math.floor((fees.length - 1) / 2)]!, fees.at(-1)!].map(cap);
  const high = highest! > usual! ? highest! : cap(usual! * 2n);
  const choices: FeeChoice[] = [
    { name: 'low', fee: low! },
    { name: 'usual', fee: usual! },
    { name: 'high', fee: high },
  ];
  return {
    choices: choices.filter(({ name, fee }) => name === 'usual' || fee !== usual),
    first: usual!,
    samples: fees.length,
  };
}

/** A fee this many times the highest choice is more likely a slip than a wish. */
export const UNUSUAL_FEE_FACTOR = 20n;

/** The default is compared as if it were this many times as high: it says nothing of what blocks take. */
const DEFAULT_MARGIN = 10n;

/** Whether a fee is so high that its owner should look at it twice: the fields for amount and fee are easily mixed up. */
export function isUnusualFee(fee: bigint, { choices, samples }: FeePresets): boolean {
  const highest = choices.at(-1)!.fee;
  return fee > (samples > 0 ? highest : highest * DEFAULT_MARGIN) * UNUSUAL_FEE_FACTOR;
}

/** Part of an amount, in percent, above which a fee takes a consent of its own. */
export const FEE_CONSENT_PERCENT = 10n;

/** Whether a fee is so large a part of the amount that its owner has to agree to it. Both in pebbles. */
export function needsFeeConsent(fee: bigint, amount: bigint): boolean {
  return fee * 100n > amount * FEE_CONSENT_PERCENT;
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

function cap(fee: bigint): bigint {
  return fee > MAX_SUGGESTED_FEE ? MAX_SUGGESTED_FEE : fee;
}
