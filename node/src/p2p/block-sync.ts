import type { BlockId, HeaderTree, TreeBlock } from '@cairn/protocol';
import type { ReceivedBlock } from '@cairn/chain';
import { requestBlocks } from './block-exchange.ts';
import type { BlockIntake } from './block-intake.ts';
import type { HeaderSync } from './header-sync.ts';
import type { Peer, PeerContext } from './peers.ts';
import { MAXIMUM_FRUITLESS } from './settings.ts';
import { isViolation } from './wire.ts';

/** The blocks that a branch needs to become the chain: from the lowest that is missing up to its head, one at each height. */
type Branch = TreeBlock[];

/** Blocks requested from one peer. It ends when the response is complete, late, broken, or no longer of use. */
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
const LONGEST_PAUSE_MS = 60_000;

/**
 * Fetches the blocks of the branches whose headers prove more work than our chain has, the heaviest first (PROTOCOL.md section 8).
 *
 * A block goes through these states: missing → requested (`#ranges`) → arrived (`#arrived`) → offered (`isOffered`) → in the chain or
 * beside it (`hasBody`). Each idle peer is asked for the lowest missing blocks of its branch, within a window of bytes in memory; if the
 * lowest range is late, a second peer is asked for it. Arrived blocks are offered to the chain in order, without waiting for their
 * commit. Nothing here waits: every event ends in `PeerContext.wake`, after which `advance` does what has become possible.
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
  #reportedAt = -Infinity;
  /** How long the node was behind since a whole block of a heavier branch came, up to `#behindSince`; in milliseconds. */
  #waitedMs = 0;
  /** Since when it is behind, Unix milliseconds. */
  #behindSince: number | undefined;

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
      if (head !== undefined && !head.isInvalid && head.work > this.#tree.active.work)
        return this.#arrived.has(head.id) || !this.#intake.isReceiving(head.id);
      return peer.hasMoreHeaders && this.#headers.isOpenClaim(peer);
    });
  }

  /**
   * True while the node is behind, within one deadline that only whole blocks of heavier branches renew: peers that withhold blocks
   * cannot make it true for longer, however often they come back.
   */
  isSyncing(): boolean {
    const { clock, limits } = this.#context;
    const now = clock();
    const waitedMs = this.#waitedMs + now - (this.#behindSince ?? now);
    return waitedMs < limits.syncDeadlineMs && this.isBehind();
  }

  /** Does what is to be done now (`PeerContext.wake`). */
  advance(): void {
    this.#shortenBranches();
    this.#updateBranches();
    this.#dropObsolete();
    this.#offerArrived();
    this.#requestMore();
    this.#countWaiting();
    if (this.#branches.length === 0) this.#forgetAbandoned();
    else this.#report();
  }

  get #tree(): HeaderTree {
    return this.#context.chain.tree;
  }

  #countWaiting(): void {
    const now = this.#context.clock();
    if (this.#behindSince !== undefined) this.#waitedMs += Math.max(0, now - this.#behindSince);
    this.#behindSince = this.isBehind() ? now : undefined;
  }

  #isMissing(block: TreeBlock): boolean {
    return !block.hasBody && !block.isInvalid && this.#tree.get(block.id) === block;
  }

  /** True if it has arrived, is being added, or was added, maybe out of order. */
  #hasArrived(block: TreeBlock): boolean {
    return this.#arrived.has(block.id) || this.#intake.isReceiving(block.id) || !this.#isMissing(block);
  }

  /** Removes the blocks that are no longer missing. Each that was added renews the deadline. */
  #shortenBranches(): void {
    for (const blocks of this.#branches) {
      while (blocks.length > 0 && !this.#isMissing(blocks[0]!)) {
        if (!blocks.shift()!.hasBody) continue;
        this.#waitedMs = 0;
        this.#behindSince = undefined;
      }
    }
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
      } else if (head && !head.isComplete && head.work > this.#tree.active.work) heads.add(head);
    }
    const known = new Map(this.#branches.map((branch) => [branch.at(-1), branch]));
    this.#branches = [...heads]
      .sort((a, b) => (a.work < b.work ? 1 : -1))
      .map((head) => known.get(head) ?? branchOf(head));
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
    for (const branch of this.#branches) {
      for (const block of branch) {
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
      await this.#intake.offer(block, peer, true);
    } catch (error) {
      this.#context.logger.debug(`Cannot add block ${block.id}: ${(error as Error).message}`);
    }
    this.#forget(block.id);
    this.#context.wake();
  }

  #forget(id: BlockId): void {
    this.#heldBytes -= this.#arrived.get(id)?.block.raw.length ?? 0;
    this.#arrived.delete(id);
  }

  #requestMore(): void {
    const { peers, clock, track } = this.#context;
    const busy = new Set([...this.#ranges].map(({ peer }) => peer));
    for (const peer of peers.ready()) {
      if (busy.has(peer) || clock() < peer.blocksPausedUntil) continue;
      const head = this.#headers.headOf(peer);
      const branch = this.#branches.find((one) => one.at(-1) === head);
      const wanted = branch === undefined ? [] : this.#wantedOf(branch);
      if (wanted.length > 0) track(this.#download(peer, wanted));
    }
  }

  /**
   * What to request of a branch: the rest of its lowest range if that is late and nobody else was asked, otherwise the lowest blocks
   * that nobody was asked for.
   */
  #wantedOf(branch: Branch): TreeBlock[] {
    const { blocksPerRequest, bytesPerRequest, windowBytes, lateAfterMs } = this.#context.limits;
    const lowest = branch.find((block) => !this.#hasArrived(block));
    if (lowest === undefined) return [];
    const ranges = [...this.#ranges];
    const [late, second] = ranges.filter(({ wanted }) => wanted.includes(lowest));
    if (late && !second && performance.now() - late.heardAt >= lateAfterMs)
      return late.wanted.filter((block) => this.#isMissing(block) && contains(branch, block));
    const requested = new Set(ranges.flatMap(({ wanted }) => wanted));
    const isFree = (block: TreeBlock): boolean => !requested.has(block) && !this.#hasArrived(block);
    const isWindowFull = ranges.length * bytesPerRequest + this.#heldBytes >= windowBytes;
    // The lowest block that the chain lacks is always requested: the others wait for it.
    if (isWindowFull && !isFree(branch[0]!)) return [];
    const count = Math.min(blocksPerRequest, Math.max(1, Math.floor(bytesPerRequest / this.#averageSize)));
    return branch.values().filter(isFree).take(count).toArray();
  }

  async #download(peer: Peer, wanted: TreeBlock[]): Promise<void> {
    const { peers, closing, limits } = this.#context;
    const [{ height }, count] = [wanted[0]!, wanted.length];
    const range = { peer, wanted, stopped: new AbortController(), heardAt: performance.now() };
    const stopped = AbortSignal.any([range.stopped.signal, closing]);
    this.#ranges.add(range);
    const onBlock = (block: ReceivedBlock): void => {
      const at = wanted.shift()!;
      range.heardAt = performance.now();
      peer.record.fruitless = 0;
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
      // Downloads share our line.
      const milliseconds = limits.blocksTimeoutMs * this.#ranges.size;
      await requestBlocks(this.#context, peer, ids, { milliseconds, stopped }, onBlock);
      if (wanted.length === count)
        peers.penalize(
          peer,
          'unproven',
          `it sent the header of block ${height}, but does not have the block`,
        );
    } catch (error) {
      if (!stopped.aborted)
        this.#failed(peer, `blocks from ${height}`, error as Error, wanted.length < count);
    }
    this.#ranges.delete(range);
    this.#context.wake();
  }

  /** A response that ends after whole blocks costs nothing. After one that brought none, others are asked. */
  #failed(peer: Peer, what: string, error: Error, broughtBlocks: boolean): void {
    const { peers, clock, limits } = this.#context;
    peers.requestFailed(peer, what, error);
    if (broughtBlocks || isViolation(error)) return;
    const fruitless = (peer.record.fruitless += 1);
    peer.blocksPausedUntil = clock() + Math.min(limits.retryMs * 2 ** (fruitless - 1), LONGEST_PAUSE_MS);
    if (fruitless >= MAXIMUM_FRUITLESS) peers.disconnect(peer, `${what}: ${error.message}`);
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
    const [heaviest] = this.#branches as [Branch];
    const now = performance.now();
    if (heaviest.length < REPORTED_BLOCKS || now - this.#reportedAt < REPORT_MS) return;
    this.#reportedAt = now;
    const { peers, logger } = this.#context;
    const goal = Math.max(...peers.ready().map(({ status }) => status!.height));
    logger.info(`Syncing: height ${this.#tree.active.height}; peers advertise ${goal}`);
  }
}

function branchOf(head: TreeBlock): Branch {
  const blocks: Branch = [];
  for (let at = head; !at.isComplete; at = at.parent!) blocks.push(at);
  return blocks.reverse();
}

function contains(branch: Branch, block: TreeBlock): boolean {
  return branch[block.height - branch[0]!.height] === block;
}
