import type { BlockId } from '../identifiers.ts';

/*
 * Locators (PROTOCOL.md section 8): block IDs at increasing distances from the tip. With one locator a peer finds the newest
 * common block, however long the chains are.
 */

/** Number of IDs in the longest locator: the tip, 1, 2, 4 … 2^31 blocks below it, and genesis. */
export const MAX_LOCATOR_IDS = 34;
/** Number of headers in the longest answer to a locator. */
export const MAX_HEADERS_PER_ANSWER = 2_000;

/**
 * Heights of a locator, newest first: the tip, 1, 2, 4, 8 … blocks below it, and 0.
 * @param tipHeight 0 to 2^32 - 1
 * @example locatorHeights(10) // [10, 9, 8, 6, 2, 0]
 */
export function locatorHeights(tipHeight: number): number[] {
  const heights = [tipHeight];
  for (let distance = 1; distance < tipHeight; distance *= 2) heights.push(tipHeight - distance);
  if (tipHeight > 0) heights.push(0);
  return heights;
}

/**
 * The locator of a branch.
 * @param idAt ID of the branch's block at a height; called from the tip downwards
 * @throws RangeError if a block is missing: with a gap in the locator, the peer would send known headers again
 */
export function buildLocator(tipHeight: number, idAt: (height: number) => BlockId | undefined): BlockId[] {
  return locatorHeights(tipHeight).map((height) => {
    const id = idAt(height);
    if (id === undefined) throw new RangeError(`the branch has no block ${height}`);
    return id;
  });
}

/**
 * Height of the newest block of a locator that is on the canonical chain; an answer begins with the next header.
 * @param locator IDs as a peer sent them, in any order; only the first `MAX_LOCATOR_IDS` are looked up
 * @param heightOf height of a block of the canonical chain; `undefined` for every other ID
 * @returns `undefined` if not even genesis is common: the peer is on another network
 */
export function newestCommonHeight(
  locator: readonly BlockId[],
  heightOf: (id: BlockId) => number | undefined,
): number | undefined {
  let newest: number | undefined;
  for (const id of locator.slice(0, MAX_LOCATOR_IDS)) {
    const height = heightOf(id);
    if (height !== undefined && height > (newest ?? -1)) newest = height;
  }
  return newest;
}
