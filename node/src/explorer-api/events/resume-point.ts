import { type BlockId, parseBlockId } from '@cairn/protocol';
import { EXPLORER_LIMITS } from '@cairn/api/explorer';
import type { ExplorerContext } from '../context.ts';
import type { TipChange } from '../../chain/chain-types.ts';

/** The last tip that a client received. */
export interface ResumePoint {
  readonly height: number;
  /** Block ID of the tip; `undefined` if the client sent only a height. */
  readonly id: BlockId | undefined;
}

const EVENT_ID = /^([0-9]{1,10})(?:-([0-9a-f]{64}))?$/;

/** The event ID (`id:`) of a `tip` event: height and block ID. */
export function eventId(tip: { readonly height: number; readonly id: BlockId }): string {
  return `${tip.height}-${tip.id}`;
}

/**
 * The last tip that a client reports; `undefined` for a new client. The request header `Last-Event-ID` takes precedence over
 * the query, because a browser's `EventSource` reconnects with its original URL. A header that is neither an event ID nor a
 * height is ignored: a browser could not react to a refusal.
 * @param header value of `Last-Event-ID`
 * @param query height from the query parameter `last_event_id`
 */
export function readResumePoint(
  header: string | string[] | undefined,
  query: number | undefined,
): ResumePoint | undefined {
  const [, height = 'none', id] = (typeof header === 'string' && EVENT_ID.exec(header)) || [];
  if (Number(height) <= EXPLORER_LIMITS.uint32.maximum) {
    return { height: Number(height), id: id === undefined ? undefined : parseBlockId(id) };
  }
  return query === undefined ? undefined : { height: query, id: undefined };
}

/** Events that a client has missed, in the order in which its stream begins with them. */
interface MissedEvents {
  /** For the `reorganized` event, if any. */
  readonly reorganization: TipChange | undefined;
  /** Heights of the `tip` events, ascending; empty for a client that has the tip, and for a new one. */
  readonly tips: readonly number[];
}

/**
 * The events that a client has missed since its last tip. If that block has left the chain, they begin with the
 * reorganization from it, if that is still known, and include at least one `tip`.
 * @param last the client's last tip; `undefined` for a new client
 * @param tip height of the chain's tip
 */
export function findMissedEvents(
  last: ResumePoint | undefined,
  chain: Pick<ExplorerContext['chain'], 'view' | 'reorganizationFrom'>,
  tip: number,
): MissedEvents {
  const hasLeft = last?.id !== undefined && chain.view.block(last.height)?.id !== last.id;
  const reorganization = hasLeft ? chain.reorganizationFrom(last.id) : undefined;
  const missed = missedHeights(reorganization?.commonHeight ?? last?.height, tip);
  return { reorganization, tips: hasLeft && missed.length === 0 ? [tip] : missed };
}

/**
 * Heights of the tips that a resuming client missed, ascending, at most the newest 100; none for a new client. A client above
 * the tip has seen blocks that are no longer canonical: it gets the tip.
 * @param last height of the client's last tip, or of its last block before a reorganization; `undefined` for a new client
 * @param tip height of the tip; -1 without a chain
 */
function missedHeights(last: number | undefined, tip: number): number[] {
  if (last === undefined || last === tip || tip < 0) return [];
  if (last > tip) return [tip];
  const first = Math.max(last + 1, tip - EXPLORER_LIMITS.eventReplay + 1);
  return Array.from({ length: tip - first + 1 }, (_, index) => first + index);
}
