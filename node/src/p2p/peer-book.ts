import type { Connection } from '@libp2p/interface';
import type { Logger } from 'pino';
import type { ChainStatus } from './chain-status.ts';
import { Peer } from './peer.ts';
import { DROP_POINTS, OFFENCES, type PeerLimits } from './peer-limits.ts';
import { createRefusals, type Refusals } from './refusals.ts';

export interface PeerBookOptions {
  readonly limits: PeerLimits;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Every connection to a peer: it may have opened more than the one that the book knows. */
  readonly connectionsTo: (peerId: string) => readonly Connection[];
}

const REMEMBERED = 1_000;

/** Every connected peer, how it behaves, and who is refused for a while. */
export class PeerBook {
  readonly #options: PeerBookOptions;
  readonly #peers = new Map<string, Peer>();
  readonly #refused: Refusals;
  /** Points of those that are gone, so that coming back does not wipe them out; the newest few. */
  readonly #pointsOfGone = new Map<string, number>();

  constructor(options: PeerBookOptions) {
    this.#options = options;
    this.#refused = createRefusals(options.clock);
  }

  /** Notes a new connection; a second one to the same peer changes nothing. */
  add(connection: Connection): Peer {
    const id = connection.remotePeer.toString();
    const known = this.#peers.get(id);
    if (known !== undefined && known.connection.status === 'open') return known;
    const peer = new Peer(connection, this.#options.limits, this.#options.clock);
    peer.status = known?.status;
    peer.addPoints(known?.points ?? this.#pointsOfGone.get(id) ?? 0);
    this.#pointsOfGone.delete(id);
    this.#peers.set(id, peer);
    return peer;
  }

  remove(id: string): void {
    const peer = this.#peers.get(id);
    if (peer === undefined) return;
    this.#peers.delete(id);
    this.#remember(peer);
    if (peer.status !== undefined) this.#options.logger.info(`Peer ${peer.name} is gone`);
  }

  #remember({ id, points }: Peer): void {
    if (points > 0) this.#pointsOfGone.set(id, points);
    const [oldest] = this.#pointsOfGone.keys();
    if (this.#pointsOfGone.size > REMEMBERED) this.#pointsOfGone.delete(oldest!);
  }

  get(id: string): Peer | undefined {
    return this.#peers.get(id);
  }

  /** The peers whose handshake is through. */
  ready(): Peer[] {
    return [...this.#peers.values()].filter(
      ({ status, connection }) => status !== undefined && connection.status === 'open',
    );
  }

  /** @returns true when this is the peer's first status: its handshake is through */
  heard(peer: Peer, status: ChainStatus): boolean {
    const first = peer.status === undefined;
    peer.seen();
    peer.status = status;
    if (first) {
      const direction = peer.connection.direction === 'inbound' ? 'called us' : 'answered';
      this.#options.logger.info(`Peer ${peer.name} ${direction}: height ${status.height}`);
    }
    return first;
  }

  /** Scores a peer down; with too many points it is dropped. */
  penalize(peer: Peer, offence: keyof typeof OFFENCES, reason: string): void {
    peer.addPoints(OFFENCES[offence]);
    const { points } = peer;
    // Forgiveness runs from the first point on: a whole sum is never quite reached.
    if (points > DROP_POINTS - 1) return this.drop(peer, reason);
    this.#options.logger.debug({ peer: peer.id, points, reason }, `Peer ${peer.name}: ${reason}`);
  }

  /** Scores a peer down and ends its connections; it may come back while it has points left. */
  hangUp(peer: Peer, offence: keyof typeof OFFENCES, reason: string): void {
    this.penalize(peer, offence, reason);
    if (this.#peers.get(peer.id) !== peer) return; // dropped
    this.#options.logger.info(`Peer ${peer.name} is not spoken to any longer: ${reason}`);
    this.#cutOff(peer, reason);
  }

  /** Ends its connections with one line in the log, and refuses the peer for a while. */
  drop(peer: Peer, reason: string): void {
    if (this.#refused.has(peer.id)) return;
    const { limits, clock, logger } = this.#options;
    this.#refused.add(peer.id, clock() + limits.refusal);
    this.#peers.delete(peer.id);
    const minutes = Math.max(1, Math.round(limits.refusal / 60_000));
    logger.warn(`Peer ${peer.name} dropped and refused for ${minutes} min: ${reason}`);
    this.#cutOff(peer, reason);
  }

  #cutOff({ id, connection }: Peer, reason: string): void {
    const all = new Set([connection, ...this.#options.connectionsTo(id)]);
    for (const one of all) one.abort(new Error(reason));
  }

  /** A peer on another chain: never adopted, v1 has no fork choice (PROTOCOL.md section 5). */
  dropDiverged(peer: Peer, height: number): void {
    this.drop(peer, `its chain is another one: block ${height} differs, and v1 has no fork choice`);
  }

  isRefused(id: string): boolean {
    return this.#refused.has(id);
  }
}
