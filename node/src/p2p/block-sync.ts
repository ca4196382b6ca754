import type { HeaderTree } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import type { BlockIntake } from './block-intake.ts';
import { BlockDownloads, type Download } from './block-downloads.ts';
import type { HeaderSync } from './header-sync.ts';
import type { PeerBook } from './peer-book.ts';
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

/** Pause after a block could not be stored. */
const RETRY_MS = 5_000;
/** Pause before the next sync if one ended although peers still have more work. */
const RESTART_MS = 250;

/**
 * Fetches the blocks of the branch with the most work whose headers are known (PROTOCOL.md section 8): ranges from several
 * peers at once (`BlockDownloads`), validated in order. Only peers whose status `HeaderSync` has accepted are used.
 */
export class BlockSync {
  readonly #options: BlockSyncOptions;
  readonly #stopped = new AbortController();
  readonly #downloads: BlockDownloads;
  #running: Promise<void> | undefined;
  #wakeUp = Promise.withResolvers<void>();
  #retryTimer: NodeJS.Timeout | undefined;
  #lastError = '';
  /** Settles with the newest accepted block; rejects if that or an earlier one cannot be stored. */
  #stored: Promise<unknown> = Promise.resolve();
  /** Why an accepted block could not be stored. */
  #failure: Error | undefined;

  constructor(options: BlockSyncOptions) {
    this.#options = options;
    this.#downloads = new BlockDownloads(options, this.#stopped.signal, () => this.#wakeUp.resolve());
  }

  /**
   * True while a branch whose headers prove more work is being fetched. A branch whose next block was withheld before does not
   * count: otherwise an attacker could keep this node syncing with one proof of work, by sending the same header under many
   * peer IDs and never the block.
   */
  isSyncing(): boolean {
    return this.#running !== undefined && !this.#downloads.isStalled;
  }

