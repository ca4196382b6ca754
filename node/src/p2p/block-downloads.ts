import type { BlockId, HeaderTree, TreeBlock } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { Chain } from '../chain/chain.ts';
import { requestBlocks } from './block-exchange.ts';
import { isMalformed } from './frames.ts';
import type { Peer, PeerBook } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';

export interface BlockDownloadsOptions {
  readonly chain: Chain;
  readonly book: PeerBook;
  readonly limits: PeerLimits;
  readonly protocol: string;
}

/** A range of blocks requested from one peer. */
export interface Download {
  readonly peer: Peer;
  readonly wanted: readonly TreeBlock[];
  /** By `performance.now`. */
  readonly requestedAt: number;
  /**
   * The sent blocks: those at the beginning of `wanted`; `undefined` while the request runs; empty without an answer.
   */
  blocks: readonly Uint8Array[] | undefined;
  /** Never rejects. */
  ended: Promise<void>;
}

/** The missing blocks of a branch. */
interface BranchPlan {
  /** Lowest first; some may have arrived since. */
  readonly missing: readonly TreeBlock[];
  /** Index of the lowest block that is still missing. */
  next: number;
}

/** How long a branch does not count as syncing after a peer withheld its next block. */
const WITHHELD_MS = 10 * 60_000;
const WITHHELD_BLOCKS = 1_000;
/** Average block size in bytes that is assumed until a block is received. */
const ASSUMED_BLOCK_SIZE = 32_768;

/**
 * Requests the missing blocks from peers. Each idle peer is asked for the lowest range that is not requested yet. If the
 * lowest range of all is late, a second peer is asked for it. Peers with fewer penalty points come first.
 */
export class BlockDownloads {
  readonly #options: BlockDownloadsOptions;
  readonly #signal: AbortSignal;
  readonly #onEnd: () => void;
  /** By height; two requests for the same range are adjacent. */
  #downloads: Download[] = [];
  /** IDs of the blocks being validated. */
  #validating: ReadonlySet<BlockId> = new Set();
  /** Peers with an open request, even if another peer has sent its blocks meanwhile. */
  readonly #busy = new Set<Peer>();
  /** By the newest block of each branch. */
  #plans: ReadonlyMap<TreeBlock, BranchPlan> = new Map();
  /** IDs of blocks whose request failed, or that a peer lacks although it sent their headers: their bytes may not exist. */
  readonly #withheld = new LRUCache<BlockId, true>({ max: WITHHELD_BLOCKS, ttl: WITHHELD_MS });
  #isStalled = false;
  #averageSize = ASSUMED_BLOCK_SIZE;

  /** @param onEnd called when a request ends */
  constructor(options: BlockDownloadsOptions, signal: AbortSignal, onEnd: () => void) {
    this.#options = options;
    this.#signal = signal;
    this.#onEnd = onEnd;
  }

  /** True if the next block of every branch that is being fetched was withheld before. */
  get isStalled(): boolean {
    return this.#isStalled;
  }

  running(): Download[] {
    return this.#downloads.filter(({ blocks }) => blocks === undefined);
  }

