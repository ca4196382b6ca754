/** The fees that the wallet suggests, and those for which it warns or asks for consent. */
import type { RpcStatus } from '@cairn/api/rpc';
import { MIN_FEE, parsePebbles } from '@cairn/protocol';

/** Suggested fee in pebbles if recent blocks had no transfers. */
export const DEFAULT_FEE = 1_000n;

/**
 * The highest suggested fee, in pebbles: a thousand times the default. Without a limit, a miner could raise the
 * suggestions: it can mine its own transfers with any fee at no cost. A higher fee must be typed.
 */
export const MAX_SUGGESTED_FEE = 1_000_000n;

/** How soon a block should include a transfer, the cheapest first; `few_blocks` is the usual one. */
export const FEE_NAMES = ['economy', 'few_blocks', 'next_block'] as const;
export type FeeName = (typeof FEE_NAMES)[number];

/** A fee for each name, in pebbles, ascending; on a quiet chain they are the same. */
export type FeePresets = Readonly<Record<FeeName, bigint>>;

/**
 * Presets from the fees that the node suggests (`suggested_fees` of its status): percentiles of recent blocks. Without
 * any they are {@link DEFAULT_FEE}.
 */
export function suggestFees(suggested: RpcStatus['suggested_fees']): FeePresets {
  const none = suggested === undefined || suggested.sampled_blocks === 0;
  const of = (name: FeeName): bigint => (none ? DEFAULT_FEE : cap(suggested[name]));
  return { economy: of('economy'), few_blocks: of('few_blocks'), next_block: of('next_block') };
}

/** A fee above this many times the highest preset is more likely a mistake than intended. */
const UNUSUAL_FEE_FACTOR = 20n;

/** No fee up to this is unusual, in pebbles: two hundred times the default. */
const USUAL_FEE = 200n * DEFAULT_FEE;

/** True if a fee is so high that the amount may have been typed into the fee's field. */
export function isUnusualFee(fee: bigint, { next_block }: FeePresets): boolean {
  return fee > USUAL_FEE && fee > next_block * UNUSUAL_FEE_FACTOR;
}

/** Percentage of the amount above which a fee needs explicit consent. */
const FEE_CONSENT_PERCENT = 10n;

/** True if a fee is so large compared with the amount that it needs explicit consent. Both in pebbles. */
export function needsFeeConsent(fee: bigint, amount: bigint): boolean {
  return fee * 100n > amount * FEE_CONSENT_PERCENT;
}

/** An amount of the node as a fee that the wallet may suggest. */
function cap(amount: string): bigint {
  const fee = parsePebbles(amount);
  if (fee < MIN_FEE) return MIN_FEE;
  return fee > MAX_SUGGESTED_FEE ? MAX_SUGGESTED_FEE : fee;
}
