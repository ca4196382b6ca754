import type { BlockId } from '@cairn/protocol';
import type { Peer } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';

/** A block whose parent is unknown. */
interface Orphan {
  readonly id: BlockId;
  readonly previousBlockId: BlockId;
  readonly raw: Uint8Array;
  readonly peer: Peer;
  /** Unix milliseconds. */
  readonly until: number;
}

/**
 * Blocks that wait until their parent is known (PROTOCOL.md section 8): of one peer at most 64 and 32 MiB, of all peers
 * together 64 MiB, for 10 minutes. The oldest of the peer that has the most makes room.
 */
export class Orphans {
  readonly #limits: PeerLimits;
  readonly #clock: () => number;
  /** By ID, the oldest first. */
  readonly #orphans = new Map<BlockId, Orphan>();

  /** @param clock Unix milliseconds */
  constructor(limits: PeerLimits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Blocks that wait. */
  get size(): number {
    return this.#orphans.size;
  }

  /** Bytes of the blocks that wait. */
  get bytes(): number {
    return bytesOf(this.#orphans.values());
  }

  add(peer: Peer, block: { id: BlockId; previousBlockId: BlockId; raw: Uint8Array }): void {
    const { orphans, orphanBytes, orphanBytesOfAll, orphanPatience } = this.#limits;
    this.expire();
    if (this.#orphans.has(block.id) || block.raw.length > orphanBytes) return;
    this.#orphans.set(block.id, { ...block, peer, until: this.#clock() + orphanPatience });
    let own = this.#of(peer);
    for (let bytes = bytesOf(own); own.length > orphans || bytes > orphanBytes; bytes = bytesOf(own)) {
      this.#orphans.delete(own[0]!.id);
      own = own.slice(1);
    }
    while (this.bytes > orphanBytesOfAll) this.#evictOne();
  }

  /** Removes and returns the blocks whose parents are known now. */
  takeConnected(isKnown: (id: BlockId) => boolean): { raw: Uint8Array; peer: Peer }[] {
    const connected = [...this.#orphans.values()].filter(({ previousBlockId }) => isKnown(previousBlockId));
    for (const { id } of connected) this.#orphans.delete(id);
    return connected;
  }

  /** Drops expired orphans. */
  expire(): void {
    const now = this.#clock();
    for (const { id, until } of this.#orphans.values()) if (until <= now) this.#orphans.delete(id);
  }

  #of(peer: Peer): Orphan[] {
    return [...this.#orphans.values()].filter((orphan) => orphan.peer.id === peer.id);
  }

  #evictOne(): void {
    const peers = new Map([...this.#orphans.values()].map(({ peer }) => [peer.id, peer]));
    const shares = [...peers.values()].map((peer) => this.#of(peer));
    const largest = shares.reduce((most, share) => (bytesOf(share) > bytesOf(most) ? share : most), []);
    this.#orphans.delete(largest[0]!.id);
  }
}

function bytesOf(orphans: Iterable<Orphan>): number {
  let bytes = 0;
  for (const { raw } of orphans) bytes += raw.length;
  return bytes;
}
