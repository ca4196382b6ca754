import type { Connection } from '@libp2p/interface';
import { LRUCache } from 'lru-cache';
import { groupOf, hostOf, kindOf } from './address-group.ts';
import type { PeerBook } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';
import { TokenBucket } from './token-bucket.ts';

/** The properties of an inbound connection that `chooseEviction` compares. */
export interface InboundConnection {
  /** IPv4 /24 or IPv6 /48 of the peer. */
  readonly group: string;
  /** Unix milliseconds. */
  readonly openedAt: number;
  /** When its peer last sent a block or transaction that was new to this node, Unix milliseconds. */
  readonly usefulAt: number | undefined;
  /** True for a further connection of a connected peer: it is never protected. */
  readonly isExtra: boolean;
}

/**
 * Share of the connections that are protected because they were useful recently; as many are protected because of their
 * age.
 */
const PROTECTED_SHARE = 1 / 4;
/** How often new connections of one group may evict another: a few at once, then one every ten seconds. */
const EVICTIONS = { perSecond: 0.1, burst: 4 };
const REMEMBERED_GROUPS = 4_096;

/**
 * Chooses the connection to close if there are too many: the newest of the group with the most connections, except those
 * that were useful recently and the oldest. An attacker with many keys in few networks thus evicts its own connections. A
 * slot is protected by age, blocks and transactions with a fee, none of which can be forged cheaply.
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
  const protectedOnes = new Set([...useful, ...oldest]);
  const groups = Map.groupBy(connections, ({ group }) => group);
  return connections
    .filter((candidate) => !protectedOnes.has(candidate))
    .toSorted(
      (a, b) => groups.get(b.group)!.length - groups.get(a.group)!.length || b.openedAt - a.openedAt,
    )[0];
}

/** Decides which inbound connection to close when a new one has opened. */
export interface InboundSlots {
  /**
   * @param newcomer a connection that has just opened
   * @param all every open connection, including the new one
   * @returns the connection to close, which may be the new one; `undefined` if there is room
   */
  connectionToClose(newcomer: Connection, all: readonly Connection[]): Connection | undefined;
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
    connectionToClose(newcomer, all) {
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
