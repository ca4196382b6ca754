import type { Connection } from '@libp2p/interface';
import { LRUCache } from 'lru-cache';
import { groupOf, hostOf, kindOf } from './address-group.ts';
import type { PeerBook } from './peer-book.ts';
import { TokenBucket, type PeerLimits } from './peer-limits.ts';

/** An inbound connection as eviction sees it. */
export interface InboundConnection {
  /** IPv4 /24 or IPv6 /48 of the caller. */
  readonly group: string;
  /** Unix milliseconds. */
  readonly openedAt: number;
  /** When its peer last gave a block or a transaction that was new here, Unix milliseconds. */
  readonly usefulAt: number | undefined;
  /** A further connection of a peer that has one already: nothing protects it. */
  readonly isExtra: boolean;
}

/** Shares of the connections compared that are never evicted: the latest to be useful, and the oldest. */
const PROTECTED_SHARE = 1 / 4;
/** New connections of one group that may evict another one: a few at once, then one in ten seconds. */
const EVICTIONS = { perSecond: 0.1, burst: 4 };
const REMEMBERED_GROUPS = 4_096;

/**
 * The connection to close if there are too many: the newest one of the group with most connections, unless it was useful
 * recently or is among the oldest. An attacker with many keys from few networks evicts its own connections; age, blocks and
 * transactions with a fee, which it cannot forge cheaply, protect a slot.
 * @param connections candidates for eviction
 * @returns `undefined` if all of them are protected
 */
export function chooseEviction<Candidate extends InboundConnection>(
  connections: readonly Candidate[],
): Candidate | undefined {
  const share = Math.floor(connections.length * PROTECTED_SHARE);
  const first = connections.filter(({ isExtra }) => !isExtra);
  const useful = first
    .filter(({ usefulAt }) => usefulAt !== undefined)
    .toSorted((a, b) => b.usefulAt! - a.usefulAt!)
    .slice(0, share);
  const oldest = first
    .filter((candidate) => !useful.includes(candidate))
    .toSorted((a, b) => a.openedAt - b.openedAt)
    .slice(0, share);
  const sheltered = new Set([...useful, ...oldest]);
  const groups = Map.groupBy(connections, ({ group }) => group);
  return connections
    .filter((candidate) => !sheltered.has(candidate))
    .toSorted(
      (a, b) => groups.get(b.group)!.length - groups.get(a.group)!.length || b.openedAt - a.openedAt,
    )[0];
}

/** Decides which inbound connection has to close when a new one is open. */
export interface InboundSlots {
  /**
   * @param newcomer a connection that has just opened
   * @param all every open connection, the new one too
   * @returns the connection to close, which may be the new one; `undefined` where there is room
   */
  excess(newcomer: Connection, all: readonly Connection[]): Connection | undefined;
}

/** @param clock Unix milliseconds */
export function createInboundSlots(limits: PeerLimits, book: PeerBook, clock: () => number): InboundSlots {
  const evictions = new LRUCache<string, TokenBucket>({ max: REMEMBERED_GROUPS });
  const mayEvict = (group: string): boolean => {
    const bucket = evictions.get(group) ?? new TokenBucket(EVICTIONS, clock);
    evictions.set(group, bucket);
    return bucket.take();
  };
  const describe = (connection: Connection) => {
    const peer = book.get(connection.remotePeer.toString());
    return {
      connection,
      group: groupOf(hostOf(connection.remoteAddr)),
      openedAt: connection.timeline.open,
      usefulAt: peer?.usefulAt,
      isExtra: peer !== undefined && peer.connection !== connection,
    };
  };
  return {
    excess(newcomer, all) {
      if (newcomer.direction !== 'inbound') return undefined;
      const inbound = all.filter(({ direction, status }) => direction === 'inbound' && status === 'open');
      const host = hostOf(newcomer.remoteAddr);
      const group = groupOf(host);
      const others = inbound.filter((connection) => connection !== newcomer).map(describe);
      const neighbours = others.filter((other) => other.group === group);
      const isLocal = kindOf(host) !== 'public';
      const isGroupFull =
        neighbours.length >= (isLocal ? limits.inboundPerLocalGroup : limits.inboundPerGroup);
      if (!isGroupFull && others.length < limits.maximumInbound) return undefined;
      if (!mayEvict(group)) return newcomer;
      return chooseEviction(isGroupFull ? neighbours : others)?.connection ?? newcomer;
    },
  };
}
