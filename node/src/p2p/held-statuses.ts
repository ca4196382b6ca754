import type { ChainReader } from '../chain/chain-reader.ts';
import type { BlockIntake } from './block-intake.ts';
import type { ChainStatus } from './chain-status.ts';
import type { PeerBook } from './peer-book.ts';
import type { Peer } from './peer.ts';
import type { PeerLimits } from './peer-limits.ts';

export interface HeldStatusesOptions {
  readonly chain: ChainReader;
  readonly book: PeerBook;
  readonly intake: BlockIntake;
  readonly limits: PeerLimits;
  /** Called with each status that is taken up. */
  readonly onStatus: (peer: Peer, first: boolean) => void;
}

/**
 * Statuses that overtook their block. A new block and its miner's new status go two ways, gossip and a conversation; a
 * peer that says "one more than you" is taken at its word when that block is here, or has not come in a while. Until
 * then its earlier advertisement stands, so that a node that keeps up is `ready` throughout and never `syncing`
 * (contract section 3.3). Anything higher, and any first status, counts at once.
 */
export interface HeldStatuses {
  /** @returns true when the status is kept back; an earlier one of that peer is forgotten in any case */
  hold(peer: Peer, status: ChainStatus): boolean;
  /** Our tip moved: takes up everything. */
  takeUp(): void;
  clear(): void;
}

interface Held {
  readonly status: ChainStatus;
  readonly timer: NodeJS.Timeout;
}

export function createHeldStatuses({
  chain,
  book,
  intake,
  limits,
  onStatus,
}: HeldStatusesOptions): HeldStatuses {
  const held = new Map<Peer, Held>();
  const release = (peer: Peer, entry: Held): void => {
    if (held.get(peer) !== entry) return; // taken up meanwhile
    clearTimeout(entry.timer);
    held.delete(peer);
    if (book.get(peer.id) === peer) onStatus(peer, book.heard(peer, entry.status));
  };
  return {
    hold(peer, status) {
      clearTimeout(held.get(peer)?.timer);
      held.delete(peer);
      const isNext = status.height === (chain.tip()?.height ?? -1) + 1;
      if (peer.status === undefined || peer.status.height >= status.height || !isNext) return false;
      peer.seen();
      // The block may be here already and take its time to be validated.
      const wait = (): void => void intake.idle().then(() => release(peer, entry));
      const entry: Held = { status, timer: setTimeout(wait, limits.gossipGrace).unref() };
      held.set(peer, entry);
      return true;
    },
    takeUp() {
      for (const [peer, entry] of held) release(peer, entry);
    },
    clear() {
      for (const { timer } of held.values()) clearTimeout(timer);
      held.clear();
    },
  };
}
