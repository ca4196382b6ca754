import type { BlockId, HeaderTree, TreeBlock } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import type { BlockIntake } from './block-intake.ts';
import { requestBlocks } from './block-bodies.ts';
import { isMalformed } from './frames.ts';
import type { HeaderSync } from './header-sync.ts';
import type { Peer, PeerBook } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';

export interface BlockSyncOptions {
  readonly chain: Chain;
  readonly book: PeerBook;
  readonly headers: HeaderSync;
  readonly intake: BlockIntake;
  readonly limits: PeerLimits;
  readonly protocol: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Blocks that a peer was asked for, which follow one another. */
interface Download {
  readonly peer: Peer;
  readonly wanted: readonly TreeBlock[];
  /** By `performance.now`. */
  readonly askedAt: number;
  /** The first of them; `undefined` while it runs; none where it failed. */
  blocks: readonly Uint8Array[] | undefined;
  /** Never rejects. */
  ended: Promise<void>;
}

/** How long, in milliseconds, a header whose block a peer did not give keeps no miner from mining. */
const WITHHELD_MILLISECONDS = 10 * 60_000;
const WITHHELD_BLOCKS = 1_000;

/** The missing blocks of a branch, lowest first. */
interface Plan {
  readonly missing: readonly TreeBlock[];
  /** Index of the lowest one that is still missing. */
  next: number;
}

/** After the disk did not take a block, the next attempt waits this long. */
const RETRY_MILLISECONDS = 5_000;
/** What a block is taken to have before any was seen, in bytes. */
const USUAL_BLOCK_SIZE = 32_768;
/** After a sync that left the chain behind, the next look at the peers waits this long. */
const AGAIN_MILLISECONDS = 250;

/**
 * Fetches the bodies of the branch of most work whose headers are known (PROTOCOL.md section 8). They are asked for from
 * several peers at once, a range from each, and validated in order. The lowest range that is late is asked of a second peer
 * as well; peers with fewer points come first. Only peers whose work headers have shown (`HeaderSync`) take part.
 */
export class BlockSync {
  readonly #options: BlockSyncOptions;
  readonly #stopped = new AbortController();
  /** In order of height, those that were asked of a second peer next to each other. */
  #downloads: Download[] = [];
  /** IDs of the blocks that are being validated. */
  #taking: ReadonlySet<BlockId> = new Set();
  /** Peers that have not answered yet; also for blocks that came from another one meanwhile. */
  readonly #busy = new Set<Peer>();
  /** By the newest block of each branch that peers have. */
  #plans: ReadonlyMap<TreeBlock, Plan> = new Map();
  /** IDs of blocks that a peer with their header did not give: a branch that goes on with one of them may not exist. */
  readonly #withheld = new LRUCache<string, true>({ max: WITHHELD_BLOCKS, ttl: WITHHELD_MILLISECONDS });
  /** True while every branch that is being fetched goes on with such a block. */
  #isHeldUp = false;
  #running: Promise<void> | undefined;
  #alarm = Promise.withResolvers<void>();
  #retryTimer: NodeJS.Timeout | undefined;
  #complaint = '';
  /** Of the newest block that was taken; it rejects where the disk does not take that or one before it. */
  #stored: Promise<unknown> = Promise.resolve();
  /** Why a block that was taken could not be written. */
  #failure: Error | undefined;
  #averageSize = USUAL_BLOCK_SIZE;

  constructor(options: BlockSyncOptions) {
    this.#options = options;
  }

  /**
   * True while a branch of more work is being fetched: headers have shown it. A branch whose next block was withheld before
   * is fetched too, but does not count: a header costs its work once, and could be shown under one key after another.
   */
  isSyncing(): boolean {
    return this.#running !== undefined && !this.#isHeldUp;
  }

  /** Looks at what peers have now: starts a sync if headers show that one has more work than the chain. */
  wake(): void {
    this.#alarm.resolve();
    this.#dropInvalid();
    this.#options.headers.wake();
    const cannot = this.#running !== undefined || this.#retryTimer !== undefined;
    if (cannot || this.#stopped.signal.aborted) return;
    if (!this.#isBehind()) return this.#forgetAbandoned();
    this.#running = this.#run().finally(() => {
      this.#downloads = [];
      this.#plans = new Map();
      this.#running = undefined;
      if (this.#isBehind()) this.#wakeIn(AGAIN_MILLISECONDS);
      else this.wake();
    });
  }

  #wakeIn(milliseconds: number): void {
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined;
      this.wake();
    }, milliseconds).unref();
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    this.#alarm.resolve();
    clearTimeout(this.#retryTimer);
    await this.#running;
  }

