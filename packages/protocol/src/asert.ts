import { decodeBits, encodeTarget } from './difficulty.ts';
import { easiestBits, type Network } from './networks.ts';

/*
 * Difficulty of the next block (PROTOCOL.md section 5.3): devnet's bits are constant; testnet follows aserti3-2d
 * (Bitcoin Cash, November 2020) with block 1 as the anchor. Above its height a fork has devnet's (`forkOf`).
 */

/** The fields of a block that determine the bits of its child. */
export interface DifficultyBlock {
  readonly height: number;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** Height of the last block with the easiest target; ASERT applies above it. */
const LAST_HEIGHT_AT_LIMIT = 2;
/** 1 in the algorithm's fixed-point numbers, which have 16 fractional bits. */
const RADIX = 65_536n;

export interface AsertInput {
  readonly anchorBits: number;
  /** Seconds from the anchor's parent time (one spacing before the anchor) to the evaluated block; may be negative. */
  readonly timeDelta: number;
  /** Blocks from the anchor to the evaluated block. */
  readonly heightDelta: number;
  readonly spacingSeconds: number;
  readonly halfLifeSeconds: number;
  /** Bits of the easiest target. */
  readonly limitBits: number;
}

/**
 * The bits of the aserti3-2d target: anchor × 2^((timeDelta - spacing × (heightDelta + 1)) / halfLife) in fixed point, at
 * least 1 and at most the limit.
 */
export function asertBits(input: AsertInput): number {
  const ideal = BigInt(input.spacingSeconds) * BigInt(input.heightDelta + 1);
  // BigInt division rounds towards zero, as the reference implementation's does.
  const exponent = ((BigInt(input.timeDelta) - ideal) * RADIX) / BigInt(input.halfLifeSeconds);
  const shifts = exponent >> 16n;
  const fraction = exponent - shifts * RADIX;
  const factor =
    RADIX +
    ((195_766_423_245_049n * fraction +
      971_821_376n * fraction ** 2n +
      5_127n * fraction ** 3n +
      (1n << 47n)) >>
      48n);
  const shift = shifts - 16n;
  const scaled = decodeBits(input.anchorBits) * factor;
  const target = shift < 0n ? scaled >> -shift : scaled << shift;
  const limit = decodeBits(input.limitBits);
  if (target === 0n) return encodeTarget(1n);
  return target > limit ? input.limitBits : encodeTarget(target);
}

/**
 * The bits that the child of `parent` must have.
 * @param parent the tip that the new block extends (height ≥ 0)
 * @param anchorTimestamp Unix seconds of block 1; needed on testnet above height 2
 * @throws RangeError without a needed `anchorTimestamp`, and for mainnet, which has no difficulty yet
 */
export function expectedBits(
  network: Network,
  parent: DifficultyBlock,
  anchorTimestamp: number | undefined,
): number {
  const limitBits = network.proofOfWorkLimitBits;
  if (limitBits === undefined) throw new RangeError(`${network.name} has no proof of work yet`);
  if (parent.height >= (network.forkHeight ?? Number.POSITIVE_INFINITY)) return easiestBits(network)!;
  if (network.retarget === 'constant' || parent.height + 1 <= LAST_HEIGHT_AT_LIMIT) return limitBits;
  if (anchorTimestamp === undefined)
    throw new RangeError('the timestamp of block 1 is needed above height 2');
  return asertBits({
    anchorBits: limitBits,
    timeDelta: parent.timestamp - (anchorTimestamp - network.blockSpacingSeconds),
    heightDelta: parent.height - 1,
    spacingSeconds: network.blockSpacingSeconds,
    halfLifeSeconds: network.asertHalfLifeSeconds,
    limitBits,
  });
}
