import { type BlockId, ConsensusError, ProtocolError } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import { receiveBlock, type ReceivedBlock } from '../chain/block-validation.ts';
import type { Peer, PeerContext } from './peers.ts';

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
  /** Gossiped blocks that wait for validation. */
  readonly #waiting = new Set<{ readonly peer: Peer; readonly bytes: number }>();
  /** Above their total, the oldest are forgotten. */
  readonly #orphans: LRUCache<BlockId, Orphan>;

  /** @param onBlock called after a block of any branch was added */
  constructor(context: PeerContext, onBlock: (id: BlockId) => void) {
    this.#context = context;
    this.#onBlock = onBlock;
    this.#orphans = new LRUCache({
      maxSize: context.limits.orphanBytesTotal,
      sizeCalculation: ({ block }) => block.raw.length,
      ttl: context.limits.orphanLifetimeMs,
      ttlAutopurge: true,
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
    const all = [...this.#waiting];
    const own = all.filter((one) => one.peer.id === peer.id);
    if (
      bytesOf(own) + raw.length > limits.bytesInValidationPerPeer ||
      bytesOf(all) + raw.length > limits.bytesInValidation
    )
      return { outcome: 'ignored' };
    const waiting = { peer, bytes: raw.length };
    this.#waiting.add(waiting);
    try {
      const block = receiveBlock(raw);
      const parent = chain.tree.get(block.header.previousBlockId);
      // PROTOCOL.md section 8: others by header first.
      if (parent && parent.id !== chain.acceptedTip()?.id && !chain.isNearTip(parent)) {
        chain.receiveHeader(raw);
        return { outcome: 'ignored' };
      }
      const reception = await this.offer(block);
      if (reception.outcome === 'orphan') this.#keepOrphan({ block, peer });
      return reception;
    } catch (error) {
      return receptionOf(error);
    } finally {
      this.#waiting.delete(waiting);
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
    const isDue = ({ block: { header } }: Orphan): boolean =>
      chain.tree.get(header.previousBlockId) !== undefined;
    for (const { block, peer } of [...this.#orphans.values()].filter(isDue)) {
      this.#orphans.delete(block.id);
      this.offer(block).then(
        (reception) => this.penalize(peer, reception),
        ({ message }: Error) => logger.error(`Cannot store data from a peer: ${message}`),
      );
    }
  }

  /** Resolves once every block passed to the chain is committed or rejected, and keeps no orphan any more. */
  async close(): Promise<void> {
    this.#orphans.clear();
    await this.#context.chain.idle();
  }

  /** A peer at its limit gets no more in. */
  #keepOrphan(orphan: Orphan): void {
    const { orphansPerPeer, orphanBytesPerPeer } = this.#context.limits;
    const own = [...this.#orphans.values()].filter(({ peer }) => peer.id === orphan.peer.id);
    const bytes = own.reduce((sum, { block }) => sum + block.raw.length, orphan.block.raw.length);
    if (own.length < orphansPerPeer && bytes <= orphanBytesPerPeer)
      this.#orphans.set(orphan.block.id, orphan);
  }
}

function bytesOf(waiting: readonly { readonly bytes: number }[]): number {
  return waiting.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** @throws the error itself if it does not concern the block */
function receptionOf(error: unknown): Reception {
  if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
  if (error.code === 'timestamp_too_new') return { outcome: 'ignored' };
  const reason = `${error.code}: ${error.message}`;
  const isAltered = error instanceof ProtocolError || error.code === 'bad_merkle_root';
  return { outcome: isAltered ? 'altered' : 'invalid', reason };
}
