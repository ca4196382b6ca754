import type { BlockId, HeaderTree, TreeBlock } from '@cairn/protocol';
import type { ReceivedBlock } from '../chain/block-validation.ts';
import type { BlockIntake } from './block-intake.ts';
import { requestBlocks } from './block-request.ts';
import type { HeaderSync } from './header-sync.ts';
import type { Peer, PeerContext } from './peers.ts';

/** The blocks that a branch needs to become the chain. */
interface Branch {
  readonly head: TreeBlock;
  /** Lowest first; some may have arrived since. */
  readonly missing: readonly TreeBlock[];
  readonly ids: ReadonlySet<BlockId>;
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
  readonly peer: Peer;
  /** True while the chain validates it. */
  isOffered: boolean;
}

/** Pause after a block could not be stored, and between two lines of the log about that. */
const RETRY_MS = 5_000;
const COMPLAIN_MS = 60_000;
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
  readonly #stopped = new AbortController();
  #branches: readonly Branch[] = [];
  readonly #ranges = new Set<Range>();
  readonly #arrived = new Map<BlockId, Arrival>();
  /** Bytes of the arrived blocks. */
  #heldBytes = 0;
  readonly #working = new Set<Promise<void>>();
  #averageSize = ASSUMED_BLOCK_SIZE;
  /** Until when nothing is fetched because a block could not be stored; by `performance.now`, like the next two. */
  #pausedUntil = 0;
  #complainedAt = -Infinity;
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
    const isOn = ({ head }: Branch): boolean =>
      block !== undefined && this.#tree.ancestorAt(head, block.height) === block;
    if (this.#branches.length === 0 || this.#branches.some(isOn)) this.#deadline = undefined;
  }

  /** Does what is to be done now. Call it when anything changed, and from time to time. */
  wake(): void {
    if (this.#stopped.signal.aborted) return;
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

  async close(): Promise<void> {
    this.#stopped.abort();
    for (const { stopped } of this.#ranges) stopped.abort();
    await Promise.all(this.#working);
  }

  get #tree(): HeaderTree {
    return this.#context.chain.tree;
  }

  #isMissing({ id }: TreeBlock): boolean {
    const block = this.#tree.get(id);
    return block !== undefined && !block.hasBody && !block.isInvalid;
  }

  /** True if it has arrived, is being added, or was added, maybe out of order. */
  #hasArrived(block: TreeBlock): boolean {
    const { id } = block;
    return this.#arrived.has(id) || this.#intake.isReceiving(id) || !this.#isMissing(block);
  }

  /** The branches of connected peers with more work than our chain, the heaviest first. A peer whose branch is invalid is banned. */
  #updateBranches(): void {
    const { peers } = this.#context;
    const heads = new Set<TreeBlock>();
    for (const peer of peers.ready()) {
      const head = this.#headers.headOf(peer);
      if (head?.isInvalid === true)
        peers.ban(
          peer,
          `it sent an invalid block: its branch breaks a rule at or below height ${head.height}`,
        );
      else if (head && !head.isComplete && head.work > this.#tree.best.work) heads.add(head);
    }
    const known = new Map(this.#branches.map((branch) => [branch.head, branch]));
    this.#branches = [...heads]
      .sort((a, b) => (a.work < b.work ? 1 : -1))
      .map((head) => known.get(head) ?? this.#branchOf(head));
    for (const branch of this.#branches) {
      while (branch.next < branch.missing.length && !this.#isMissing(branch.missing[branch.next]!))
        branch.next += 1;
    }
  }

  #branchOf(head: TreeBlock): Branch {
    const missing = this.#tree.missingBodies(head.id, Number.MAX_SAFE_INTEGER);
    return { head, missing, ids: new Set(missing.map(({ id }) => id)), next: 0 };
  }

  /** Aborts downloads, and forgets blocks, that no branch with more work needs any more. */
  #dropObsolete(): void {
    const isNeeded = (id: BlockId): boolean =>
      this.#branches.some(({ ids }) => ids.has(id)) && this.#tree.get(id)?.hasBody === false;
    for (const { wanted, stopped } of this.#ranges)
      if (!wanted.some(({ id }) => isNeeded(id))) stopped.abort(new Error('its blocks are no longer needed'));
    for (const [id, { isOffered }] of this.#arrived) if (!isOffered && !isNeeded(id)) this.#forget(id);
  }

  /** Offers arrived blocks to the chain, in the order of their branch. */
  #offerArrived(): void {
    for (const { missing, next } of this.#branches) {
      for (let at = next; at < missing.length; at += 1) {
        const block = missing[at]!;
        if (this.#intake.isReceiving(block.id) || !this.#isMissing(block)) continue;
        const arrival = this.#arrived.get(block.id);
        if (arrival === undefined) break;
        this.#track(this.#offer(arrival));
      }
    }
  }

  async #offer(arrival: Arrival): Promise<void> {
    const { block, peer } = arrival;
    arrival.isOffered = true;
    try {
      const reception = await this.#intake.offer(block);
      // Another block of an invalid branch costs its own sender nothing: who sent the headers is banned.
      if (reception.outcome === 'altered') this.#intake.penalize(peer, reception);
      if (reception.outcome === 'added') reception.stored.catch((error: Error) => this.#pause(error));
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
      if (busy.has(peer)) continue;
      const wanted = this.#wantedOf(peer);
      if (wanted !== undefined) this.#track(this.#download(peer, wanted));
    }
  }

  /**
   * What to request from a peer: the rest of the lowest range if it is late and nobody else was asked, otherwise the lowest blocks that
   * nobody was asked for; of the heaviest branch that the peer has.
   */
  #wantedOf(peer: Peer): TreeBlock[] | undefined {
    const { blocksPerRequest, bytesPerRequest, windowBytes, lateAfterMs } = this.#context.limits;
    const count = Math.min(blocksPerRequest, Math.max(1, Math.floor(bytesPerRequest / this.#averageSize)));
    const isFull = this.#ranges.size * bytesPerRequest + this.#heldBytes >= windowBytes;
    const asked = new Set([...this.#ranges].flatMap(({ wanted }) => wanted));
    const highest = this.#headers.headOf(peer)?.height ?? -1;
    for (const { missing, next } of this.#branches) {
      let start = next;
      while (start < missing.length && this.#hasArrived(missing[start]!)) start += 1;
      const lowest = missing[start];
      if (lowest === undefined) continue;
      const [late, second] = [...this.#ranges].filter(({ wanted }) => wanted.includes(lowest));
      if (late && !second && performance.now() - late.heardAt >= lateAfterMs) {
        const rest = late.wanted.filter((block) => this.#isMissing(block));
        if (rest.length > 0 && this.#hasBranch(peer, rest.at(-1)!)) return rest;
      }
      const isTaken = (block: TreeBlock): boolean => asked.has(block) || this.#hasArrived(block);
      while (start < missing.length && isTaken(missing[start]!)) start += 1;
      // The lowest missing block is always requested: the others wait for it.
      if (isFull && start > next) continue;
      const free = missing.slice(start, start + count);
      const end = free.findIndex((block) => isTaken(block) || block.height > highest);
      const wanted = end < 0 ? free : free.slice(0, end);
      if (wanted.length > 0 && this.#hasBranch(peer, wanted.at(-1)!)) return wanted;
    }
    return undefined;
  }

  /** True if the block is on the peer's branch, as far as its headers are known. */
  #hasBranch(peer: Peer, block: TreeBlock): boolean {
    const head = this.#headers.headOf(peer);
    return head !== undefined && this.#tree.ancestorAt(head, block.height) === block;
  }

  async #download(peer: Peer, wanted: TreeBlock[]): Promise<void> {
    const { limits, names, peers } = this.#context;
    const [{ height }, count] = [wanted[0]!, wanted.length];
    const range = { peer, wanted, stopped: new AbortController(), heardAt: performance.now() };
    const { signal } = range.stopped;
    this.#ranges.add(range);
    const onBlock = (block: ReceivedBlock): void => {
      const arrived = wanted.shift()!;
      range.heardAt = performance.now();
      peers.markSeen(peer);
      this.#averageSize += (block.raw.length - this.#averageSize) / 16;
      if (!this.#hasArrived(arrived)) {
        this.#arrived.set(block.id, { block, peer, isOffered: false });
        this.#heldBytes += block.raw.length;
      }
      this.#offerArrived();
    };
    try {
      const ids = wanted.map(({ id }) => id);
      await requestBlocks(peer, names.blocks, ids, limits, signal, onBlock);
      if (wanted.length === count) {
        const reason = `it sent the header of block ${height}, but does not have the block`;
        peers.disconnect(peer, 'unproven', reason);
      }
    } catch (error) {
      // Whole blocks that came in time are no offence: the peer is slow, and others are asked first.
      const isSlow = (error as Error).name === 'TimeoutError' && wanted.length < count;
      if (!signal.aborted && !isSlow)
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
    const [{ missing, next }] = this.#branches as [Branch];
    const now = performance.now();
    if (missing.length - next < REPORTED_BLOCKS || now - this.#reportedAt < REPORT_MS) return;
    this.#reportedAt = now;
    const { peers, logger } = this.#context;
    const goal = Math.max(...peers.ready().map(({ status }) => status!.height));
    logger.info(`Syncing: height ${this.#tree.best.height}; peers advertise ${goal}`);
  }

  /** Waits after blocks could not be stored, for example on a full disk. */
  #pause({ name, message, cause }: Error): void {
    const now = performance.now();
    if (this.#stopped.signal.aborted || now < this.#pausedUntil) return;
    // A ChainError says that an earlier block could not be stored; its cause says why.
    const reason = name === 'ChainError' && cause instanceof Error ? cause.message : message;
    if (now - this.#complainedAt >= COMPLAIN_MS) {
      this.#complainedAt = now;
      this.#context.logger.error(
        `Cannot store blocks from peers: ${reason}. Retrying every ${RETRY_MS / 1_000} s.`,
      );
    }
    for (const [id, { isOffered }] of this.#arrived) if (!isOffered) this.#forget(id);
    for (const { stopped } of this.#ranges) stopped.abort(new Error('blocks cannot be stored'));
    this.#pausedUntil = now + RETRY_MS;
  }

  #track(work: Promise<void>): void {
    this.#working.add(work);
    void work.finally(() => this.#working.delete(work));
  }
}
