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
import type { Peer, PeerContext } from './peers.ts';
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
  isOpenClaim({ status, headersPausedUntil }: Peer): boolean {
    if (status === undefined || status.work <= this.#tree.best.work) return false;
    return this.#tree.get(status.tipId) === undefined && this.#context.clock() >= headersPausedUntil;
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
    const wanted = peers.ready().filter((peer) => !this.#requested.has(peer) && this.#isWanted(peer));
    // A peer that has sent no headers yet comes first, so that blocks can be asked of all that have the branch.
    const next = wanted.find((peer) => this.headOf(peer) === undefined) ?? wanted[0];
    if (next === undefined) return;
    this.#requested.set(next, performance.now());
    const run = this.#request(next).finally(() => {
      this.#requested.delete(next);
      this.#running.delete(run);
      this.#onProgress();
      this.wake();
    });
    this.#running.add(run);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#running);
  }

  get #tree(): HeaderTree {
    return this.#context.chain.tree;
  }

  /** False also while the peer is one block ahead and that block may still arrive by gossip. */
  #isWanted(peer: Peer): boolean {
    if (!this.isOpenClaim(peer)) return false;
    const { limits, clock, chain } = this.#context;
    const { status, statusAt } = peer;
    const head = this.headOf(peer);
    if ((head?.height ?? 0) - this.#tree.active.height >= limits.headersAhead) return false;
    const isNext = head !== undefined && status!.height === chain.tip()!.height + 1;
    const isComing = this.#blocks.isReceiving(status!.tipId) || clock() - statusAt < limits.gossipGraceMs;
    return !(isNext && isComing);
  }

  async #request(peer: Peer): Promise<void> {
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
      const last = await this.#receive(peer, headers);
      peer.hasMoreHeaders = false;
      if (last !== undefined) peer.headId = last.id;
      // What cannot be followed proves nothing; `BlockSync` bans whoever is on an invalid branch.
      if (!peers.has(peer) || !this.#isFollowed(peer) || last?.isInvalid === true) return;
      if (last !== undefined && last.work >= claimed.work) return;
      const isProgress = last !== undefined && last.height > (before?.height ?? -1);
      if (headers.length === MAX_HEADERS_PER_ANSWER && isProgress) peer.hasMoreHeaders = true;
      else if (peer.status === claimed) {
        // A status that arrived meanwhile is compared with the next answer.
        const claim = `height ${claimed.height} and work 0x${claimed.work.toString(16)}`;
        peers.disconnect(peer, 'unproven', `it claims ${claim}, and its headers do not prove that`);
      }
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
      peers.ban(peer, `it sent an invalid header: ${error.code}: ${error.message}`);
    } finally {
      await chain.pruneHeaders();
    }
  }

  #isFollowed({ headersPausedUntil }: Peer): boolean {
    return this.#context.clock() >= headersPausedUntil;
  }

  /**
   * Validates consecutive headers in slices, and inserts them into the tree. If the branch cannot be followed, its peer is asked again
   * only after a pause: it forks below the oldest block that branches are kept from; a timestamp is too far ahead of this node's clock,
   * which may be wrong; or the tree pruned it, because it has too little work.
   * @returns the last header that the tree has
   * @throws ConsensusError, ProtocolError
   */
  async #receive(peer: Peer, headers: readonly Uint8Array[]): Promise<TreeBlock | undefined> {
    const { chain, clock } = this.#context;
    const pause = (milliseconds: number): void => void (peer.headersPausedUntil = clock() + milliseconds);
    let previous: BlockId | undefined;
    let last: TreeBlock | undefined;
    /** Height of the newest header on our chain, below the blocks of the tree. */
    let common: number | undefined;
    for (const [index, header] of headers.entries()) {
      if (index % HEADERS_PER_TURN === HEADERS_PER_TURN - 1) await setImmediate();
      const { previousBlockId } = decodeBlockHeader(header);
      if (previous !== undefined && previousBlockId !== previous)
        throw new ConsensusError('bad_previous_block', 'the headers are not consecutive');
      previous = blockId(header);
      try {
        const block = chain.receiveHeader(header);
        if (block !== undefined) {
          last = block;
          continue;
        }
      } catch (error) {
        if (!(error instanceof ConsensusError && error.code === 'timestamp_too_new')) throw error;
        pause(PAUSE_MS);
        return last;
      }
      const height = chain.heightOfBlock(previous);
      if (height === undefined && last !== undefined) {
        pause(PAUSE_MS);
        return last;
      }
      common = height ?? common ?? chain.heightOfBlock(previousBlockId);
      if (common === undefined)
        throw new ConsensusError('bad_previous_block', 'the headers continue no block of the locator');
      if (height === undefined) break;
    }
    if (last === undefined && common !== undefined) {
      pause(DEEP_PAUSE_MS);
      this.#context.logger.warn(
        `Peer ${peer.name} follows a chain that leaves ours above height ${common}, below height ${this.#tree.base.height} from which branches are followed: an operator must decide which chain to keep`,
      );
    }
    return last;
  }
}
