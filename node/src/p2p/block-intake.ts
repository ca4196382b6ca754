import { type BlockId, ConsensusError, ProtocolError } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import { receiveBlock, type ReceivedBlock } from '../chain/block-validation.ts';
import type { PeerContext } from './peer-options.ts';
import type { Peer } from './peers.ts';

/**
 * The result of receiving a block from a peer.
 * - `added`: it is the new tip, or the chain switched to its branch; `stored` resolves once that is on disk, or rejects with a
 *   StorageWriteError or ChainError, which a caller may ignore.
 * - `side`: stored as a side block: its branch has no more work than the chain.
 * - `known`: the node has it already.
 * - `orphan`: its parent is unknown.
 * - `ignored`: too deep below the tip, its timestamp is too far ahead of this node's clock, or too many blocks wait.
 * - `altered`: malformed bytes, or a body that does not match its header.
 * - `invalid`: the block or one of its ancestors breaks a rule.
 */
export type Reception =
  | { readonly outcome: 'added'; readonly stored: Promise<unknown> }
  | { readonly outcome: 'side' | 'known' | 'orphan' | 'ignored' }
  | { readonly outcome: 'altered' | 'invalid'; readonly reason: string };

/** A block whose parent is unknown. */
interface Orphan {
  readonly block: ReceivedBlock;
  readonly peer: Peer;
}

/** Passes all blocks from peers to the chain, and keeps those whose parent is unknown (PROTOCOL.md section 8). */
export class BlockIntake {
  readonly #context: PeerContext;
  readonly #onBlock: (id: BlockId) => void;
  readonly #receiving = new Set<BlockId>();
  /** Bytes of gossiped blocks that wait for validation, of each peer. */
  readonly #waiting = new Map<Peer, number>();
  /** Oldest first. Above their total, the oldest are forgotten. */
  readonly #orphans: LRUCache<BlockId, Orphan>;

  /** @param onBlock called after a block of any branch was added */
  constructor(context: PeerContext, onBlock: (id: BlockId) => void) {
    this.#context = context;
    this.#onBlock = onBlock;
    const { limits, clock } = context;
    this.#orphans = new LRUCache({
      maxSize: limits.orphanBytesTotal,
      sizeCalculation: ({ block }) => block.raw.length,
      ttl: limits.orphanLifetimeMs,
      ttlResolution: 0,
      perf: { now: clock },
    });
  }

  /** True while a peer's block is being added: its chain event does not mean that this node mined it. */
  isReceiving(id: BlockId): boolean {
    return this.#receiving.has(id);
  }

  /** Number and bytes of the blocks whose parent is unknown. */
  get orphans(): { readonly count: number; readonly bytes: number } {
    return { count: this.#orphans.size, bytes: this.#orphans.calculatedSize };
  }

  /**
   * Takes a gossiped block, within the peer's budget of waiting bytes. Of one on a branch far from the tip only the header is taken.
   * @throws StorageWriteError or ChainError if the chain cannot store blocks: not the peer's fault
   */
  async receive(raw: Uint8Array, peer: Peer): Promise<Reception> {
    const { limits, chain } = this.#context;
    const own = this.#waiting.get(peer) ?? 0;
    const all = [...this.#waiting.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (own + raw.length > limits.bytesInValidationPerPeer || all + raw.length > limits.bytesInValidation)
      return { outcome: 'ignored' };
    this.#waiting.set(peer, own + raw.length);
    try {
      const block = receiveBlock(raw);
      if (this.#isFarSideBlock(block)) {
        chain.receiveHeader(raw);
        return { outcome: 'ignored' };
      }
      const reception = await this.offer(block);
      if (reception.outcome === 'orphan') this.#keepOrphan({ block, peer });
      return reception;
    } catch (error) {
      return receptionOf(error);
    } finally {
      const left = this.#waiting.get(peer)! - raw.length;
      if (left === 0) this.#waiting.delete(peer);
      else this.#waiting.set(peer, left);
    }
  }

  /** Offers a block of any branch to the chain. @throws as `receive` */
  async offer(block: ReceivedBlock): Promise<Reception> {
    const { id } = block;
    const isFirst = !this.#receiving.has(id);
    this.#receiving.add(id);
    let stored: Promise<unknown> | undefined;
    try {
      const arrival = await this.#context.chain.offerBlock(block);
      if (arrival.outcome === 'accepted') {
        stored = arrival.committed.finally(() => isFirst && this.#receiving.delete(id));
        stored.catch(() => undefined); // a caller need not wait for it
      }
      if (arrival.outcome === 'orphan' || arrival.outcome === 'known') return { outcome: arrival.outcome };
      if (arrival.outcome === 'too_old') return { outcome: 'ignored' };
      this.#onBlock(id);
      this.connectOrphans();
      return arrival.outcome === 'side'
        ? { outcome: 'side' }
        : { outcome: 'added', stored: stored ?? Promise.resolve() };
    } catch (error) {
      return receptionOf(error);
    } finally {
      if (stored === undefined && isFirst) this.#receiving.delete(id);
    }
  }

  /** Penalizes the peer that sent a block which no honest node sends. */
  penalize(peer: Peer, reception: Reception): void {
    if (reception.outcome === 'altered' || reception.outcome === 'invalid')
      this.#context.peers.penalize(peer, 'invalid', `it sent an invalid block: ${reception.reason}`);
  }

  /** Offers orphans whose parents are known now; they are validated in the background. */
  connectOrphans(): void {
    const { chain, logger } = this.#context;
    const due = [...this.#orphans.values()].filter(
      ({ block }) => chain.tree.get(block.header.previousBlockId) !== undefined,
    );
    for (const { block, peer } of due) {
      this.#orphans.delete(block.id);
      this.offer(block).then(
        (reception) => this.penalize(peer, reception),
        ({ message }: Error) => logger.error(`Cannot store data from a peer: ${message}`),
      );
    }
  }

  expireOrphans(): void {
    this.#orphans.purgeStale();
  }

  /** Resolves once every block passed to the chain is committed or rejected. */
  idle(): Promise<void> {
    return this.#context.chain.idle();
  }

  /** Above a peer's limits, its oldest blocks are forgotten. */
  #keepOrphan(orphan: Orphan): void {
    const { orphansPerPeer, orphanBytesPerPeer } = this.#context.limits;
    this.#orphans.set(orphan.block.id, orphan);
    const own = [...this.#orphans.values()].filter(({ peer }) => peer.id === orphan.peer.id); // newest first
    let bytes = 0;
    for (const [index, { block }] of own.entries()) {
      bytes += block.raw.length;
      if (index >= orphansPerPeer || bytes > orphanBytesPerPeer) this.#orphans.delete(block.id);
    }
  }

  /** True for a block of another branch whose parent is far from the tip (PROTOCOL.md section 8). */
  #isFarSideBlock({ header }: ReceivedBlock): boolean {
    const { chain } = this.#context;
    const parent = chain.tree.get(header.previousBlockId);
    return parent !== undefined && parent.id !== chain.acceptedTip()?.id && !chain.isNearTip(parent);
  }
}

/** @throws the error itself if it does not concern the block */
function receptionOf(error: unknown): Reception {
  if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
  if (error.code === 'timestamp_too_new') return { outcome: 'ignored' };
  const reason = `${error.code}: ${error.message}`;
  const isAltered = error instanceof ProtocolError || error.code === 'bad_merkle_root';
  return { outcome: isAltered ? 'altered' : 'invalid', reason };
}