  /**
   * Starts a sync if the accepted status of a peer has more work than the chain; otherwise forgets headers whose
   * blocks no peer has. Also drops peers on invalid branches, and requests further headers.
   */
  wake(): void {
    this.#wakeUp.resolve();
    this.#dropInvalid();
    this.#options.headers.wake();
    const isBusy = this.#running !== undefined || this.#retryTimer !== undefined;
    if (isBusy || this.#stopped.signal.aborted) return;
    if (!this.#isBehind()) return this.#forgetAbandoned();
    this.#running = this.#run().finally(() => {
      this.#downloads.clear();
      this.#running = undefined;
      if (this.#isBehind()) this.#wakeIn(RESTART_MS);
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
    this.#wakeUp.resolve();
    clearTimeout(this.#retryTimer);
    await this.#running;
  }

  get #tree(): HeaderTree {
    return this.#options.chain.tree;
  }

  #isBehind(): boolean {
    return this.#downloads.peersAhead().length > 0;
  }

  #bestHeight(): number {
    return this.#downloads
      .peersAhead()
      .reduce((best, { status }) => Math.max(best, status!.height), this.#tree.best.height);
  }

  async #run(): Promise<void> {
    const progress = createSyncProgress(this.#options, this.#tree.best.height, this.#bestHeight());
    try {
      while (!this.#stopped.signal.aborted && (await this.#step())) {
        progress.report(this.#tree.best.height, this.#bestHeight());
      }
      await this.#stored;
      progress.end(this.#tree.best.height);
      this.#lastError = '';
    } catch (error) {
      await Promise.allSettled([this.#stored]);
      this.#pause(this.#failure ?? (error as Error)); // later blocks fail only because of the first failure
    }
    this.#stored = Promise.resolve();
    this.#failure = undefined;
  }

  /** @returns false once there is nothing left to do @throws the error that prevented storing a block */
  async #step(): Promise<boolean> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#wakeUp = Promise.withResolvers<void>();
    this.#options.headers.wake();
    this.#downloads.discardObsolete();
    this.#downloads.requestMore();
    const next = this.#downloads.takeNext();
    if (next !== undefined) {
      // Send the peer its next request before validating these blocks, so that neither waits for the other.
      this.#downloads.requestMore();
      await this.#receiveBlocks(next);
      this.#downloads.finishValidation();
      return true;
    }
    const running = this.#downloads.running();
    if (running.length === 0 && !(this.#isBehind() && this.#options.headers.isFetching())) return false;
    await this.#wait(running);
    return true;
  }

  async #wait(running: readonly Download[]): Promise<void> {
    const { lateAfterMs } = this.#options.limits;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, lateAfterMs / 2);
    await Promise.race([...running.map(({ ended }) => ended), this.#wakeUp.promise, late.promise]);
    clearTimeout(timer);
  }

  async #receiveBlocks({ peer, blocks, wanted }: Download): Promise<void> {
    const { intake, book } = this.#options;
    for (const [index, block] of blocks!.entries()) {
      if (this.#stopped.signal.aborted) return;
      if (!this.#downloads.isMissing(wanted[index]!)) continue;
      const reception = await intake.receive(block, peer);
      if (reception.outcome === 'altered') {
        return book.penalize(peer, 'invalid', `it sent an invalid block: ${reception.reason}`);
      }
      if (reception.outcome === 'invalid') return this.#dropInvalid();
      if (reception.outcome === 'added') this.#trackStored(reception.stored);
    }
    this.#dropInvalid();
  }

  /** Drops peers whose headers lead to an invalid block. */
  #dropInvalid(): void {
    const { book } = this.#options;
    for (const peer of book.ready()) {
      const known = this.#downloads.newestKnownBlock(peer);
      if (known?.isInvalid === true) {
        book.drop(
          peer,
          `it sent an invalid block: its branch breaks a rule at or below height ${known.height}`,
        );
      }
    }
  }

  /**
   * Forgets a branch of headers that has more work than our chain, but whose blocks no connected peer has; it would stay in
   * the tree forever.
   */
  #forgetAbandoned(): void {
    const { chain, headers, logger } = this.#options;
    const { bestHeader, best } = this.#tree;
    if (bestHeader.work <= best.work || !headers.isIdle()) return;
    const [lowest] = this.#tree.missingBodies(bestHeader.id, Number.MAX_SAFE_INTEGER);
    if (lowest === undefined) return;
    chain.forgetBranch(lowest.id).catch((error: Error) => {
      logger.debug(`Cannot forget headers without blocks: ${error.message}`);
    });
  }

  #trackStored(stored: Promise<unknown>): void {
    this.#stored = stored;
    stored.catch((error: Error) => (this.#failure ??= error));
  }

  /** Retries later after blocks could not be stored, for example on a full disk; logs each reason once. */
  #pause({ message }: Error): void {
    if (this.#stopped.signal.aborted) return;
    const { logger } = this.#options;
    if (message !== this.#lastError) {
      logger.error(`Cannot store blocks from peers: ${message}. Retrying every ${RETRY_MS / 1_000} s.`);
    }
    this.#lastError = message;
    this.#wakeIn(RETRY_MS);
  }
}

/** A sync of fewer blocks is not logged. */
const MIN_LOGGED_BLOCKS = 10;
const REPORT_INTERVAL_MS = 10_000;

/** Logs the start of a sync, its progress every 10 s, and its end. */
function createSyncProgress({ clock, logger }: BlockSyncOptions, start: number, goal: number) {
  const startedAt = clock();
  let reportedAt = startedAt;
  const isLogged = goal - start >= MIN_LOGGED_BLOCKS;
  if (isLogged) logger.info(`Syncing from height ${start}; peers advertise ${goal}`);
  const rate = (height: number): string => {
    const seconds = Math.max(0.001, (clock() - startedAt) / 1_000);
    return `${((height - start) / seconds).toFixed(1)} blocks/s`;
  };
  return {
    /** @param goal highest height that a peer advertises */
    report(height: number, goal: number): void {
      if (!isLogged || clock() - reportedAt < REPORT_INTERVAL_MS) return;
      reportedAt = clock();
      logger.info(`Syncing: height ${height} of ${goal}, ${rate(height)}`);
    },
    end(height: number): void {
      if (isLogged) logger.info(`Sync ended at height ${height}, ${rate(height)}`);
    },
  };
}