  get #tree(): HeaderTree {
    return this.#options.chain.tree;
  }

  /** Peers that are believed to have more work than the chain. */
  #ahead(): Peer[] {
    const { work } = this.#tree.best;
    return this.#options.book.ready().filter(({ status }) => status!.work > work);
  }

  #isBehind(): boolean {
    return this.#ahead().length > 0;
  }

  #bestHeight(): number {
    return this.#ahead().reduce((best, { status }) => Math.max(best, status!.height), this.#tree.best.height);
  }

  async #run(): Promise<void> {
    const progress = createSyncProgress(this.#options, this.#tree.best.height, this.#bestHeight());
    try {
      while (!this.#stopped.signal.aborted && (await this.#step())) {
        progress.tell(this.#tree.best.height, this.#bestHeight());
      }
      await this.#stored;
      progress.end(this.#tree.best.height);
      this.#complaint = '';
    } catch (error) {
      await Promise.allSettled([this.#stored]);
      this.#pause(this.#failure ?? (error as Error)); // a block behind the one that failed only says that it is behind
    }
    this.#stored = Promise.resolve();
    this.#failure = undefined;
  }

  /** @returns false when there is nothing to wait for any more @throws what kept a block from being written */
  async #step(): Promise<boolean> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#alarm = Promise.withResolvers<void>();
    this.#options.headers.wake();
    this.#downloads = this.#downloads.filter(
      ({ blocks, wanted }) => blocks?.length !== 0 && wanted.some((block) => this.#isMissing(block)),
    );
    this.#askForMore();
    const first = this.#downloads.find(({ blocks, wanted }) => blocks !== undefined && this.#isNext(wanted));
    if (first !== undefined) {
      this.#downloads.splice(this.#downloads.indexOf(first), 1);
      this.#taking = new Set(first.wanted.slice(0, first.blocks!.length).map(({ id }) => id));
      // Its peer is asked again before its blocks are validated, so that neither waits for the other.
      this.#askForMore();
      await this.#take(first);
      this.#taking = new Set();
      return true;
    }
    const running = this.#downloads.filter(({ blocks }) => blocks === undefined);
    if (running.length === 0 && !(this.#isBehind() && this.#options.headers.isLeading())) return false;
    await this.#wait(running);
    return true;
  }

  async #wait(running: readonly Download[]): Promise<void> {
    const { rescue } = this.#options.limits;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, rescue / 2);
    await Promise.race([...running.map(({ ended }) => ended), this.#alarm.promise, late.promise]);
    clearTimeout(timer);
  }

  #isMissing({ id }: TreeBlock): boolean {
    const block = this.#tree.get(id);
    return block !== undefined && !block.hasBody && !block.isInvalid;
  }

  /** True for blocks whose lowest missing one can be validated now. */
  #isNext(wanted: readonly TreeBlock[]): boolean {
    return wanted.find((block) => this.#isMissing(block))?.parent?.isComplete === true;
  }

  /** The missing blocks of the branches that peers have and that have more work than the chain, the heaviest first. */
  #currentPlans(): Plan[] {
    const { best } = this.#tree;
    const ends = [...new Set(this.#ahead().map((peer) => this.#knownOf(peer)))]
      .filter((end) => end !== undefined && !end.isInvalid && !end.isComplete && end.work > best.work)
      .map((end) => end!)
      .sort((a, b) => (a.work < b.work ? 1 : -1));
    const missingOf = ({ id }: TreeBlock): TreeBlock[] =>
      this.#tree.missingBodies(id, Number.MAX_SAFE_INTEGER);
    this.#plans = new Map(
      ends.map((end) => [end, this.#plans.get(end) ?? { missing: missingOf(end), next: 0 }]),
    );
    for (const plan of this.#plans.values()) {
      while (plan.next < plan.missing.length && !this.#isMissing(plan.missing[plan.next]!)) plan.next += 1;
    }
    return [...this.#plans.values()];
  }

  /** Gives every idle peer the lowest missing blocks that no other was asked for, or those that are late. */
  #askForMore(): void {
    const plans = this.#currentPlans();
    const lowest = plans.map(({ missing, next }) => missing[next]);
    this.#isHeldUp = lowest.some(Boolean) && lowest.every((block) => !block || this.#withheld.has(block.id));
    const idle = this.#ahead().filter((peer) => !this.#busy.has(peer));
    for (const peer of idle.sort((a, b) => a.points - b.points)) {
      let wanted = this.#lateBlocks(peer);
      for (const plan of plans) wanted ??= this.#nextBlocks(plan, peer);
      if (wanted !== undefined) this.#download(peer, wanted);
    }
  }

  /** Blocks that could be validated now, if one other peer was asked for them a while ago, and this one has them. */
  #lateBlocks(peer: Peer): readonly TreeBlock[] | undefined {
    const now = performance.now();
    const isLate = ({ blocks, askedAt, wanted }: Download): boolean =>
      blocks === undefined && now - askedAt > this.#options.limits.rescue && this.#isNext(wanted);
    const late = this.#downloads.find(isLate)?.wanted.filter((block) => this.#isMissing(block));
    const last = late?.at(-1);
    if (late === undefined || last === undefined || !this.#has(peer, last)) return undefined;
    const asked = this.#downloads.filter(({ wanted }) => wanted.includes(last));
    return asked.length < 2 && !this.#taking.has(last.id) ? late : undefined;
  }

  /** The lowest missing blocks that no other peer was asked for; no more than the memory is meant to hold. */
  #nextBlocks({ missing, next }: Plan, peer: Peer): TreeBlock[] | undefined {
    const { blocksPerRequest, bytesPerRequest } = this.#options.limits;
    const asked = new Set(this.#taking);
    let highest = -1;
    for (const { wanted, blocks } of this.#downloads) {
      for (const { id, height } of blocks === undefined ? wanted : wanted.slice(0, blocks.length)) {
        asked.add(id);
        highest = Math.max(highest, height);
      }
    }
    let start = next;
    while (start < missing.length && asked.has(missing[start]!.id)) start += 1;
    const lowest = missing[start];
    if (lowest === undefined) return undefined;
    const isAbove = start > next && lowest.height > highest;
    if (isAbove && this.#downloads.length >= this.#rangesAhead()) return undefined;
    const count = Math.min(blocksPerRequest, Math.max(1, Math.floor(bytesPerRequest / this.#averageSize)));
    const limit = peer.isApart ? (this.#knownOf(peer)?.height ?? -1) : Infinity;
    const wanted: TreeBlock[] = [];
    for (const block of missing.slice(start, start + count)) {
      if (asked.has(block.id) || block.height > limit) break;
      wanted.push(block);
    }
    const last = wanted.at(-1);
    return last !== undefined && this.#has(peer, last) ? wanted : undefined;
  }

  #knownOf({ known }: Peer): TreeBlock | undefined {
    return known === undefined ? undefined : this.#tree.get(known);
  }

  /** Whether a block is of a peer's branch: it sent its header, or may have it on top of those. */
  #has(peer: Peer, block: TreeBlock): boolean {
    const known = this.#knownOf(peer);
    if (known !== undefined && known.height >= block.height) {
      return this.#tree.ancestorAt(known, block.height) === block;
    }
    if (peer.isApart || peer.status!.work < block.work) return false;
    if (known !== undefined) return this.#tree.ancestorAt(block, known.height) === known;
    return peer.known !== undefined && this.#options.chain.heightOfBlock(peer.known) !== undefined;
  }

  /** A block larger than a request is sent whole: of such, fewer are held. Two, so that neither side waits. */
  #rangesAhead(): number {
    const { bytesPerRequest, rangesAhead } = this.#options.limits;
    const fitting = Math.floor((rangesAhead * bytesPerRequest) / this.#averageSize);
    return Math.max(Math.min(rangesAhead, 2), Math.min(rangesAhead, fitting));
  }

  #download(peer: Peer, wanted: readonly TreeBlock[]): void {
    const download: Download = {
      peer,
      wanted,
      askedAt: performance.now(),
      blocks: undefined,
      ended: Promise.resolve(),
    };
    const run = async (): Promise<void> => {
      this.#busy.add(peer);
      download.blocks = await this.#fetch(peer, wanted);
      this.#busy.delete(peer);
      this.#alarm.resolve();
    };
    download.ended = run();
    this.#downloads.push(download);
    this.#downloads.sort((a, b) => a.wanted[0]!.height - b.wanted[0]!.height);
  }

  /** @returns no blocks where the peer failed, which it was scored down for */
  async #fetch(peer: Peer, wanted: readonly TreeBlock[]): Promise<readonly Uint8Array[]> {
    const { book, limits, protocol } = this.#options;
    const [{ id, height }] = wanted as [TreeBlock];
    try {
      const ids = wanted.map((block) => block.id);
      const blocks = await requestBlocks(peer, protocol, ids, limits, this.#stopped.signal);
      const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
      if (blocks.length > 0) this.#averageSize = bytes / blocks.length;
      else this.#hasNone(peer, id, height);
      return blocks;
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#withheld.set(id, true);
      const isTheirs = book.get(peer.id) === peer && peer.connection.status === 'open';
      if (isTheirs && !this.#stopped.signal.aborted) {
        const { message } = error as Error;
        book.penalize(peer, offenceOf(error as Error), `blocks from ${height}: ${message}`);
      }
      return [];
    }
  }

  /** A peer that sent a header has its block; above those, its branch may be another one. */
  #hasNone(peer: Peer, id: BlockId, height: number): void {
    const known = this.#knownOf(peer);
    const isItsOwn = known !== undefined && this.#tree.ancestorAt(known, height)?.id === id;
    if (!isItsOwn) {
      peer.isApart = true;
      return;
    }
    this.#withheld.set(id, true);
    this.#options.book.hangUp(
      peer,
      'unproven',
      `it sent the header of block ${height}, and has no such block`,
    );
  }

  async #take({ peer, blocks, wanted }: Download): Promise<void> {
    const { intake, book } = this.#options;
    for (const [index, block] of blocks!.entries()) {
      if (this.#stopped.signal.aborted) return;
      if (!this.#isMissing(wanted[index]!)) continue;
      const reception = await intake.receive(block, peer);
      if (reception.outcome === 'altered') {
        return book.penalize(peer, 'invalid', `it sent an invalid block: ${reception.reason}`);
      }
      if (reception.outcome === 'invalid') return this.#dropInvalid();
      if (reception.outcome === 'added') this.#follow(reception.stored);
    }
    this.#dropInvalid();
  }

  /** Drops the peers whose own headers lead to a block that breaks a rule. */
  #dropInvalid(): void {
    const { book } = this.#options;
    for (const peer of book.ready()) {
      const known = this.#knownOf(peer);
      if (known?.isInvalid === true) {
        book.drop(
          peer,
          `it sent an invalid block: its branch breaks a rule at or below height ${known.height}`,
        );
      }
    }
  }

  /** Headers of more work whose bodies no connected peer gives would be kept for good: they are forgotten. */
  #forgetAbandoned(): void {
    const { chain, headers, logger } = this.#options;
    const { bestHeader, best } = this.#tree;
    if (bestHeader.work <= best.work || !headers.isIdle()) return;
    const [lowest] = this.#tree.missingBodies(bestHeader.id, Number.MAX_SAFE_INTEGER);
    if (lowest === undefined) return;
    chain.forgetBranch(lowest.id).catch((error: Error) => {
      logger.debug(`Headers without blocks could not be forgotten: ${error.message}`);
    });
  }

  #follow(stored: Promise<unknown>): void {
    this.#stored = stored;
    stored.catch((error: Error) => (this.#failure ??= error));
  }

  /** The chain cannot take blocks (no room on the disk, say): said once, tried again. */
  #pause({ message }: Error): void {
    if (this.#stopped.signal.aborted) return;
    const { logger } = this.#options;
    if (message !== this.#complaint) {
      logger.error(
        `Blocks of peers cannot be stored: ${message}. Trying every ${RETRY_MILLISECONDS / 1_000} s.`,
      );
    }
    this.#complaint = message;
    this.#wakeIn(RETRY_MILLISECONDS);
  }
}

function offenceOf(error: Error): 'invalid' | 'timeout' | 'brokenOff' {
  if (error.name === 'BadRangeError' || error.name === 'UnsupportedProtocolError') return 'invalid';
  if (isMalformed(error)) return 'invalid';
  return error.name === 'TimeoutError' ? 'timeout' : 'brokenOff';
}

/** Fewer blocks than these are fetched without a line in the log. */
const WORTH_TELLING = 10;
const INTERVAL_MILLISECONDS = 10_000;

/** A line when a sync begins, every 10 s, and when it is over. */
function createSyncProgress({ clock, logger }: BlockSyncOptions, start: number, goal: number) {
  const startedAt = clock();
  let toldAt = startedAt;
  const isWorthIt = goal - start >= WORTH_TELLING;
  if (isWorthIt) logger.info(`Syncing from height ${start}; peers say ${goal}`);
  const rate = (height: number): string => {
    const seconds = Math.max(0.001, (clock() - startedAt) / 1_000);
    return `${((height - start) / seconds).toFixed(1)} blocks/s`;
  };
  return {
    /** @param goal the height that peers advertise, as far as it is known */
    tell(height: number, goal: number): void {
      if (!isWorthIt || clock() - toldAt < INTERVAL_MILLISECONDS) return;
      toldAt = clock();
      logger.info(`Syncing: height ${height} of ${goal}, ${rate(height)}`);
    },
    end(height: number): void {
      if (isWorthIt) logger.info(`Sync ended at height ${height}, ${rate(height)}`);
    },
  };
}
