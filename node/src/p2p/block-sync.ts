import type { BlockId, HeaderTree, TreeBlock } from '@cairn/protocol';
import type { ReceivedBlock } from '../chain/block-validation.ts';
import { requestBlocks } from './block-request.ts';
import type { BlockIntake, Reception } from './block-intake.ts';
import type { HeaderSync } from './header-sync.ts';
import type { PeerContext } from './peer-options.ts';
import type { Peer } from './peers.ts';

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
  readonly controller: AbortController;
  /** When the last block arrived, or the request began; by `performance.now`. */
  heardAt: number;
}

/** Pause after a block could not be stored. */
const RETRY_MS = 5_000;
/** Average block size in bytes that is assumed until a block is received. */
const ASSUMED_BLOCK_SIZE = 32_768;

/**
 * Fetches the blocks of the branches whose headers prove more work than our chain has, the heaviest first (PROTOCOL.md section 8).
 *
 * A block goes through these states: missing → requested (`#ranges`) → received (`#received`) → offered (`#offered`) → in the chain or
 * beside it (`hasBody`). Each idle peer is asked for the lowest missing blocks of its branch, within a window of bytes in memory; if the
 * lowest range is late, a second peer is asked for it. Received blocks are offered to the chain in order, without waiting for their
 * commit. Nothing here waits: every event ends in `wake`, which does what has become possible.
 */
export class BlockSync {
  readonly #context: PeerContext;
  readonly #headers: HeaderSync;
  readonly #intake: BlockIntake;
  readonly #stopped = new AbortController();
  #branches: readonly Branch[] = [];
  readonly #ranges = new Set<Range>();
  readonly #received = new Map<BlockId, { readonly block: ReceivedBlock; readonly peer: Peer }>();
  readonly #offered = new Set<BlockId>();
  /** Bytes of the received and offered blocks. */
  #heldBytes = 0;
  readonly #working = new Set<Promise<void>>();
  #averageSize = ASSUMED_BLOCK_SIZE;
  /** Until when nothing is fetched because a block could not be stored, by `performance.now`; and why. */
  #pausedUntil = 0;
  #lastError = '';
  /** Until when the node counts as syncing without another whole block, Unix milliseconds. */
  #deadline: number | undefined;
  #progress: SyncProgress | undefined;

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
        return this.#offered.has(head.id) || !this.#intake.isReceiving(head.id);
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
    this.#banInvalid();
    this.#headers.wake();
    this.#updateBranches();
    this.isSyncing(); // the deadline begins
    this.#dropObsolete();
    if (performance.now() >= this.#pausedUntil) {
      this.#offerReceived();
      this.#requestMore();
    }
    if (this.#branches.length === 0) this.#forgetAbandoned();
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    for (const { controller } of this.#ranges) controller.abort();
    await Promise.all(this.#working);
  }

  get #tree(): HeaderTree {
    return this.#context.chain.tree;
  }

  #isMissing({ id }: TreeBlock): boolean {
    const block = this.#tree.get(id);
    return block !== undefined && !block.hasBody && !block.isInvalid;
  }

