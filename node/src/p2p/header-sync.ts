/** Which headers are asked of whom, and what they prove (PROTOCOL.md section 8). */
import { setImmediate } from 'node:timers/promises';
import {
  type BlockId,
  blockId,
  ConsensusError,
  decodeBlockHeader,
  HEADER_SIZE,
  type HeaderTree,
  hexToBytes,
  locatorHeights,
  MAX_HEADERS_PER_ANSWER,
  MAX_LOCATOR_IDS,
  ProtocolError,
  type TreeBlock,
} from '@cairn/protocol';
import type { Chain } from '../chain/chain.ts';
import type { BlockIntake } from './block-intake.ts';
import type { PeerContext } from './peer-options.ts';
import type { ChainStatus, Peer } from './peers.ts';
import { ask, piecesOf } from './wire.ts';

/** Headers validated per turn of the event loop: some 5 ms. */
const HEADERS_PER_TURN = 200;
/** How long no headers are requested from a peer whose branch cannot be followed: it forks too deep, or for now. */
const DEEP_PAUSE_MS = 5 * 60_000;
const PAUSE_MS = 15_000;

/**
 * The locator of a branch: its tip, 1, 2, 4, 8 … blocks further back, and genesis (PROTOCOL.md section 8); and the oldest block
 * that branches are kept from, so that headers of every branch that can be followed begin at a block that this node has.
 * @param preferred ID to put first: a peer that has this header sends fewer
 */
function locatorOf(chain: Chain, end: TreeBlock, preferred: BlockId): Uint8Array {
  const { base } = chain.tree;
  let at: TreeBlock | undefined = end;
  const ids = [...new Set([...locatorHeights(end.height), base.height])]
    .sort((a, b) => b - a)
    .map((height) => {
      while (at !== undefined && at.height > height) at = at.parent;
      return at?.height === height ? at.id : chain.acceptedBlockId(height);
    });
  const known = [...new Set([preferred, ...ids])].filter((id) => id !== undefined);
  return Buffer.concat(known.slice(0, MAX_LOCATOR_IDS).map(hexToBytes));
}

/** What became of an answer. */
interface Validated {
  /** The last header that the tree has; `undefined` if all of them are on our chain, too deep for the tree. */
  readonly last: TreeBlock | undefined;
  /**
   * Why the branch cannot be followed: it forks below the oldest block that branches are kept from; a timestamp is too far ahead of
   * this node's clock, which may be wrong; the tree pruned it, because it has too little work.
   */
  readonly obstacle?: 'deep' | 'early' | 'pruned';
}

/**
 * Finds out what the peers' statuses are worth. Headers are asked only of a peer that claims more work than our chain has and whose tip
 * is unknown: of one peer at a time, of another one as soon as the answer is late, and up to `headersAhead` blocks ahead of the chain.
 * A peer whose headers end below its claim is disconnected, one whose headers break a rule is banned.
 */
export class HeaderSync {
  readonly #context: PeerContext;
  readonly #blocks: BlockIntake;
  readonly #onProgress: () => void;
  readonly #stopped = new AbortController();
  /** When each open request began, by `performance.now`. */
  readonly #requested = new Map<Peer, number>();
  readonly #running = new Set<Promise<void>>();

  /** @param onProgress called when a peer's headers have changed what is known of it */
  constructor(context: PeerContext, blocks: BlockIntake, onProgress: () => void) {
    this.#context = context;
    this.#blocks = blocks;
    this.#onProgress = onProgress;
  }

  get isIdle(): boolean {
    return this.#requested.size === 0;
  }

