import type { ChainTip } from '../chain/chain-reader.ts';

/** Progress of the projection (interface document, sections 2.7 and 3.1). */
export interface ProjectionStatus {
  readonly state: 'building' | 'ready' | 'error';
  /** Height of the newest projected block; -1 before the first. */
  readonly indexedHeight: number;
  /** Height of the chain's tip; -1 without a chain. */
  readonly targetHeight: number;
  /** Percent, 0–100; exactly 100 while the state is `ready`. */
  readonly progress: number;
}

/**
 * Blocks that a ready projection may lag behind the tip: a committed block takes some milliseconds to be projected, and
 * answers of the previous height are valid until then (interface document, section 2.6). With a larger lag the state is
 * `building`.
 */
export const TOLERATED_LAG = 3;

/** Percent with two decimals, rounded down: 100 only if no block is missing. */
export function progressOf(indexedHeight: number, targetHeight: number): number {
  if (targetHeight < 0) return 0;
  const indexedBlocks = Math.min(indexedHeight, targetHeight) + 1;
  // Multiply first: both operands of the division are integers then, and a complete index gives exactly 100 %.
  return Math.floor((indexedBlocks * 10_000) / (targetHeight + 1)) / 100;
}

/** How far the projection has followed the chain. */
export interface ProjectionPosition {
  readonly tip: ChainTip | undefined;
  /** True if it reached the chain's tip after it was opened, and has not lagged more than `TOLERATED_LAG` blocks since. */
  readonly hasCaughtUp: boolean;
  /** True if its newest block is still canonical. */
  readonly isOnChain: boolean;
  /** True from a failure until the next successful command, or until it has caught up. */
  readonly hasFailed: boolean;
}

/** The status that follows from the projection's position and the chain's tip. */
export function statusOf(position: ProjectionPosition, chainTip: ChainTip | undefined): ProjectionStatus {
  const indexedHeight = position.tip?.height ?? -1;
  const targetHeight = chainTip?.height ?? -1;
  const state = stateOf(position, indexedHeight, targetHeight);
  // A ready projection may be up to `TOLERATED_LAG` blocks behind for some milliseconds: show 100 % nevertheless.
  const progress = state === 'ready' ? 100 : progressOf(indexedHeight, targetHeight);
  return { state, indexedHeight, targetHeight, progress };
}

function stateOf(
  { hasFailed, hasCaughtUp, isOnChain }: ProjectionPosition,
  indexedHeight: number,
  targetHeight: number,
): ProjectionStatus['state'] {
  if (hasFailed) return 'error';
  const isNear = indexedHeight >= 0 && indexedHeight <= targetHeight;
  return hasCaughtUp && isOnChain && isNear ? 'ready' : 'building';
}
