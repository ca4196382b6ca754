import type { BlockId, HeaderTree, TreeBlock } from '@cairn/protocol';
import type { ReceivedBlock } from '../chain/block-validation.ts';
import { requestBlocks } from './block-exchange.ts';
import type { BlockIntake } from './block-intake.ts';
import type { HeaderSync } from './header-sync.ts';
import type { Peer, PeerContext } from './peers.ts';
import { isViolation } from './wire.ts';

/** The blocks that a branch needs to become the chain. */
interface Branch {
  readonly head: TreeBlock;
  /** From the lowest that is incomplete up to the head, one at each height. */
  readonly blocks: readonly TreeBlock[];
  /** Index of the lowest one that is still missing. */
  next: number;
}

/** Blocks requested from one peer. It ends when the answer is complete, late, broken, or no longer of use. */
interface Range {
  readonly peer: Peer;
  /** Those that have not arrived yet, lowest first. */
  readonly wanted: TreeBlock[];
  readonly stopped: AbortController;
  /** When the last block arrived, or the request began; by `performance.now`. */
  heardAt: number;
}

/** A block that has arrived. */
interface Arrival {
  readonly block: ReceivedBlock;
  readonly at: TreeBlock;
  readonly peer: Peer;
  /** True while the chain validates it. */
  isOffered: boolean;
}

/** Between two lines of the log about the progress of a sync; of fewer blocks there is none. */
const REPORT_MS = 10_000;
const REPORTED_BLOCKS = 10;
/** Average block size in bytes that is assumed until a block is received. */
const ASSUMED_BLOCK_SIZE = 32_768;

/**
 * Fetches the blocks of the branches whose headers prove more work than our chain has, the heaviest first (PROTOCOL.md section 8).
 *
 * A block goes through these states: missing → requested (`#ranges`) → arrived (`#arrived`) → offered (`isOffered`) → in the chain or
 * beside it (`hasBody`). Each idle peer is asked for the lowest missing blocks of its branch, within a window of bytes in memory; if the
 * lowest range is late, a second peer is asked for it. Arrived blocks are offered to the chain in order, without waiting for their
 * commit. Nothing here waits: every event ends in `wake`, which does what has become possible.
 */
export class BlockSync {
  readonly #context: PeerContext;
  readonly #headers: HeaderSync;
  readonly #intake: BlockIntake;
  #branches: readonly Branch[] = [];
  readonly #ranges = new Set<Range>();
  readonly #arrived = new Map<BlockId, Arrival>();
  /** Bytes of the arrived blocks. */
  #heldBytes = 0;
  #averageSize = ASSUMED_BLOCK_SIZE;
  /** Until when nothing is fetched because a block could not be stored; by `performance.now`. */
  #pausedUntil = 0;
  /** True from the first block that could not be stored to the next one that was. */
  #isFull = false;
  #reportedAt = -Infinity;
  /** Until when the node counts as syncing without another whole block, Unix milliseconds. */
  #deadline: number | undefined;

  constructor(context: PeerContext, headers: HeaderSync, intake: BlockIntake) {
    this.#context = context;
    this.#headers = headers;
    this.#intake = intake;
  }

