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
 * Blocks that wait for their parent (PROTOCOL.md section 8): at most 64 blocks and 32 MiB from one peer, 64 MiB in all, for
 * 10 minutes. Above a peer's limit its oldest block is deleted, above the total the oldest of the peer with the most bytes.
 * The peer gets no penalty. Meanwhile the node asks it for its status (`peer-network.ts`), and then fetches the headers and
 * blocks in between. `block-intake.ts` adds blocks here, and offers them to the chain once their parents are known.
 */
export class Orphans {
  readonly #limits: PeerLimits;
  readonly #clock: () => number;
  /** Oldest first. */
  readonly #orphans = new Map<BlockId, Orphan>();

  /** @param clock Unix milliseconds */
  constructor(limits: PeerLimits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get size(): number {
    return this.#orphans.size;
  }

  /** Bytes of all blocks. */
  get bytes(): number {
    return bytesOf(this.#orphans.values());
  }

  add(peer: Peer, block: { id: BlockId; previousBlockId: BlockId; raw: Uint8Array }): void {
    const { orphansPerPeer, orphanBytesPerPeer, orphanBytesTotal, orphanLifetimeMs } = this.#limits;
    this.expire();
    if (this.#orphans.has(block.id) || block.raw.length > orphanBytesPerPeer) return;
    this.#orphans.set(block.id, { ...block, peer, until: this.#clock() + orphanLifetimeMs });
    let own = this.#of(peer);
    for (
      let bytes = bytesOf(own);
      own.length > orphansPerPeer || bytes > orphanBytesPerPeer;
      bytes = bytesOf(own)
    ) {
      this.#orphans.delete(own[0]!.id);
      own = own.slice(1);
    }
    while (this.bytes > orphanBytesTotal) this.#evictOne();
  }

  /** Removes and returns the blocks whose parents are known now. */
  takeConnected(isKnown: (id: BlockId) => boolean): { raw: Uint8Array; peer: Peer }[] {
    const connected = [...this.#orphans.values()].filter(({ previousBlockId }) => isKnown(previousBlockId));
    for (const { id } of connected) this.#orphans.delete(id);
    return connected;
  }

  /** Deletes expired blocks. */
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