  /** The branches of connected peers with more work than our chain, the heaviest first. */
  #updateBranches(): void {
    const { peers } = this.#context;
    const { best } = this.#tree;
    const heads = new Set(peers.ready().flatMap((peer) => this.#headers.headOf(peer) ?? []));
    const known = new Map(this.#branches.map((branch) => [branch.head, branch]));
    this.#branches = [...heads]
      .filter((head) => !head.isInvalid && !head.isComplete && head.work > best.work)
      .sort((a, b) => (a.work < b.work ? 1 : -1))
      .map((head) => known.get(head) ?? this.#planFor(head));
    for (const branch of this.#branches) {
      while (branch.next < branch.missing.length && !this.#isMissing(branch.missing[branch.next]!))
        branch.next += 1;
    }
    if (this.#branches.length > 0) {
      const heavier = peers.ready().filter(({ status }) => status!.work > best.work);
      const goal = Math.max(0, ...heavier.map(({ status }) => status!.height));
      this.#progress ??= new SyncProgress(best.height, goal, this.#context);
      this.#progress.report(best.height, goal);
    } else if (this.#offered.size === 0) {
      this.#progress?.end(best.height);
      this.#progress = undefined;
    }
  }

  #planFor(head: TreeBlock): Branch {
    const missing = this.#tree.missingBodies(head.id, Number.MAX_SAFE_INTEGER);
    return { head, missing, ids: new Set(missing.map(({ id }) => id)), next: 0 };
  }

  /** Aborts downloads, and forgets blocks, that no branch with more work needs any more. */
  #dropObsolete(): void {
    const isNeeded = (id: BlockId): boolean =>
      this.#branches.some(({ ids }) => ids.has(id)) && this.#tree.get(id)?.hasBody === false;
    for (const { wanted, controller } of this.#ranges) {
      if (!wanted.some(({ id }) => isNeeded(id)))
        controller.abort(new Error('its blocks are no longer needed'));
    }
    for (const id of this.#received.keys()) if (!isNeeded(id)) this.#take(id);
  }

  /** Removes a received block. */
  #take(id: BlockId) {
    const received = this.#received.get(id);
    this.#received.delete(id);
    this.#heldBytes -= received?.block.raw.length ?? 0;
    return received;
  }

  /** Offers received blocks to the chain, in the order of their branch. */
  #offerReceived(): void {
    for (const { missing, next } of this.#branches) {
      for (let at = next; at < missing.length; at += 1) {
        const block = missing[at]!;
        if (this.#intake.isReceiving(block.id) || !this.#isMissing(block)) continue;
        const received = this.#take(block.id);
        if (received === undefined) break;
        this.#track(this.#offer(received.block, received.peer));
      }
    }
  }

  async #offer(block: ReceivedBlock, peer: Peer): Promise<void> {
    this.#offered.add(block.id);
    this.#heldBytes += block.raw.length;
    try {
      const reception: Reception = await this.#intake.offer(block);
      // Another block of an invalid branch costs its own sender nothing: `#banInvalid` knows who sent the headers.
      if (reception.outcome === 'altered') this.#intake.penalize(peer, reception);
      if (reception.outcome === 'added')
        reception.stored.then(
          () => (this.#lastError = ''),
          (error: Error) => this.#pause(error),
        );
    } catch (error) {
      this.#pause(error as Error);
    }
    this.#offered.delete(block.id);
    this.#heldBytes -= block.raw.length;
    this.wake();
  }

  #requestMore(): void {
    const busy = new Set([...this.#ranges].map(({ peer }) => peer));
    for (const peer of this.#context.peers.ready()) {
      if (busy.has(peer)) continue;
      const wanted = this.#lateBlocks(peer) ?? this.#nextBlocks(peer);
      if (wanted !== undefined) this.#track(this.#download(peer, wanted));
    }
  }

  /** True if it was requested and has arrived, or is being added. */
  #hasArrived({ id }: TreeBlock): boolean {
    return this.#received.has(id) || this.#intake.isReceiving(id);
  }

  /** The rest of the lowest range if it is late, only one peer was asked for it, and this peer has it. */
  #lateBlocks(peer: Peer): TreeBlock[] | undefined {
    const lateSince = performance.now() - this.#context.limits.lateAfterMs;
    for (const { missing, next } of this.#branches) {
      let at = next;
      while (at < missing.length && this.#hasArrived(missing[at]!)) at += 1;
      const asked = [...this.#ranges].filter(({ wanted }) => wanted.includes(missing[at]!));
      const [only] = asked;
      if (only === undefined || asked.length > 1 || only.heardAt > lateSince) continue;
      const rest = only.wanted.filter((block) => this.#isMissing(block));
      if (rest.length > 0 && this.#hasBranch(peer, rest.at(-1)!)) return rest;
    }
    return undefined;
  }

  /** The lowest missing blocks that nobody was asked for, of the heaviest branch that this peer has. */
  #nextBlocks(peer: Peer): TreeBlock[] | undefined {
    const { blocksPerRequest, bytesPerRequest, windowBytes } = this.#context.limits;
    const count = Math.min(blocksPerRequest, Math.max(1, Math.floor(bytesPerRequest / this.#averageSize)));
    const isFull = this.#ranges.size * bytesPerRequest + this.#heldBytes >= windowBytes;
    const asked = new Set([...this.#ranges].flatMap(({ wanted }) => wanted));
    const isTaken = (block: TreeBlock): boolean =>
      asked.has(block) || this.#hasArrived(block) || !this.#isMissing(block);
    const head = this.#headers.headOf(peer);
    for (const { missing, next } of this.#branches) {
      let start = next;
      while (start < missing.length && isTaken(missing[start]!)) start += 1;
      // The lowest missing block is always requested: the others wait for it.
      if (isFull && start > next) continue;
      const wanted: TreeBlock[] = [];
      for (const block of missing.slice(start, start + count)) {
        if (isTaken(block) || block.height > (head?.height ?? -1)) break;
        wanted.push(block);
      }
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
    const range = { peer, wanted, controller: new AbortController(), heardAt: performance.now() };
    const { signal } = range.controller;
    this.#ranges.add(range);
    const onBlock = (block: ReceivedBlock): void => {
      wanted.shift();
      range.heardAt = performance.now();
      peers.markSeen(peer);
      this.#averageSize += (block.raw.length - this.#averageSize) / 16;
      if (!this.#intake.isReceiving(block.id) && !this.#received.has(block.id)) {
        this.#received.set(block.id, { block, peer });
        this.#heldBytes += block.raw.length;
      }
      this.#offerReceived();
    };
    try {
      const ids = wanted.map(({ id }) => id);
      await requestBlocks(peer, names.blocks, ids, limits, signal, onBlock);
      if (wanted.length === count)
        peers.disconnect(
          peer,
          'unproven',
          `it sent the header of block ${height}, but does not have the block`,
        );
    } catch (error) {
      // Whole blocks that came in time are no offence: the peer is slow, and others are asked first.
      const isSlow = (error as Error).name === 'TimeoutError' && wanted.length < count;
      if (!signal.aborted && !isSlow)
        peers.requestFailed(peer, `blocks from ${height}`, error as Error, false);
    }
    this.#ranges.delete(range);
    this.wake();
  }

  /** Bans peers whose headers lead to an invalid block. */
  #banInvalid(): void {
    const { peers } = this.#context;
    for (const peer of peers.ready()) {
      const head = this.#headers.headOf(peer);
      if (head?.isInvalid !== true) continue;
      const where = `its branch breaks a rule at or below height ${head.height}`;
      peers.ban(peer, `it sent an invalid block: ${where}`);
    }
  }

  /** Forgets headers with more work than our chain whose blocks no connected peer has: the tree itself never prunes them. */
  #forgetAbandoned(): void {
    const { chain, logger } = this.#context;
    const { bestHeader, best } = this.#tree;
    if (bestHeader.work <= best.work || !this.#headers.isIdle || this.#offered.size > 0 || this.isBehind())
      return;
    const [lowest] = this.#tree.missingBodies(bestHeader.id, Number.MAX_SAFE_INTEGER);
    if (lowest === undefined) return;
    chain.forgetBranch(lowest.id).catch((error: Error) => {
      logger.debug(`Cannot forget headers without blocks: ${error.message}`);
    });
  }

  /** Waits after blocks could not be stored, for example on a full disk; logs each reason once. */
  #pause({ name, message, cause }: Error): void {
    if (this.#stopped.signal.aborted || performance.now() < this.#pausedUntil) return;
    // A ChainError says that an earlier block could not be stored; its cause says why.
    const reason = name === 'ChainError' && cause instanceof Error ? cause.message : message;
    if (reason !== this.#lastError)
      this.#context.logger.error(
        `Cannot store blocks from peers: ${reason}. Retrying every ${RETRY_MS / 1_000} s.`,
      );
    this.#lastError = reason;
    for (const id of this.#received.keys()) this.#take(id);
    for (const { controller } of this.#ranges) controller.abort(new Error('blocks cannot be stored'));
    this.#pausedUntil = performance.now() + RETRY_MS;
  }

  #track(work: Promise<void>): void {
    this.#working.add(work);
    void work.finally(() => this.#working.delete(work));
  }
}

/** A sync of fewer blocks is not logged. */
const MIN_LOGGED_BLOCKS = 10;
const REPORT_INTERVAL_MS = 10_000;

/** Logs the start of a sync, its progress every 10 s, and its end. */
class SyncProgress {
  readonly #start: number;
  readonly #startedAt: number;
  readonly #clock: () => number;
  readonly #log: (line: string) => void;
  #reportedAt: number;

  constructor(start: number, goal: number, { clock, logger }: PeerContext) {
    this.#start = start;
    this.#clock = clock;
    this.#startedAt = this.#reportedAt = clock();
    this.#log = goal - start < MIN_LOGGED_BLOCKS ? () => undefined : (line) => logger.info(line);
    this.#log(`Syncing from height ${start}; peers advertise ${goal}`);
  }

  report(height: number, goal: number): void {
    if (this.#clock() - this.#reportedAt < REPORT_INTERVAL_MS) return;
    this.#reportedAt = this.#clock();
    this.#log(`Syncing: height ${height} of ${goal}, ${this.#rate(height)}`);
  }

  end(height: number): void {
    this.#log(`Sync ended at height ${height}, ${this.#rate(height)}`);
  }

  #rate(height: number): string {
    const seconds = Math.max(0.001, (this.#clock() - this.#startedAt) / 1_000);
    return `${((height - this.#start) / seconds).toFixed(1)} blocks/s`;
  }
}