  /**
   * True if the headers of a connected peer prove more work than our chain has, or may still do so. A gossiped block that is being
   * validated does not count: the node keeps up.
   */
  isBehind(): boolean {
    return this.#context.peers.ready().some((peer) => {
      const head = this.#headers.headOf(peer);
      if (head !== undefined && !head.isInvalid && head.work > this.#tree.best.work)
        return this.#arrived.has(head.id) || !this.#intake.isReceiving(head.id);
      return peer.hasMoreHeaders && this.#headers.isOpenClaim(peer);
    });
  }

  /** True while a branch proven heavier is fetched, within one deadline that only whole blocks of it renew. */
  isSyncing(): boolean {
    if (!this.isBehind()) return false;
    const { clock, limits } = this.#context;
    this.#deadline ??= clock() + limits.syncDeadlineMs;
    return clock() < this.#deadline;
  }

  /** Call when a block of any branch was added: the deadline begins anew, unless the block is beside the branches that are fetched. */
  blockAdded(id: BlockId): void {
    const block = this.#tree.get(id);
    const isOn = this.#branches.some((branch) => block !== undefined && contains(branch, block));
    if (isOn || this.#branches.length === 0) this.#deadline = undefined;
  }

  /** Does what is to be done now. Call it when anything changed, and from time to time. */
  wake(): void {
    if (this.#context.closing.aborted) return;
    this.#headers.wake();
    this.#updateBranches();
    this.isSyncing(); // the deadline begins
    this.#dropObsolete();
    if (performance.now() >= this.#pausedUntil) {
      this.#offerArrived();
      this.#requestMore();
    }
    if (this.#branches.length === 0) this.#forgetAbandoned();
    else this.#report();
  }

  get #tree(): HeaderTree {
    return this.#context.chain.tree;
  }

  #isMissing(block: TreeBlock): boolean {
    return !block.hasBody && !block.isInvalid && this.#tree.get(block.id) === block;
  }

  /** True if it has arrived, is being added, or was added, maybe out of order. */
  #hasArrived(block: TreeBlock): boolean {
    return this.#arrived.has(block.id) || this.#intake.isReceiving(block.id) || !this.#isMissing(block);
  }

  /** The branches of connected peers with more work than our chain, the heaviest first. A peer whose branch is invalid is banned. */
  #updateBranches(): void {
    const { peers } = this.#context;
    const heads = new Set<TreeBlock>();
    for (const peer of peers.ready()) {
      const head = this.#headers.headOf(peer);
      if (head?.isInvalid === true) {
        const where = `at or below height ${head.height}`;
        peers.penalize(peer, 'invalid', `it sent an invalid block: its branch breaks a rule ${where}`);
      } else if (head && !head.isComplete && head.work > this.#tree.best.work) heads.add(head);
    }
    const known = new Map(this.#branches.map((branch) => [branch.head, branch]));
    this.#branches = [...heads]
      .sort((a, b) => (a.work < b.work ? 1 : -1))
      .map((head) => known.get(head) ?? branchOf(head));
    for (const branch of this.#branches)
      while (branch.next < branch.blocks.length && !this.#isMissing(branch.blocks[branch.next]!))
        branch.next += 1;
  }

  /** Aborts downloads, and forgets blocks, that no branch with more work needs any more. */
  #dropObsolete(): void {
    const isNeeded = (block: TreeBlock): boolean =>
      !block.hasBody && this.#branches.some((branch) => contains(branch, block));
    for (const { wanted, stopped } of this.#ranges)
      if (!wanted.some(isNeeded)) stopped.abort(new Error('its blocks are no longer needed'));
    for (const { at, isOffered } of this.#arrived.values())
      if (!isOffered && !isNeeded(at)) this.#forget(at.id);
  }

  /** Offers arrived blocks to the chain, in the order of their branch. */
  #offerArrived(): void {
    for (const { blocks, next } of this.#branches) {
      for (let index = next; index < blocks.length; index += 1) {
        const block = blocks[index]!;
        if (this.#intake.isReceiving(block.id) || !this.#isMissing(block)) continue;
        const arrival = this.#arrived.get(block.id);
        if (arrival === undefined) break;
        this.#context.track(this.#offer(arrival));
      }
    }
  }

  async #offer(arrival: Arrival): Promise<void> {
    const { block, peer } = arrival;
    arrival.isOffered = true;
    try {
      // Another block of an invalid branch costs its own sender nothing: who sent the headers is banned.
      const { outcome } = await this.#intake.offer(block, peer, true);
      if (outcome === 'added') this.#isFull = false;
    } catch (error) {
      this.#pause(error as Error);
    }
    this.#forget(block.id);
    this.wake();
  }

  #forget(id: BlockId): void {
    this.#heldBytes -= this.#arrived.get(id)?.block.raw.length ?? 0;
    this.#arrived.delete(id);
  }

  #requestMore(): void {
    const busy = new Set([...this.#ranges].map(({ peer }) => peer));
    for (const peer of this.#context.peers.ready()) {
      const wanted = busy.has(peer) ? [] : this.#wantedOf(peer);
      if (wanted.length > 0) this.#context.track(this.#download(peer, wanted));
    }
  }

  /**
   * What to request from a peer: the rest of the lowest range of its branch if that is late and nobody else was asked, otherwise the
   * lowest blocks that nobody was asked for.
   */
  #wantedOf(peer: Peer): TreeBlock[] {
    const { blocksPerRequest, bytesPerRequest, windowBytes, lateAfterMs } = this.#context.limits;
    const head = this.#headers.headOf(peer);
    const branch = this.#branches.find((one) => one.head === head);
    if (branch === undefined) return [];
    const missing = branch.blocks.slice(branch.next);
    const lowest = missing.find((block) => !this.#hasArrived(block));
    if (lowest === undefined) return [];
    const [late, second] = [...this.#ranges].filter(({ wanted }) => wanted.includes(lowest));
    if (late && !second && performance.now() - late.heardAt >= lateAfterMs)
      return late.wanted.filter((block) => this.#isMissing(block) && contains(branch, block));
    const asked = new Set([...this.#ranges].flatMap(({ wanted }) => wanted));
    const isTaken = (block: TreeBlock): boolean => asked.has(block) || this.#hasArrived(block);
    const start = missing.findIndex((block) => !isTaken(block));
    const isWindowFull = this.#ranges.size * bytesPerRequest + this.#heldBytes >= windowBytes;
    // The lowest block that the chain lacks is always requested: the others wait for it.
    if (start < 0 || (isWindowFull && start > 0)) return [];
    const count = Math.min(blocksPerRequest, Math.max(1, Math.floor(bytesPerRequest / this.#averageSize)));
    const free = missing.slice(start, start + count);
    const end = free.findIndex(isTaken);
    return end < 0 ? free : free.slice(0, end);
  }

  async #download(peer: Peer, wanted: TreeBlock[]): Promise<void> {
    const { peers, closing } = this.#context;
    const [{ height }, count] = [wanted[0]!, wanted.length];
    const range = { peer, wanted, stopped: new AbortController(), heardAt: performance.now() };
    const stopped = AbortSignal.any([range.stopped.signal, closing]);
    this.#ranges.add(range);
    const onBlock = (block: ReceivedBlock): void => {
      const at = wanted.shift()!;
      range.heardAt = performance.now();
      peers.markSeen(peer);
      this.#averageSize += (block.raw.length - this.#averageSize) / 16;
      if (!this.#hasArrived(at)) {
        this.#arrived.set(block.id, { block, at, peer, isOffered: false });
        this.#heldBytes += block.raw.length;
      }
      this.#offerArrived();
    };
    try {
      const ids = wanted.map(({ id }) => id);
      await requestBlocks(this.#context, peer, ids, stopped, onBlock);
      if (wanted.length === count)
        peers.penalize(
          peer,
          'unproven',
          `it sent the header of block ${height}, but does not have the block`,
        );
    } catch (error) {
      // Whole blocks that came before are no offence: the peer is slow or busy, and others are asked first.
      const isSlow = wanted.length < count && !isViolation(error);
      if (!stopped.aborted && !isSlow)
        peers.requestFailed(peer, `blocks from ${height}`, error as Error, false);
    }
    this.#ranges.delete(range);
    this.wake();
  }

  /** Forgets headers with more work than our chain whose blocks no connected peer has: the tree itself never prunes them. */
  #forgetAbandoned(): void {
    const { chain, logger } = this.#context;
    const { bestHeader, best } = this.#tree;
    const isBusy = !this.#headers.isIdle || this.#arrived.size > 0 || this.isBehind();
    if (bestHeader.work <= best.work || isBusy) return;
    const [lowest] = this.#tree.missingBodies(bestHeader.id, Number.MAX_SAFE_INTEGER);
    if (lowest === undefined) return;
    chain.forgetBranch(lowest.id).catch((error: Error) => {
      logger.debug(`Cannot forget headers without blocks: ${error.message}`);
    });
  }

  #report(): void {
    const [{ blocks, next }] = this.#branches as [Branch];
    const now = performance.now();
    if (blocks.length - next < REPORTED_BLOCKS || now - this.#reportedAt < REPORT_MS) return;
    this.#reportedAt = now;
    const { peers, logger } = this.#context;
    const goal = Math.max(...peers.ready().map(({ status }) => status!.height));
    logger.info(`Syncing: height ${this.#tree.best.height}; peers advertise ${goal}`);
  }

  /** Waits after blocks could not be stored, for example on a full disk. */
  #pause({ name, message, cause }: Error): void {
    const now = performance.now();
    if (this.#context.closing.aborted || now < this.#pausedUntil) return;
    // A ChainError says that an earlier block could not be stored; its cause says why.
    const reason = name === 'ChainError' && cause instanceof Error ? cause.message : message;
    const { storeRetryMs } = this.#context.limits;
    if (!this.#isFull)
      this.#context.logger.error(
        `Cannot store blocks from peers: ${reason}. Retrying every ${storeRetryMs / 1_000} s.`,
      );
    this.#isFull = true;
    for (const [id, { isOffered }] of this.#arrived) if (!isOffered) this.#forget(id);
    for (const { stopped } of this.#ranges) stopped.abort(new Error('blocks cannot be stored'));
    this.#pausedUntil = now + storeRetryMs;
  }
}

function branchOf(head: TreeBlock): Branch {
  const blocks: TreeBlock[] = [];
  for (let at = head; !at.isComplete; at = at.parent!) blocks.push(at);
  return { head, blocks: blocks.reverse(), next: 0 };
}

function contains({ blocks }: Branch, block: TreeBlock): boolean {
  return blocks[block.height - blocks[0]!.height] === block;
}
