import { EXPLORER_LIMITS } from '@cairn/api/explorer';

const HEIGHT = /^[0-9]{1,10}$/;

/**
 * Height of the last tip that a client has. The header wins, because an `EventSource` repeats its first address for good;
 * one that is no height is ignored: a browser could do nothing about a refusal.
 */
export function readResumePoint(
  header: string | string[] | undefined,
  query: number | undefined,
): number | undefined {
  const height = typeof header === 'string' && HEIGHT.test(header) ? Number(header) : Number.NaN;
  return height <= EXPLORER_LIMITS.beforeHeight.maximum ? height : query;
}

/**
 * Heights of the tips that a resuming client missed, ascending, the newest 100 at most. A client that is above the tip
 * has seen blocks that were stepped back: it gets the tip.
 * @param last height of the client's last tip
 * @param tip height of the tip; -1 where there is none
 */
export function missedHeights(last: number | undefined, tip: number): number[] {
  if (last === undefined || last === tip || tip < 0) return [];
  if (last > tip) return [tip];
  const first = Math.max(last + 1, tip - EXPLORER_LIMITS.eventReplay + 1);
  return Array.from({ length: tip - first + 1 }, (_, index) => first + index);
}
