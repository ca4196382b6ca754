import type { BlockId, HeaderTree, TreeBlock } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { ReceivedBlock } from '../chain/block-validation.ts';
import type { Chain } from '../chain/chain.ts';
import { requestBlocks } from './block-exchange.ts';
import type { BlockIntake, Reception } from './block-intake.ts';
import { isViolation } from './frames.ts';
import type { HeaderSync } from './header-sync.ts';
import type { Offence, PeerLimits } from './limits.ts';
import type { Peer, Peers } from './peers.ts';

interface BlockSyncOptions {
  readonly chain: Chain;
  readonly peers: Peers;
  readonly headers: HeaderSync;
  readonly intake: BlockIntake;
  readonly limits: PeerLimits;
  readonly protocol: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

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
  readonly wanted: readonly TreeBlock[];
  readonly controller: AbortController;
  /** How many of them have arrived. */
  received: number;
  /** When the last one arrived, or the request began; by `performance.now`. */
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
 * beside it (`hasBody`). Each idle peer is asked for the lowest missing blocks that it may have; if the lowest range is late, a second
 * peer is asked for it. Received blocks are offered to the chain in order, many at once, without waiting for their commit. Nothing
 * here waits: every event ends in `wake`, which does what has become possible.
 */
export class BlockSync {
  readonly #options: BlockSyncOptions;
  readonly #stopped = new AbortController();
  #branches: readonly Branch[] = [];
  readonly #ranges = new Set<Range>();
  readonly #received = new Map<BlockId, { readonly block: ReceivedBlock; readonly peer: Peer }>();
  readonly #offered = new Set<BlockId>();
  #offeredBytes = 0;
  readonly #working = new Set<Promise<void>>();
  #averageSize = ASSUMED_BLOCK_SIZE;
  #retryTimer: NodeJS.Timeout | undefined;
  #lastError = '';
  /** Until when the node counts as syncing without another whole block, Unix milliseconds. */
  #deadline: number | undefined;
  #progress: SyncProgress | undefined;

  constructor(options: BlockSyncOptions) {
    this.#options = options;
  }

