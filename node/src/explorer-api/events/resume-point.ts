import { type BlockId, parseBlockId } from '@cairn/protocol';
import { EXPLORER_LIMITS } from '@cairn/api/explorer';

/** The last tip that a client has. */
export interface ResumePoint {
  readonly height: number;
  /** Its block ID; `undefined` where the client told only a height. */
  readonly id: BlockId | undefined;
}

const EVENT_ID = /^([0-9]{1,10})(?:-([0-9a-f]{64}))?$/;

/** The `id:` of a tip's event: its height and its block ID. */
export function eventId(tip: { readonly height: number; readonly id: BlockId }): string {
  return `${tip.height}-${tip.id}`;
}

/**
 * Where a client resumes. The header wins, because an `EventSource` repeats its first address for good; one that is neither
 * an event's ID nor a height is ignored: a browser could do nothing about a refusal.
 * @param query height of the query, which holds nothing else
 */
export function readResumePoint(
  header: string | string[] | undefined,
  query: number | undefined,
): ResumePoint | undefined {
  const [, height = 'none', id] = (typeof header === 'string' && EVENT_ID.exec(header)) || [];
  if (Number(height) <= EXPLORER_LIMITS.beforeHeight.maximum) {
    return { height: Number(height), id: id === undefined ? undefined : parseBlockId(id) };
  }
  return query === undefined ? undefined : { height: query, id: undefined };
}

/**
 * Heights of the tips that a resuming client missed, ascending, the newest 100 at most. A client that is above the tip
 * has seen blocks that were left: it gets the tip.
 * @param last height of the newest block that the client has and that is canonical
 * @param tip height of the tip; -1 without a chain
 */
export function missedHeights(last: number | undefined, tip: number): number[] {
  if (last === undefined || last === tip || tip < 0) return [];
  if (last > tip) return [tip];
  const first = Math.max(last + 1, tip - EXPLORER_LIMITS.eventReplay + 1);
  return Array.from({ length: tip - first + 1 }, (_, index) => first + index);
}
