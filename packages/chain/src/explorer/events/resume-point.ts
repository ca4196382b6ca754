import { EXPLORER_LIMITS } from '@cairn/api/contract';
import { type BlockId, parseBlockId } from '@cairn/protocol';
import type { TipChange } from '../../chain/chain-types.ts';
import type { ExplorerContext } from '../context.ts';

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
 * The events that a client has missed since its last tip: at most the newest 100 blocks. If its tip has left the chain, they begin
 * with the reorganization from it, if that is still known, and include at least one `tip`; a client above the tip gets the tip.
 * @param last the client's last tip; `undefined` for a new client
 * @param tip height of the chain's tip
 */
export function findMissedEvents(
  last: ResumePoint | undefined,
  chain: Pick<ExplorerContext['chain'], 'view' | 'reorganizationFrom'>,
  tip: number,
): MissedEvents {
  if (last === undefined) return { reorganization: undefined, tips: [] };
  const hasLeft = last.id !== undefined && chain.view.block(last.height)?.id !== last.id;
  const reorganization = hasLeft ? chain.reorganizationFrom(last.id) : undefined;
  const seen = reorganization?.commonHeight ?? last.height;
  const first = hasLeft || seen > tip ? Math.min(seen + 1, tip) : seen + 1;
  const oldest = Math.max(first, tip - EXPLORER_LIMITS.eventReplay + 1);
  return { reorganization, tips: Array.from({ length: tip - oldest + 1 }, (_, index) => oldest + index) };
}