  /**
   * True if the headers of a connected peer prove more work than our chain has, or may still do so. A gossiped block that is being
   * validated does not count: the node keeps up.
   */
  isBehind(): boolean {
    const { peers, headers, intake } = this.#options;
    return peers.ready().some((peer) => {
      const head = headers.headOf(peer);
      if (head !== undefined && !head.isInvalid && head.work > this.#tree.best.work)
        return this.#offered.has(head.id) || !intake.isReceiving(head.id);
      return peer.hasMoreHeaders && headers.isOpenClaim(peer);
    });
  }

  /** True while a branch proven heavier is fetched, within one deadline that only whole blocks of it renew. */
  isSyncing(): boolean {
    if (!this.isBehind()) return false;
    const { clock, limits } = this.#options;
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
    this.#options.headers.wake();
    this.#updateBranches();
    this.isSyncing(); // the deadline begins
    this.#dropObsolete();
    if (this.#retryTimer !== undefined) return;
    this.#offerReceived();
    this.#requestMore();
    if (this.#branches.length === 0) this.#forgetAbandoned();
  }

  async close(): Promise<void> {
    clearTimeout(this.#retryTimer);
    this.#stopped.abort();
    for (const { controller } of this.#ranges) controller.abort();
    await Promise.all(this.#working);
  }

  get #tree(): HeaderTree {
    return this.#options.chain.tree;
  }

  #isMissing({ id }: TreeBlock): boolean {
    const block = this.#tree.get(id);
    return block !== undefined && !block.hasBody && !block.isInvalid;
  }

  /** True while the block is being added, from here or by gossip. */
  #isOffered(id: BlockId): boolean {
    return this.#options.intake.isReceiving(id);
  }

  /** The branches of connected peers with more work than our chain, the heaviest first. */
  #updateBranches(): void {
    const { peers, headers, clock, logger } = this.#options;
    const { best } = this.#tree;
    const heads = new Set(peers.ready().map((peer) => headers.headOf(peer)));
    const known = new Map(this.#branches.map((branch) => [branch.head, branch]));
    this.#branches = [...heads]
      .filter((head) => head !== undefined && !head.isInvalid && !head.isComplete && head.work > best.work)
      .sort((a, b) => (a!.work < b!.work ? 1 : -1))
      .map((head) => known.get(head!) ?? this.#planFor(head!));
    for (const branch of this.#branches) {
      while (branch.next < branch.missing.length && !this.#isMissing(branch.missing[branch.next]!))
        branch.next += 1;
    }
    const goal = Math.max(
      0,
      ...peers
        .ready()
        .filter(({ status }) => status!.work > best.work)
        .map(({ status }) => status!.height),
    );
    if (this.#branches.length > 0) {
      this.#progress ??= new SyncProgress(best.height, goal, clock, logger);
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
    for (const { wanted, received, controller } of this.#ranges) {
      if (!wanted.slice(received).some(({ id }) => isNeeded(id)))
        controller.abort(new Error('its blocks are no longer needed'));
    }
    for (const id of this.#received.keys()) if (!isNeeded(id)) this.#received.delete(id);
  }

  /** Offers received blocks to the chain, in the order of their branch. */
  #offerReceived(): void {
    const { offeredBlocks, offeredBytes } = this.#options.limits;
    for (const { missing, next } of this.#branches) {
      for (let at = next; at < missing.length; at += 1) {
        const block = missing[at]!;
        if (this.#isOffered(block.id) || !this.#isMissing(block)) continue;
        const received = this.#received.get(block.id);
        const isFull = this.#offered.size >= offeredBlocks || this.#offeredBytes >= offeredBytes;
        if (received === undefined || isFull) break;
        this.#received.delete(block.id);
        this.#offered.add(block.id);
        this.#offeredBytes += received.block.raw.length;
        this.#track(this.#offer(received.block, received.peer));
      }
    }
  }

  async #offer(block: ReceivedBlock, peer: Peer): Promise<void> {
    const { intake, peers } = this.#options;
    let reception: Reception | undefined;
    try {
      reception = await intake.offer(block);
      if (reception.outcome === 'added')
        reception.stored.then(
          () => (this.#lastError = ''),
          (error: Error) => this.#pause(error),
        );
    } catch (error) {
      this.#pause(error as Error);
    }
    this.#offered.delete(block.id);
    this.#offeredBytes -= block.raw.length;
    if (reception?.outcome === 'altered')
      peers.penalize(peer, 'invalid', `it sent an invalid block: ${reception.reason}`);
    this.wake();
  }

  #requestMore(): void {
    const { peers, limits } = this.#options;
    const busy = new Set([...this.#ranges].map(({ peer }) => peer));
    const { work } = this.#tree.best;
    for (const peer of peers.ready()) {
      if (busy.has(peer) || peer.status!.work <= work) continue;
      const waiting =
        this.#ranges.size + Math.ceil((this.#received.size * this.#averageSize) / limits.bytesPerRequest);
      const wanted = this.#lateBlocks(peer) ?? this.#nextBlocks(peer, waiting);
      if (wanted !== undefined) this.#track(this.#download(peer, wanted));
    }
  }

  /** The rest of the lowest range if it is late, only one peer was asked for it, and this peer may have it. */
  #lateBlocks(peer: Peer): readonly TreeBlock[] | undefined {
    const now = performance.now();
    for (const { missing, next } of this.#branches) {
      let at = next;
      while (this.#isOffered(missing[at]?.id ?? '') || this.#received.has(missing[at]?.id ?? '')) at += 1;
      const lowest = missing[at];
      const asked = [...this.#ranges].filter(
        ({ wanted, received }) => lowest && wanted.slice(received).includes(lowest),
      );
      const [only] = asked;
      if (asked.length !== 1 || now - only!.heardAt <= this.#options.limits.lateAfterMs) continue;
      const rest = only!.wanted.slice(only!.received).filter((block) => this.#isMissing(block));
      if (rest.length > 0 && this.#mayHave(peer, rest.at(-1)!)) return rest;
    }
    return undefined;
  }

  /** The lowest missing blocks that nobody was asked for, of the heaviest branch that this peer may have. */
  #nextBlocks(peer: Peer, waiting: number): readonly TreeBlock[] | undefined {
    const { blocksPerRequest, bytesPerRequest, rangesAhead } = this.#options.limits;
    const count = Math.min(blocksPerRequest, Math.max(1, Math.floor(bytesPerRequest / this.#averageSize)));
    const asked = new Set(
      [...this.#ranges].flatMap(({ wanted, received }) => wanted.slice(received).map(({ id }) => id)),
    );
    const isTaken = ({ id }: TreeBlock): boolean =>
      asked.has(id) || this.#received.has(id) || this.#isOffered(id);
    for (const { missing, next } of this.#branches) {
      let start = next;
      while (start < missing.length && isTaken(missing[start]!)) start += 1;
      if (start > next && waiting >= rangesAhead) continue;
      const head = this.#options.headers.headOf(peer);
      const limit = peer.isOnOtherBranch ? (head?.height ?? -1) : Infinity;
      const wanted: TreeBlock[] = [];
      for (const block of missing.slice(start, start + count)) {
        if (isTaken(block) || block.height > limit) break;
        wanted.push(block);
      }
      if (wanted.length > 0 && this.#mayHave(peer, wanted.at(-1)!)) return wanted;
    }
    return undefined;
  }

  /** True if the block is on the peer's branch, as far as its headers are known, or may follow on it. */
  #mayHave(peer: Peer, block: TreeBlock): boolean {
    const head = this.#options.headers.headOf(peer);
    if (head !== undefined && head.height >= block.height)
      return this.#tree.ancestorAt(head, block.height) === block;
    if (head === undefined || peer.isOnOtherBranch || peer.status!.work < block.work) return false;
    return this.#tree.ancestorAt(block, head.height) === head;
  }

  async #download(peer: Peer, wanted: readonly TreeBlock[]): Promise<void> {
    const { limits, protocol, peers } = this.#options;
    const range: Range = {
      peer,
      wanted,
      controller: new AbortController(),
      received: 0,
      heardAt: performance.now(),
    };
    this.#ranges.add(range);
    const ids = wanted.map(({ id }) => id);
    const onBlock = (block: ReceivedBlock): void => {
      range.received += 1;
      range.heardAt = performance.now();
      peers.markSeen(peer);
      this.#averageSize += (block.raw.length - this.#averageSize) / 16;
      if (!this.#isOffered(block.id)) this.#received.set(block.id, { block, peer });
      this.#offerReceived();
    };
    try {
      await requestBlocks(peer, protocol, ids, limits, range.controller.signal, onBlock);
      if (range.received === 0) this.#handleLacking(peer, wanted[0]!);
    } catch (error) {
      if (!range.controller.signal.aborted) this.#penalize(range, error as Error);
    }
    this.#ranges.delete(range);
    this.wake();
  }

  /** A peer that was late has no offence if a whole block came in time: it is slow, and others are asked first. */
  #penalize({ peer, wanted, received }: Range, error: Error): void {
    const { peers } = this.#options;
    if (!peers.has(peer) || !peer.isOpen) return;
    const isLate = error.name === 'TimeoutError';
    if (isLate && received > 0) return;
    const isInvalid = isViolation(error) || error.name === 'UnsupportedProtocolError';
    const offence: Offence = isInvalid ? 'invalid' : isLate ? 'timeout' : 'brokenOff';
    peers.penalize(peer, offence, `blocks from ${wanted[0]!.height}: ${error.message}`);
  }

  /** Disconnects a peer that lacks a block whose header it sent; one that did not send it is on another branch. */
  #handleLacking(peer: Peer, { id, height }: TreeBlock): void {
    const head = this.#options.headers.headOf(peer);
    if (head === undefined || this.#tree.ancestorAt(head, height)?.id !== id) peer.isOnOtherBranch = true;
    else {
      const reason = `it sent the header of block ${height}, but does not have the block`;
      this.#options.peers.disconnect(peer, 'unproven', reason);
    }
  }

  /** Bans peers whose headers lead to an invalid block. */
  #banInvalid(): void {
    const { peers, headers } = this.#options;
    for (const peer of peers.ready()) {
      const head = headers.headOf(peer);
      if (head?.isInvalid === true)
        peers.ban(
          peer,
          `it sent an invalid block: its branch breaks a rule at or below height ${head.height}`,
        );
    }
  }

  /** Forgets headers with more work than our chain whose blocks no connected peer has; they would stay in the tree forever. */
  #forgetAbandoned(): void {
    const { chain, headers, logger } = this.#options;
    const { bestHeader, best } = this.#tree;
    if (bestHeader.work <= best.work || !headers.isIdle || this.#offered.size > 0 || this.isBehind()) return;
    const [lowest] = this.#tree.missingBodies(bestHeader.id, Number.MAX_SAFE_INTEGER);
    if (lowest === undefined) return;
    chain.forgetBranch(lowest.id).catch((error: Error) => {
      logger.debug(`Cannot forget headers without blocks: ${error.message}`);
    });
  }

  /** Waits after blocks could not be stored, for example on a full disk; logs each reason once. */
  #pause({ name, message, cause }: Error): void {
    if (this.#stopped.signal.aborted || this.#retryTimer !== undefined) return;
    // A ChainError says that an earlier block could not be stored; its cause says why.
    const reason = name === 'ChainError' && cause instanceof Error ? cause.message : message;
    if (reason !== this.#lastError)
      this.#options.logger.error(
        `Cannot store blocks from peers: ${reason}. Retrying every ${RETRY_MS / 1_000} s.`,
      );
    this.#lastError = reason;
    this.#received.clear();
    for (const { controller } of this.#ranges) controller.abort(new Error('blocks cannot be stored'));
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.wake();
    }, RETRY_MS).unref();
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
  readonly #logger: Logger | undefined;
  #reportedAt: number;

  constructor(start: number, goal: number, clock: () => number, logger: Logger) {
    this.#start = start;
    this.#clock = clock;
    this.#startedAt = clock();
    this.#reportedAt = this.#startedAt;
    if (goal - start < MIN_LOGGED_BLOCKS) return;
    this.#logger = logger;
    logger.info(`Syncing from height ${start}; peers advertise ${goal}`);
  }

  report(height: number, goal: number): void {
    if (this.#clock() - this.#reportedAt < REPORT_INTERVAL_MS) return;
    this.#reportedAt = this.#clock();
    this.#logger?.info(`Syncing: height ${height} of ${goal}, ${this.#rate(height)}`);
  }

  end(height: number): void {
    this.#logger?.info(`Sync ended at height ${height}, ${this.#rate(height)}`);
  }

  #rate(height: number): string {
    const seconds = Math.max(0.001, (this.#clock() - this.#startedAt) / 1_000);
    return `${((height - this.#start) / seconds).toFixed(1)} blocks/s`;
  }
}
