import type { ChainTip } from '../chain/chain-reader.ts';

/** How far the projection is (interface document, sections 2.7 and 3.1). */
export interface ProjectionStatus {
  readonly state: 'building' | 'ready' | 'error';
  /** Height of the newest projected block; -1 before the first. */
  readonly indexedHeight: number;
  /** Height of the chain's tip, which it works towards; -1 without a chain. */
  readonly targetHeight: number;
  /** Percent, 0–100; exactly 100 while the state is `ready`. */
  readonly progress: number;
}

/**
 * Blocks that a ready projection may be behind the tip: one that was just committed takes some milliseconds to be
 * projected, and answers of the height before are as good until then (section 2.6). More is a catch-up.
 */
export const TOLERATED_LAG = 3;

/** Percent with two decimals, rounded down: 100 only where no block is missing. */
export function progressOf(indexedHeight: number, targetHeight: number): number {
  if (targetHeight < 0) return 0;
  const indexedBlocks = Math.min(indexedHeight, targetHeight) + 1;
  // Multiplied before it is divided: both stay whole numbers until then, so that all of the blocks are 100 % of them.
  return Math.floor((indexedBlocks * 10_000) / (targetHeight + 1)) / 100;
}

/** State of the follower. */
export interface ProjectionPosition {
  readonly tip: ChainTip | undefined;
  /** Whether it was level with the chain since it was last opened or fell back. */
  readonly hasArrived: boolean;
  /** Whether its newest block is still the chain's. */
  readonly isOnChain: boolean;
  /** Whether the latest operation failed. */
  readonly hasFailed: boolean;
}

/** The status that follows from the projection's position and the chain's tip. */
export function statusOf(position: ProjectionPosition, chainTip: ChainTip | undefined): ProjectionStatus {
  const indexedHeight = position.tip?.height ?? -1;
  const targetHeight = chainTip?.height ?? -1;
  const state = stateOf(position, indexedHeight, targetHeight);
  // A ready projection may be a few blocks behind; they take milliseconds.
  const progress = state === 'ready' ? 100 : progressOf(indexedHeight, targetHeight);
  return { state, indexedHeight, targetHeight, progress };
}

function stateOf(
  { hasFailed, hasArrived, isOnChain }: ProjectionPosition,
  indexedHeight: number,
  targetHeight: number,
): ProjectionStatus['state'] {
  if (hasFailed) return 'error';
  const isNear = indexedHeight >= 0 && indexedHeight <= targetHeight;
  return hasArrived && isOnChain && isNear ? 'ready' : 'building';
}
