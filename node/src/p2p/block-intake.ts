import { type BlockId, ConsensusError, ProtocolError } from '@cairn/protocol';
import { receiveBlock, type ReceivedBlock } from '../chain/block-validation.ts';
import type { Chain } from '../chain/chain.ts';
import { Orphans } from './orphans.ts';
import type { Peer } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';

/**
 * The result of receiving a block from a peer.
 * - `added`: it is the new tip, or the chain switched to its branch; `stored` resolves once that is on disk, or rejects with a
 *   StorageWriteError or ChainError, which a caller may ignore.
 * - `side`: stored as a side block: its branch has no more work than the chain.
 * - `known`: the node has it already.
 * - `orphan`: kept until its unknown parent arrives.
 * - `ignored`: too deep below the tip, or its timestamp is too far ahead of this node's clock.
 * - `altered`: malformed bytes, or a body that does not match its header.
 * - `invalid`: the block or one of its ancestors breaks a rule.
 */
export type Reception =
  | { readonly outcome: 'added'; readonly stored: Promise<unknown> }
  | { readonly outcome: 'side' | 'known' | 'orphan' | 'ignored' }
  | { readonly outcome: 'altered' | 'invalid'; readonly reason: string };

/** Passes all blocks from peers to the chain. */
export interface BlockIntake {
  /**
   * Offers a block of any branch to the chain, one at a time.
   * @throws StorageWriteError or ChainError if the chain cannot store blocks: not the peer's fault
   */
  receive(
    raw: Uint8Array,
    peer: Peer,
    options?: {
      /** False for a block that the peer sent by itself: of one far from the tip, only the header is taken. True by default. */
      readonly isRequested?: boolean;
    },
  ): Promise<Reception>;
  /** Offers orphans whose parents are known now; they are validated in the background. */
  connectOrphans(): void;
  /** True while a peer's block is being added: its chain event does not mean that this node mined it. */
  isReceiving(id: BlockId): boolean;
  /** Bytes of the blocks waiting for validation. */
  readonly waitingBytes: number;
  /** Blocks waiting for their parents. */
  readonly orphans: Orphans;
  /** Resolves once every block passed to the chain is committed or rejected. */
  idle(): Promise<void>;
}

/** Creates the intake. The chain's own queue keeps the blocks in order. */
export function createBlockIntake(options: {
  readonly chain: Chain;
  readonly limits: PeerLimits;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** Called if an orphan turns out to be invalid, with the peer that sent it. */
  readonly onInvalid: (peer: Peer, reason: string) => void;
  /** Called if the chain cannot store an orphan, which is then lost. */
  readonly onError: (error: Error) => void;
}): BlockIntake {
  const { chain, limits, clock, onInvalid, onError } = options;
  const receiving = new Set<BlockId>();
  const orphans = new Orphans(limits, clock);
  let waitingBytes = 0;

  const offer = async (block: ReceivedBlock, peer: Peer): Promise<Reception> => {
    const { id, raw, header } = block;
    const isFirst = !receiving.has(id);
    receiving.add(id);
    let stored: Promise<unknown> | undefined;
    waitingBytes += raw.length;
    try {
      const arrival = await chain.offerBlock(block);
      if (arrival.outcome === 'accepted') {
        stored = arrival.committed.finally(() => isFirst && receiving.delete(id));
        stored.catch(() => undefined); // a caller need not wait for it
        return { outcome: 'added', stored };
      }
      if (arrival.outcome === 'reorganized') return { outcome: 'added', stored: Promise.resolve() };
      if (arrival.outcome === 'too_old') return { outcome: 'ignored' };
      if (arrival.outcome === 'orphan')
        orphans.add(peer, { id, previousBlockId: header.previousBlockId, raw });
      return { outcome: arrival.outcome };
    } catch (error) {
      return receptionOf(error);
    } finally {
      waitingBytes -= raw.length;
      if (stored === undefined && isFirst) receiving.delete(id);
    }
  };

  const connect = async (raw: Uint8Array, peer: Peer): Promise<void> => {
    const reception = await offer(receiveBlock(raw), peer);
    if (reception.outcome === 'altered' || reception.outcome === 'invalid') onInvalid(peer, reception.reason);
    else if (reception.outcome === 'added' || reception.outcome === 'side') connectOrphans();
  };
  const connectOrphans = (): void => {
    const known = (id: BlockId): boolean => chain.tree.get(id) !== undefined;
    for (const { raw, peer } of orphans.takeConnected(known)) void connect(raw, peer).catch(onError);
  };

  return {
    async receive(raw, peer, { isRequested = true } = {}) {
      let block: ReceivedBlock;
      try {
        block = receiveBlock(raw);
        if (!isRequested && isFarSideBlock(chain, block)) {
          chain.receiveHeader(raw);
          return { outcome: 'ignored' };
        }
      } catch (error) {
        return receptionOf(error);
      }
      const reception = await offer(block, peer);
      if (orphans.size > 0 && (reception.outcome === 'added' || reception.outcome === 'side'))
        connectOrphans();
      return reception;
    },
    connectOrphans,
    isReceiving: (id) => receiving.has(id),
    get waitingBytes() {
      return waitingBytes;
    },
    orphans,
    idle: () => chain.idle(),
  };
}

/** True for a block of another branch whose parent is far from the tip (PROTOCOL.md section 8). */
function isFarSideBlock(chain: Chain, { header }: ReceivedBlock): boolean {
  const parent = chain.tree.get(header.previousBlockId);
  return parent !== undefined && parent.id !== chain.acceptedTip()?.id && !chain.isNearTip(parent);
}

/** @throws the error itself if it does not concern the block */
function receptionOf(error: unknown): Reception {
  if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
  if (error.code === 'timestamp_too_new') return { outcome: 'ignored' };
  const reason = `${error.code}: ${error.message}`;
  const isAltered = error instanceof ProtocolError || error.code === 'bad_merkle_root';
  return { outcome: isAltered ? 'altered' : 'invalid', reason };
}
