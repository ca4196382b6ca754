import { type BlockId, ConsensusError, ProtocolError, type TreeBlock } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import { receiveBlock, type ReceivedBlock } from '@cairn/chain';
import type { Peer, PeerContext } from './peers.ts';

/** Blocks below the tip up to which the parent of an unsolicited side block may lie (PROTOCOL.md section 8). */
const NEAR_TIP_BLOCKS = 6;

/**
 * The result of receiving a block from a peer.
 * - `added`: it is the new tip, or the chain switched to its branch; it is on disk.
 * - `orphan`: its parent is unknown.
 * - `ignored`: the node has it already, or keeps it as a side block; or it is too deep below the tip, its timestamp is too far ahead of
 *   this node's clock, or too many blocks wait.
 * - `invalid`: malformed bytes, or the block or one of its ancestors breaks a rule.
 */
export type Reception = 'added' | 'orphan' | 'ignored' | 'invalid';

/** A block whose parent is unknown. */
interface Orphan {
  readonly block: ReceivedBlock;
  readonly peer: Peer;
}

/** Passes all blocks from peers to the chain, and keeps those whose parent is unknown (PROTOCOL.md section 8). */
export class BlockIntake {
  readonly #context: PeerContext;
  readonly #receiving = new Set<BlockId>();
  /** Bytes of gossiped blocks of all peers that wait for validation. */
  #waitingBytes = 0;
  /** Above their total, the oldest are forgotten. */
  readonly #orphans: LRUCache<BlockId, Orphan>;

  constructor(context: PeerContext) {
    this.#context = context;
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
   * The peer of an invalid block is penalized.
   * @throws the chain's error if that does not concern the block: not the peer's fault
   */
  async receive(raw: Uint8Array, peer: Peer): Promise<Reception> {
    if (!this.#reserve(peer, raw.length)) return 'ignored';
    try {
      const { chain } = this.#context;
      const block = receiveBlock(raw);
      const parent = chain.tree.get(block.header.previousBlockId);
      // PROTOCOL.md section 8: others by header first.
      if (parent && !isNearTip(chain.tree.active, parent)) {
        chain.receiveHeader(raw);
        return 'ignored';
      }
      const reception = await this.offer(block, peer);
      if (reception === 'orphan') this.#keepOrphan({ block, peer });
      return reception;
    } catch (error) {
      return this.#judge(error, peer);
    } finally {
      this.#reserve(peer, -raw.length);
    }
  }

  /**
   * Offers a block of any branch to the chain. A body that does not match its header costs the peer that sent it; one that breaks another
   * rule only if the block was not asked for.
   * @throws as `receive`
   */
  async offer(block: ReceivedBlock, peer: Peer, isSolicited = false): Promise<Reception> {
    const { id } = block;
    const isFirst = !this.#receiving.has(id);
    this.#receiving.add(id);
    try {
      const { outcome } = await this.#context.chain.offerBlock(block);
      if (outcome === 'orphan') return 'orphan';
      if (outcome === 'known' || outcome === 'too_old') return 'ignored';
      this.connectOrphans();
      return outcome === 'side' ? 'ignored' : 'added';
    } catch (error) {
      return this.#judge(error, peer, isSolicited);
    } finally {
      if (isFirst) this.#receiving.delete(id);
    }
  }

  /** Offers orphans whose parents are known now; they are validated in the background. */
  connectOrphans(): void {
    const { chain, logger } = this.#context;
    const isDue = ({ block: { header } }: Orphan): boolean =>
      chain.tree.get(header.previousBlockId) !== undefined;
    for (const { block, peer } of [...this.#orphans.values()].filter(isDue)) {
      this.#orphans.delete(block.id);
      this.offer(block, peer).catch(({ message }: Error) => logger.debug(`Cannot add a block: ${message}`));
    }
  }

  /** Resolves once every block passed to the chain is committed or rejected, and keeps no orphan any more. */
  async close(): Promise<void> {
    this.#orphans.clear();
    await this.#context.chain.idle();
  }

  /** Adds to the bytes that wait, or takes away a negative number. @returns false, and adds nothing, above a limit */
  #reserve(peer: Peer, bytes: number): boolean {
    const { bytesInValidation, bytesInValidationPerPeer } = this.#context.limits;
    const own = peer.bytesInValidation + bytes;
    if (own > bytesInValidationPerPeer || this.#waitingBytes + bytes > bytesInValidation) return false;
    this.#waitingBytes += bytes;
    peer.bytesInValidation = own;
    return true;
  }

  /** A peer at its limit gets no more in. */
  #keepOrphan(orphan: Orphan): void {
    const { orphansPerPeer, orphanBytesPerPeer } = this.#context.limits;
    const own = [...this.#orphans.values()].filter(({ peer }) => peer.id === orphan.peer.id);
    const bytes = own.reduce((sum, { block }) => sum + block.raw.length, orphan.block.raw.length);
    if (own.length < orphansPerPeer && bytes <= orphanBytesPerPeer)
      this.#orphans.set(orphan.block.id, orphan);
  }

  /** @throws the error itself if it does not concern the block */
  #judge(error: unknown, peer: Peer, isSolicited = false): Reception {
    if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
    const { code, message } = error;
    if (code === 'timestamp_too_new') return 'ignored';
    const isAltered = error instanceof ProtocolError || code === 'bad_merkle_root';
    if (isAltered || !isSolicited)
      this.#context.peers.penalize(peer, 'invalid', `it sent an invalid block: ${code}: ${message}`);
    return 'invalid';
  }
}

/** True if the branch up to a block has at least the work of the chain less that of its newest blocks. */
function isNearTip(tip: TreeBlock, { work }: TreeBlock): boolean {
  let limit = tip;
  for (let blocks = 0; blocks < NEAR_TIP_BLOCKS && limit.parent !== undefined; blocks += 1)
    limit = limit.parent;
  return work >= limit.work;
}
