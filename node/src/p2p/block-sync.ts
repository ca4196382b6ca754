import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import type { BlockIntake } from './block-intake.ts';
import { requestBlocks, type BlockRange } from './block-ranges.ts';
import { isMalformed } from './frames.ts';
import type { Peer, PeerBook } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';

export interface BlockSyncOptions {
  readonly chain: Chain;
  readonly book: PeerBook;
  readonly intake: BlockIntake;
  readonly limits: PeerLimits;
  readonly protocol: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** A range that a peer was asked for. */
interface Download extends BlockRange {
  readonly peer: Peer;
  /** `undefined` while it runs; none where it failed. */
  blocks: readonly Uint8Array[] | undefined;
  /** Never rejects. */
  ended: Promise<void>;
}

/** After the disk did not take a block, the next attempt waits this long. */
const RETRY_MILLISECONDS = 5_000;
/** What a block is taken to have before any was seen, in bytes. */
const USUAL_BLOCK_SIZE = 32_768;

/**
 * Brings the chain up to the height that the peers have. Ranges above the tip are asked for from several peers at once,
 * one from each, and validated in order. A range that a peer does not deliver in time is asked for from the next peer;
 * peers with fewer points come first.
 */
export class BlockSync {
  readonly #options: BlockSyncOptions;
  readonly #stopped = new AbortController();
  /** In order of height. */
  #downloads: Download[] = [];
  #running: Promise<void> | undefined;
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

  /** True while blocks are being fetched. */
  isSyncing(): boolean {
    return this.#running !== undefined;
  }

  /** Starts a sync if a peer says that its chain is higher than ours. */
  wake(): void {
    if (this.#bestHeight() > this.#height()) this.#start();
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#retryTimer);
    await this.#running;
  }

  /** Of the newest block that was accepted; it may not be written yet. */
  #height(): number {
    return this.#options.chain.acceptedTip()?.height ?? -1;
  }

  #bestHeight(): number {
    return this.#options.book.ready().reduce((best, { status }) => Math.max(best, status!.height), -1);
  }

  #start(): void {
    const cannot = this.#running !== undefined || this.#retryTimer !== undefined;
    if (cannot || this.#stopped.signal.aborted) return;
    this.#running = this.#run().finally(() => {
      this.#downloads = [];
      this.#running = undefined;
      this.wake();
    });
  }

  async #run(): Promise<void> {
    const progress = createSyncProgress(this.#options, this.#height(), this.#bestHeight());
    try {
      while (!this.#stopped.signal.aborted && (await this.#step())) {
        progress.tell(this.#height(), this.#bestHeight());
      }
      await this.#stored;
      progress.end(this.#height());
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
    this.#downloads = this.#downloads.filter(({ blocks }) => blocks?.length !== 0);
    this.#askForMore(this.#height() + 1);
    const [first] = this.#downloads;
    if (first?.blocks !== undefined && first.fromHeight <= this.#height() + 1) {
      this.#downloads.shift();
      // Its peer is asked again before its blocks are validated, so that neither waits for the other.
      this.#askForMore(first.fromHeight + first.blocks.length);
      await this.#take(first.peer, first.blocks);
      return true;
    }
    const running = this.#downloads.filter(isRunning);
    if (running.length === 0) return false;
    await Promise.race(running.map(({ ended }) => ended));
    return true;
  }

  /** Gives every idle peer the lowest range from `base` on that is missing and that it says it has. */
  #askForMore(base: number): void {
    const busy = new Set(this.#downloads.filter(isRunning).map(({ peer }) => peer));
    const idle = this.#options.book.ready().filter((peer) => !busy.has(peer));
    for (const peer of idle.sort((a, b) => a.points - b.points)) {
      const range = this.#nextRange(base, peer.status!.height);
      if (range === undefined) continue;
      this.#downloads.push(this.#download(peer, range));
      this.#downloads.sort((a, b) => a.fromHeight - b.fromHeight);
    }
  }

  /** The lowest heights from `base` to `limit` that nobody was asked for; no more than the memory is meant to hold. */
  #nextRange(base: number, limit: number): BlockRange | undefined {
    const { blocksPerRequest, bytesPerRequest } = this.#options.limits;
    let fromHeight = base;
    let end = limit;
    for (const download of this.#downloads) {
      if (download.fromHeight > fromHeight) {
        end = Math.min(limit, download.fromHeight - 1);
        break;
      }
      const { blocks, count } = download;
      fromHeight = Math.max(fromHeight, download.fromHeight + (blocks?.length ?? count));
    }
    const isAtEnd = end === limit;
    if (isAtEnd && this.#downloads.length >= this.#rangesAhead()) return undefined;
    const fitting = Math.max(1, Math.floor(bytesPerRequest / this.#averageSize));
    const count = Math.min(fitting, blocksPerRequest, end - fromHeight + 1);
    return count < 1 ? undefined : { fromHeight, count };
  }

  /** A block larger than a request is sent whole: of such, fewer are held. Two, so that neither side waits. */
  #rangesAhead(): number {
    const { bytesPerRequest, rangesAhead } = this.#options.limits;
    const fitting = Math.floor((rangesAhead * bytesPerRequest) / this.#averageSize);
    return Math.max(Math.min(rangesAhead, 2), Math.min(rangesAhead, fitting));
  }

  #download(peer: Peer, range: BlockRange): Download {
    const download: Download = { peer, ...range, blocks: undefined, ended: Promise.resolve() };
    const run = async (): Promise<void> => {
      download.blocks = await this.#fetch(peer, range);
    };
    download.ended = run();
    return download;
  }

  /** @returns no blocks where the peer failed, which it was scored down for */
  async #fetch(peer: Peer, range: BlockRange): Promise<readonly Uint8Array[]> {
    const { book, limits, protocol } = this.#options;
    try {
      const blocks = await requestBlocks(peer, protocol, range, limits, this.#stopped.signal);
      const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
      if (blocks.length > 0) this.#averageSize = bytes / blocks.length;
      else this.#dropLiar(peer, range.fromHeight);
      return blocks;
    } catch (error) {
      const isTheirs = book.get(peer.id) === peer && peer.connection.status === 'open';
      if (isTheirs && !this.#stopped.signal.aborted) {
        const { message } = error as Error;
        book.penalize(peer, offenceOf(error as Error), `blocks from ${range.fromHeight}: ${message}`);
      }
      return [];
    }
  }

  #dropLiar(peer: Peer, height: number): void {
    this.#options.book.drop(peer, `it says its height is ${peer.status?.height} and has no block ${height}`);
  }

  async #take(peer: Peer, blocks: readonly Uint8Array[]): Promise<void> {
    const { intake, book } = this.#options;
    for (const block of blocks) {
      if (this.#stopped.signal.aborted) return;
      const reception = await intake.receive(block);
      if (reception.outcome === 'ahead') return;
      if (reception.outcome === 'diverged') return book.dropDiverged(peer, reception.height);
      if (reception.outcome === 'invalid') {
        return book.penalize(peer, 'invalid', `it sent an invalid block: ${reception.reason}`);
      }
      if (reception.outcome === 'added') this.#follow(reception.stored);
    }
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
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.wake();
    }, RETRY_MILLISECONDS).unref();
  }
}

function offenceOf(error: Error): 'invalid' | 'timeout' | 'brokenOff' {
  if (error.name === 'BadRangeError' || error.name === 'UnsupportedProtocolError') return 'invalid';
  if (isMalformed(error)) return 'invalid';
  return error.name === 'TimeoutError' ? 'timeout' : 'brokenOff';
}

function isRunning({ blocks }: Download): boolean {
  return blocks === undefined;
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
