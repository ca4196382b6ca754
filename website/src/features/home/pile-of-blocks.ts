import type { BlockSummary } from '@cairn/api/explorer';
import { useTimeSettings } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Maximum number of stones in the cairn. */
export const MOST_STONES = 10;
/** How long lost blocks stay on the ground, in milliseconds. */
const LOST_MS = 300_000;

/** Blocks that have left the chain together. */
export interface Lost {
  /** Newest first. */
  readonly blocks: readonly BlockSummary[];
  /** When the page learnt it, in Unix seconds by the chain's clock. */
  readonly at: number;
}

/** The blocks of the scene, newest first. */
export interface PileOfBlocks {
  /** All that are loaded. */
  readonly loaded: readonly BlockSummary[];
  /** The newest ten. */
  readonly shown: readonly BlockSummary[];
  /** Those that were among the newest ten before the last change, and are below them now. */
  readonly sunk: readonly BlockSummary[];
  readonly lost: Lost | undefined;
}

export const NO_BLOCKS: PileOfBlocks = { loaded: [], shown: [], sunk: [], lost: undefined };

/**
 * What becomes of the scene when the chain has changed. Blocks below the loaded ones are not known to be lost.
 * @param loaded newest first
 * @param now Unix seconds
 */
export function changed(before: PileOfBlocks, loaded: readonly BlockSummary[], now: number): PileOfBlocks {
  const ids = new Set(loaded.map(({ id }) => id));
  const shown = loaded.slice(0, MOST_STONES);
  const [lowest, lowestShown] = [loaded.at(-1)?.height ?? 0, shown.at(-1)?.height ?? 0];
  const gone = before.loaded.filter(({ id, height }) => height >= lowest && !ids.has(id));
  const hasReturned = before.lost?.blocks.some(({ id }) => ids.has(id)) === true;
  return {
    loaded,
    shown,
    sunk: before.shown.filter(({ id, height }) => height < lowestShown && ids.has(id)),
    lost: gone.length > 0 ? { blocks: gone, at: now } : hasReturned ? undefined : before.lost,
  };
}

/** The blocks of the scene, as they change with the chain. @param loaded newest first; a new array at each change */
export function usePileOfBlocks(loaded: readonly BlockSummary[] | undefined): PileOfBlocks {
  const { offsetSeconds = 0 } = useTimeSettings();
  const kept = useRef(NO_BLOCKS);
  const [, renderAgain] = useState<Lost>();
  // In the same rendering, so that a stone that is lost moves from where it was.
  if (loaded !== undefined && loaded !== kept.current.loaded) {
    kept.current = changed(kept.current, loaded, Math.floor(Date.now() / 1000) + offsetSeconds);
  }
  const { lost } = kept.current;
  useEffect(() => {
    if (lost === undefined) return undefined;
    const timer = setTimeout(() => {
      kept.current = { ...kept.current, lost: undefined };
      renderAgain(lost);
    }, LOST_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  return kept.current;
}