  /** Forgets requests that returned no blocks, and those of which no block is missing any more. */
  discardObsolete(): void {
    this.#downloads = this.#downloads.filter(
      ({ blocks, wanted }) => blocks?.length !== 0 && wanted.some((block) => this.isMissing(block)),
    );
  }

  /**
   * Removes and returns the range to validate next, if it is downloaded. Its blocks are not requested again until
   * `finishValidation`.
   */
  takeNext(): Download | undefined {
    const next = this.#downloads.find(({ blocks, wanted }) => blocks !== undefined && this.#isNext(wanted));
    if (next === undefined) return undefined;
    this.#downloads.splice(this.#downloads.indexOf(next), 1);
    this.#validating = new Set(next.wanted.slice(0, next.blocks!.length).map(({ id }) => id));
    return next;
  }

  /** Call when the range from `takeNext` is validated. */
  finishValidation(): void {
    this.#validating = new Set();
  }

  clear(): void {
    this.#downloads = [];
    this.#plans = new Map();
  }

  isMissing({ id }: TreeBlock): boolean {
    const block = this.#tree.get(id);
    return block !== undefined && !block.hasBody && !block.isInvalid;
  }

  /** True if the lowest missing block of these can be validated now. */
  #isNext(wanted: readonly TreeBlock[]): boolean {
    return wanted.find((block) => this.isMissing(block))?.parent?.isComplete === true;
  }

  /** The missing blocks of each peer's branch with more work than the chain, the heaviest branch first. */
  #updatePlans(): BranchPlan[] {
    const { best } = this.#tree;
    const tips = [...new Set(this.peersAhead().map((peer) => this.newestKnownBlock(peer)))]
      .filter((tip) => tip !== undefined && !tip.isInvalid && !tip.isComplete && tip.work > best.work)
      .map((tip) => tip!)
      .sort((a, b) => (a.work < b.work ? 1 : -1));
    const missingOf = ({ id }: TreeBlock): TreeBlock[] =>
      this.#tree.missingBodies(id, Number.MAX_SAFE_INTEGER);
    this.#plans = new Map(
      tips.map((tip) => [tip, this.#plans.get(tip) ?? { missing: missingOf(tip), next: 0 }]),
    );
    for (const plan of this.#plans.values()) {
      while (plan.next < plan.missing.length && !this.isMissing(plan.missing[plan.next]!)) plan.next += 1;
    }
    return [...this.#plans.values()];
  }

  /** Requests blocks from every idle peer: those that are late, otherwise the lowest not requested yet. */
  requestMore(): void {
    const plans = this.#updatePlans();
    const lowest = plans.map(({ missing, next }) => missing[next]);
    this.#isStalled = lowest.some(Boolean) && lowest.every((block) => !block || this.#withheld.has(block.id));
    const idle = this.peersAhead().filter((peer) => !this.#busy.has(peer));
    for (const peer of idle.sort((a, b) => a.points - b.points)) {
      let wanted = this.#lateBlocks(peer);
      for (const plan of plans) wanted ??= this.#nextBlocks(plan, peer);
      if (wanted !== undefined) this.#download(peer, wanted);
    }
  }

  /** The missing blocks of the range to validate next, if its only request is late and this peer may have them. */
  #lateBlocks(peer: Peer): readonly TreeBlock[] | undefined {
    const now = performance.now();
    const isLate = ({ blocks, requestedAt, wanted }: Download): boolean =>
      blocks === undefined && now - requestedAt > this.#options.limits.lateAfterMs && this.#isNext(wanted);
    const late = this.#downloads.find(isLate)?.wanted.filter((block) => this.isMissing(block));
    const last = late?.at(-1);
    if (late === undefined || last === undefined || !this.#mayHave(peer, last)) return undefined;
    const requested = this.#downloads.filter(({ wanted }) => wanted.includes(last));
    return requested.length < 2 && !this.#validating.has(last.id) ? late : undefined;
  }

  /** The lowest missing blocks not requested yet, within the memory limit. */
  #nextBlocks({ missing, next }: BranchPlan, peer: Peer): TreeBlock[] | undefined {
    const { blocksPerRequest, bytesPerRequest } = this.#options.limits;
    const requested = new Set(this.#validating);
    let highest = -1;
    for (const { wanted, blocks } of this.#downloads) {
      for (const { id, height } of blocks === undefined ? wanted : wanted.slice(0, blocks.length)) {
        requested.add(id);
        highest = Math.max(highest, height);
      }
    }
    let start = next;
    while (start < missing.length && requested.has(missing[start]!.id)) start += 1;
    const lowest = missing[start];
    if (lowest === undefined) return undefined;
    const isAbove = start > next && lowest.height > highest;
    if (isAbove && this.#downloads.length >= this.#rangesAhead()) return undefined;
    const count = Math.min(blocksPerRequest, Math.max(1, Math.floor(bytesPerRequest / this.#averageSize)));
    const limit = peer.isOnOtherBranch ? (this.newestKnownBlock(peer)?.height ?? -1) : Infinity;
    const wanted: TreeBlock[] = [];
    for (const block of missing.slice(start, start + count)) {
      if (requested.has(block.id) || block.height > limit) break;
      wanted.push(block);
    }
    const last = wanted.at(-1);
    return last !== undefined && this.#mayHave(peer, last) ? wanted : undefined;
  }

  newestKnownBlock({ newestKnownId: id }: Peer): TreeBlock | undefined {
    return id === undefined ? undefined : this.#tree.get(id);
  }

  /** True if the peer sent the block's header, or its branch may continue with the block. */
  #mayHave(peer: Peer, block: TreeBlock): boolean {
    const known = this.newestKnownBlock(peer);
    if (known !== undefined && known.height >= block.height) {
      return this.#tree.ancestorAt(known, block.height) === block;
    }
    if (peer.isOnOtherBranch || peer.status!.work < block.work) return false;
    if (known !== undefined) return this.#tree.ancestorAt(block, known.height) === known;
    return (
      peer.newestKnownId !== undefined && this.#options.chain.heightOfBlock(peer.newestKnownId) !== undefined
    );
  }

  /**
   * How many ranges to request ahead: fewer if blocks are larger than `bytesPerRequest`, because each is sent whole, but at
   * least two, so that neither side waits for the other.
   */
  #rangesAhead(): number {
    const { bytesPerRequest, rangesAhead } = this.#options.limits;
    const fitting = Math.floor((rangesAhead * bytesPerRequest) / this.#averageSize);
    return Math.max(Math.min(rangesAhead, 2), Math.min(rangesAhead, fitting));
  }

  #download(peer: Peer, wanted: readonly TreeBlock[]): void {
    const download: Download = {
      peer,
      wanted,
      requestedAt: performance.now(),
      blocks: undefined,
      ended: Promise.resolve(),
    };
    const run = async (): Promise<void> => {
      this.#busy.add(peer);
      download.blocks = await this.#fetch(peer, wanted);
      this.#busy.delete(peer);
      this.#onEnd();
    };
    download.ended = run();
    this.#downloads.push(download);
    this.#downloads.sort((a, b) => a.wanted[0]!.height - b.wanted[0]!.height);
  }

  /** @returns no blocks if the peer lacks the first, or the request failed; a failure by the peer's fault is penalized */
  async #fetch(peer: Peer, wanted: readonly TreeBlock[]): Promise<readonly Uint8Array[]> {
    const { book, limits, protocol } = this.#options;
    const [{ id, height }] = wanted as [TreeBlock];
    try {
      const ids = wanted.map((block) => block.id);
      const blocks = await requestBlocks(peer, protocol, ids, limits, this.#signal);
      const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
      if (blocks.length > 0) this.#averageSize = bytes / blocks.length;
      else this.#handleMissing(peer, id, height);
      return blocks;
    } catch (error) {
      if (!this.#signal.aborted) this.#withheld.set(id, true);
      const isPeersFault = book.get(peer.id) === peer && peer.connection.status === 'open';
      if (isPeersFault && !this.#signal.aborted) {
        const { message } = error as Error;
        book.penalize(peer, offenceOf(error as Error), `blocks from ${height}: ${message}`);
      }
      return [];
    }
  }

  /** Disconnects a peer that lacks a block whose header it sent; marks one that did not send it as being on another branch. */
  #handleMissing(peer: Peer, id: BlockId, height: number): void {
    const known = this.newestKnownBlock(peer);
    const isItsOwn = known !== undefined && this.#tree.ancestorAt(known, height)?.id === id;
    if (!isItsOwn) {
      peer.isOnOtherBranch = true;
      return;
    }
    this.#withheld.set(id, true);
    this.#options.book.disconnect(
      peer,
      'unproven',
      `it sent the header of block ${height}, but does not have the block`,
    );
  }

  /** Peers whose accepted status has more work than the chain. */
  peersAhead(): Peer[] {
    const { work } = this.#tree.best;
    return this.#options.book.ready().filter(({ status }) => status!.work > work);
  }

  get #tree(): HeaderTree {
    return this.#options.chain.tree;
  }
}

function offenceOf(error: Error): 'invalid' | 'timeout' | 'brokenOff' {
  if (error.name === 'BadBlocksError' || error.name === 'UnsupportedProtocolError') return 'invalid';
  if (isMalformed(error)) return 'invalid';
  return error.name === 'TimeoutError' ? 'timeout' : 'brokenOff';
}
