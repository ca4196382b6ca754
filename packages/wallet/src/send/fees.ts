/** The fees that the wallet suggests, and those for which it warns or asks for consent. */
import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER, MIN_FEE, parsePebbles } from '@cairn/protocol';

/** Suggested fee in pebbles if there are too few transfers to derive it from. */
export const DEFAULT_FEE = 1_000n;

/** Number of newest blocks that count as recent: about a day, at one block a minute. */
export const RECENT_BLOCKS = 1_440;

/** Minimum number of fees to derive presets from. */
const MIN_FEE_SAMPLES = 3;

/**
 * The highest suggested fee, in pebbles: a thousand times the default. Without a limit, a miner could raise the
 * suggestions: it can mine transfers to this account with any fee at no cost. A higher fee must be typed.
 */
export const MAX_SUGGESTED_FEE = 1_000_000n;

/** A preset fee, in pebbles. `default`: {@link DEFAULT_FEE}, if there are too few transfers. */
export interface FeeChoice {
  readonly name: 'low' | 'usual' | 'high' | 'default';
  readonly fee: bigint;
}

export interface FeePresets {
  /** Ascending, each fee once: `default` alone, or `usual` with those below and above it. */
  readonly choices: readonly FeeChoice[];
  /** The initial fee, in pebbles: `default` or `usual`. */
  readonly first: bigint;
  /** Number of transfers from which the choices were derived; 0 for the default. */
  readonly samples: number;
}

const DEFAULT_PRESETS: FeePresets = {
  choices: [{ name: 'default', fee: DEFAULT_FEE }],
  first: DEFAULT_FEE,
  samples: 0,
};

/**
 * Presets from the fees of recent blocks, as far as this wallet can see them: the gateway's four routes show only the
 * account's own incoming and outgoing transfers. `usual` is the median, `low` the lowest fee below it, and `high` the
 * highest above it; if none is above it, `high` is twice `usual`, so that an average fee is never called high. With
 * fewer than {@link MIN_FEE_SAMPLES} fees there is only `default`.
 * @param height the node's tip
 */
export function suggestFees(transfers: readonly RpcTransaction[], height: number): FeePresets {
  const fees = recentFees(transfers, height);
  if (fees.length < MIN_FEE_SAMPLES) return DEFAULT_PRESETS;
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

/** A fee above this many times the highest choice is more likely a mistake than intended. */
const UNUSUAL_FEE_FACTOR = 20n;

/**
 * `isUnusualFee` multiplies {@link DEFAULT_FEE} by this, because the default is not derived from the fees of blocks.
 */
const DEFAULT_FACTOR = 10n;

/** True if a fee is so high that it needs a warning: the amount may have been typed into the fee's field. */
export function isUnusualFee(fee: bigint, { choices, samples }: FeePresets): boolean {
  const highest = choices.at(-1)!.fee;
  return fee > (samples > 0 ? highest : highest * DEFAULT_FACTOR) * UNUSUAL_FEE_FACTOR;
}

/** Percentage of the amount above which a fee needs explicit consent. */
const FEE_CONSENT_PERCENT = 10n;

/** True if a fee is so large compared with the amount that it needs explicit consent. Both in pebbles. */
export function needsFeeConsent(fee: bigint, amount: bigint): boolean {
  return fee * 100n > amount * FEE_CONSENT_PERCENT;
}

/** Fees of confirmed transfers in recent blocks, ascending; rewards and genesis pay none. */
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