  /** True while the peer's status claims more work than our chain has, and nothing is known to contradict it. */
  isOpenClaim(peer: Peer): boolean {
    const { status } = peer;
    if (status === undefined || status.work <= this.#tree.best.work) return false;
    return this.#tree.get(status.tipId) === undefined && this.#context.clock() >= peer.headersPausedUntil;
  }

  /** Newest block of the peer's branch that the tree has. */
  headOf({ headId }: Peer): TreeBlock | undefined {
    return headId === undefined ? undefined : this.#tree.get(headId);
  }

  /** Call for each status of a peer. */
  statusReceived(peer: Peer): void {
    const { peers, limits } = this.#context;
    const { tipId, height, work } = peer.status!;
    const tip = this.#tree.get(tipId);
    if (tip === undefined) {
      this.wake();
      setTimeout(() => this.wake(), limits.gossipGraceMs + 1).unref();
    } else if (tip.isInvalid) {
      peers.ban(peer, `its tip, block ${tipId.slice(0, 16)}…, is invalid`);
    } else if (tip.height !== height || tip.work !== work) {
      peers.ban(peer, `its tip, block ${tipId.slice(0, 16)}…, has another height or work than it claims`);
    } else {
      peer.headId = tipId;
      peer.hasMoreHeaders = false;
      this.#onProgress();
    }
  }

  /** Asks for headers what is to be asked now. Call it when anything changed, and from time to time. */
  wake(): void {
    if (this.#stopped.signal.aborted) return;
    const { peers, limits } = this.#context;
    const newest = Math.max(-Infinity, ...this.#requested.values());
    if (performance.now() - newest < limits.lateAfterMs) return;
    // A peer that has sent no headers yet comes first, so that blocks can be asked of all that have the branch.
    const [next] = peers
      .ready()
      .filter((peer) => !this.#requested.has(peer) && this.#isWanted(peer) && !this.#maySendBlock(peer))
      .sort((a, b) => Number(this.headOf(a) !== undefined) - Number(this.headOf(b) !== undefined));
    if (next !== undefined) this.#request(next);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#running);
  }

  get #tree(): HeaderTree {
    return this.#context.chain.tree;
  }

  #isWanted(peer: Peer): boolean {
    if (!this.isOpenClaim(peer)) return false;
    return (this.headOf(peer)?.height ?? 0) - this.#tree.active.height < this.#context.limits.headersAhead;
  }

  /** True while the peer is one block ahead and that block may still arrive by gossip. */
  #maySendBlock(peer: Peer): boolean {
    const { limits, clock, chain } = this.#context;
    const { status, statusAt } = peer;
    const isNext = status!.height === chain.tip()!.height + 1 && this.headOf(peer) !== undefined;
    return isNext && (this.#blocks.isReceiving(status!.tipId) || clock() - statusAt < limits.gossipGraceMs);
  }

  #request(peer: Peer): void {
    this.#requested.set(peer, performance.now());
    const run = this.#requestOnce(peer).finally(() => {
      this.#requested.delete(peer);
      this.#running.delete(run);
      this.#onProgress();
      this.wake();
    });
    this.#running.add(run);
  }

  async #requestOnce(peer: Peer): Promise<void> {
    const { chain, peers, names, limits } = this.#context;
    const claimed = peer.status!;
    const before = this.headOf(peer);
    const locator = locatorOf(chain, before ?? this.#tree.active, this.#tree.bestHeader.id);
    const exchange = {
      maximum: MAX_HEADERS_PER_ANSWER * HEADER_SIZE,
      milliseconds: limits.headersTimeoutMs,
      stopped: this.#stopped.signal,
    };
    let headers: Uint8Array[];
    try {
      headers = await ask(peer, names.headers, exchange, async (frames, signal) => {
        await frames.write(locator, signal);
        return piecesOf(await frames.read(signal), HEADER_SIZE, 'it sent an invalid list of headers');
      });
    } catch (error) {
      peer.hasMoreHeaders = false;
      if (!this.#stopped.signal.aborted)
        peers.requestFailed(peer, 'no headers', error as Error, before === undefined);
      return;
    }
    peers.markSeen(peer);
    try {
      const validated = await this.#validate(peer, headers);
      if (peers.has(peer)) this.#conclude(peer, claimed, before, headers.length, validated);
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
      peers.ban(peer, `it sent an invalid header: ${error.code}: ${error.message}`);
    } finally {
      await chain.pruneHeaders();
    }
  }

  /** Validates consecutive headers in slices; those on our chain are skipped. @throws ConsensusError, ProtocolError */
  async #validate(peer: Peer, headers: readonly Uint8Array[]): Promise<Validated> {
    const { chain } = this.#context;
    let previous: BlockId | undefined;
    let last: TreeBlock | undefined;
    for (const [index, header] of headers.entries()) {
      if (index % HEADERS_PER_TURN === HEADERS_PER_TURN - 1) await setImmediate();
      const { previousBlockId } = decodeBlockHeader(header);
      if (previous !== undefined && previousBlockId !== previous)
        throw new ConsensusError('bad_previous_block', 'the headers are not consecutive');
      previous = blockId(header);
      let block: TreeBlock | undefined;
      try {
        block = chain.receiveHeader(header);
      } catch (error) {
        if (error instanceof ConsensusError && error.code === 'timestamp_too_new')
          return { last, obstacle: 'early' };
        throw error;
      }
      if (block !== undefined) last = block;
      else if (chain.heightOfBlock(previous) === undefined) {
        if (last !== undefined) return { last, obstacle: 'pruned' };
        const forkHeight = chain.heightOfBlock(previousBlockId);
        if (forkHeight === undefined)
          throw new ConsensusError(
            'bad_previous_block',
            'the headers do not continue a block of the locator',
          );
        this.#warnOfDeepFork(peer, `at height ${forkHeight}`);
        return { last, obstacle: 'deep' };
      }
    }
    if (last !== undefined || previous === undefined) return { last };
    // It lacks the oldest block that branches are kept from, which is in the locator.
    this.#warnOfDeepFork(peer, `above height ${chain.heightOfBlock(previous)}`);
    return { last, obstacle: 'deep' };
  }

  #warnOfDeepFork({ name }: Peer, where: string): void {
    this.#context.logger.warn(
      `Peer ${name} follows a chain that leaves ours ${where}, below height ${this.#tree.base.height} from which branches are followed: an operator must decide which chain to keep`,
    );
  }

  /** Compares what the headers prove with what the peer claimed when it was asked. */
  #conclude(
    peer: Peer,
    claimed: ChainStatus,
    before: TreeBlock | undefined,
    count: number,
    { last, obstacle }: Validated,
  ): void {
    const { peers, clock } = this.#context;
    peer.hasMoreHeaders = false;
    if (last !== undefined) peer.headId = last.id;
    if (last?.isInvalid === true) return; // `BlockSync` bans it
    if (obstacle !== undefined) {
      peer.headersPausedUntil = clock() + (obstacle === 'deep' ? DEEP_PAUSE_MS : PAUSE_MS);
      return;
    }
    if (last !== undefined && last.work >= claimed.work) return;
    const isProgress = last !== undefined && last.height > (before?.height ?? -1);
    if (count === MAX_HEADERS_PER_ANSWER && isProgress) peer.hasMoreHeaders = true;
    else if (peer.status === claimed) {
      // A status that arrived meanwhile is compared with the next answer.
      const claim = `height ${claimed.height} and work 0x${claimed.work.toString(16)}`;
      peers.disconnect(peer, 'unproven', `it claims ${claim}, and its headers do not prove that`);
    }
  }
}
