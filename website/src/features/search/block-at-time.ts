import type { ExplorerClient } from '@cairn/api/explorer';
import { MEDIAN_TIME_SPAN, medianTime } from '@cairn/protocol';

/**
 * Finds the height of the first block at or after a time, or of the tip if all blocks are older.
 *
 * Timestamps can decrease, so a binary search over them fails. The median of the last eleven never decreases, because
 * each block's time must be above the median before it. The search finds the first block whose median reaches the time,
 * then the first of its eleven blocks whose own timestamp does.
 * @param seconds Unix seconds
 * @returns `undefined` for a chain without a block
 * @throws the client's error
 */
export async function findBlockAtTime(
  explorer: Pick<ExplorerClient, 'listBlocks'>,
  seconds: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const newest = (await explorer.listBlocks({ limit: 1 }, { signal })).items[0];
  if (newest === undefined) return undefined;
  const times = (height: number) => lastTimes(explorer, height, signal);
  let above = newest.height;
  if (medianOf(await times(above)) < seconds) return firstReaching(await times(above), seconds) ?? above;
  let below = -1;
  while (above - below > 1) {
    const middle = Math.floor((above + below) / 2);
    if (medianOf(await times(middle)) < seconds) below = middle;
    else above = middle;
  }
  return firstReaching(await times(above), seconds) ?? above;
}

interface Timed {
  readonly height: number;
  readonly timestamp: number;
}

/** The last eleven blocks up to a height, newest first, in two requests; fewer near the genesis block. */
async function lastTimes(
  explorer: Pick<ExplorerClient, 'listBlocks'>,
  height: number,
  signal: AbortSignal,
): Promise<readonly Timed[]> {
  const part = (before_height: number, limit: number) =>
    explorer.listBlocks({ before_height, limit }, { signal });
  const rest = height + 1 - (MEDIAN_TIME_SPAN - 1);
  const parts = await Promise.all([
    part(height + 1, MEDIAN_TIME_SPAN - 1),
    ...(rest > 0 ? [part(rest, 1)] : []),
  ]);
  return parts.flatMap(({ items }) => items);
}

const medianOf = (blocks: readonly Timed[]): number => medianTime(blocks.map(({ timestamp }) => timestamp));

/** Height of the oldest block whose timestamp reaches a time. @param blocks newest first */
function firstReaching(blocks: readonly Timed[], seconds: number): number | undefined {
  return blocks.findLast(({ timestamp }) => timestamp >= seconds)?.height;
}
