import { type Address, ConsensusError, encodeBlockHeader, formatCoins } from '@cairn/protocol';
import type { Log, Runtime } from '../runtime.ts';
import type { Chain } from '../chain/chain.ts';
import type { StoredBlockSummary } from '../chain/chain-types.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import { composeBlock, createAffordabilityCheck, sealBlock, type BlockTemplate } from './block-template.ts';

/** Interval at which a search restarts, with a current timestamp and newer transactions. */
const REFRESH_MS = 10_000;
/** Pause after a failed attempt to mine a block, for example because the disk is full. */
const RETRY_MS = 5_000;
/** On-demand mining looks for transfers at each admission to the mempool, and in any case this often. */
const POLL_MS = 1_000;
/** Polling interval while the node is behind its peers. */
const BEHIND_POLL_MS = 100;

/** Where a home searches for proofs of work. */
export interface ProofSearch {
  /**
   * Searches all 2^32 nonces of a header.
   * @param header 118 bytes
   * @param bits compact target that the block ID must meet
   * @param signal cancels the search
   * @returns the lowest nonce, or `undefined` if the search was cancelled or no nonce meets the target
   */
  find(header: Uint8Array, bits: number, signal: AbortSignal): Promise<number | undefined>;
}

export interface MinerOptions {
  readonly chain: Chain;
  readonly mempool: Pick<Mempool, 'subscribe' | 'isAvailable' | 'inBlockOrder'>;
  readonly proofs: ProofSearch;
  /** True while the node is behind its peers; nothing is mined then. */
  readonly isBehind?: () => boolean;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly runtime: Runtime;
  readonly logger: Log;
}

/** Mines single blocks with real proof of work; `MiningLoop` decides when. */
export class Miner {
  readonly #options: MinerOptions;

  constructor(options: MinerOptions) {
    this.#options = options;
  }

  /** True if the next block would contain more than its coinbase. */
  hasTransfers(): boolean {
    const { chain } = this.#options;
    const isAffordable = createAffordabilityCheck((address) => chain.view.account(address));
    return this.#candidates().some(isAffordable);
  }

  /**
   * Mines one block on the tip and commits it. The search restarts for a new tip, and every 10 s.
   * @param to address of the reward
   * @param signal cancels the search
   * @returns `undefined` if it was cancelled, or the node is behind its peers
   * @throws ClockBehindError, and the errors of `ProofSearch.find` and `Chain.appendBlock`
   */
  async mineBlock(to: Address, signal: AbortSignal): Promise<StoredBlockSummary | undefined> {
    const { chain, clock, runtime } = this.#options;
    while (!signal.aborted && this.#options.isBehind?.() !== true) {
      const template = await chain.composeOnTip((tip) => {
        const now = Math.floor(clock() / 1_000);
        return composeBlock(tip, { candidates: this.#candidates(), miner: to, now }, runtime.turn);
      });
      if (chain.tip().id !== template.header.previousBlockId) continue; // it changed meanwhile
      const nonce = await this.#searchWhileFresh(template, signal);
      if (nonce === undefined || signal.aborted) continue;
      const block = await this.#appendOnTip(template, nonce);
      if (block !== undefined) return block;
    }
    return undefined;
  }

  /** @returns `undefined` if no nonce meets the target, or a new tip, the refresh interval or `signal` ended the search */
  async #searchWhileFresh({ header }: BlockTemplate, signal: AbortSignal): Promise<number | undefined> {
    const { chain, proofs, runtime } = this.#options;
    const stale = new AbortController();
    const unsubscribe = chain.subscribe(() => stale.abort());
    void runtime.sleep(REFRESH_MS, stale.signal).then(() => stale.abort());
    try {
      const either = AbortSignal.any([signal, stale.signal]);
      return await proofs.find(encodeBlockHeader(header), header.bits, either);
    } finally {
      stale.abort();
      unsubscribe();
    }
  }

  /** @returns `undefined` if another block was accepted at this height, before or while this one waits for validation */
  async #appendOnTip(template: BlockTemplate, nonce: number): Promise<StoredBlockSummary | undefined> {
    const { chain } = this.#options;
    const isStale = (): boolean => chain.tip().id !== template.header.previousBlockId;
    if (isStale()) return undefined;
    try {
      return await chain.appendBlock(sealBlock(template, nonce));
    } catch (error) {
      if (error instanceof ConsensusError && isStale()) return undefined;
      throw error;
    }
  }

  /** The mempool's transactions for a block; none while it is unavailable. */
  #candidates(): PendingTransaction[] {
    const { mempool } = this.#options;
    return mempool.isAvailable() ? mempool.inBlockOrder() : [];
  }
}

/**
 * When the next block is due.
 * - `continuous`: immediately; proof of work sets the pace (testnet).
 * - `interval`: this long after the previous block.
 * - `on-demand`: as soon as a transfer is pending.
 */
export type MiningPace =
  | { readonly kind: 'continuous' }
  | { readonly kind: 'interval'; readonly milliseconds: number }
  | { readonly kind: 'on-demand' };

/** How a node mines. */
export interface MiningSettings {
  /** Address of the rewards. */
  readonly to: Address;
  /** `undefined` if the node mines only when it is told to. */
  readonly pace: MiningPace | undefined;
}

/**
 * Mines a block whenever one is due, in the background. It can be paused, and resumed with other settings. A failure is logged
 * and retried; it never ends the loop.
 */
export class MiningLoop {
  /** Change them only while the loop is paused. */
  settings: MiningSettings;
  readonly #options: MinerOptions;
  readonly #miner: Miner;
  #running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  #isClosed = false;

  constructor(options: MinerOptions, settings: MiningSettings) {
    this.#options = options;
    this.#miner = new Miner(options);
    this.settings = settings;
  }

  /** Starts mining, unless it is running, closed, or has no pace. */
  resume(): void {
    const { to, pace } = this.settings;
    if (this.#isClosed || this.#running !== undefined || pace === undefined) return;
    const stop = new AbortController();
    this.#running = { stop, ended: this.#mine(to, pace, stop.signal) };
  }

  /** Stops mining; resolves once no search or commit is in progress. */
  async pause(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    running?.stop.abort();
    await running?.ended;
  }

  /** Stops mining for good. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.pause();
  }

  async #mine(to: Address, pace: MiningPace, signal: AbortSignal): Promise<void> {
    const { clock, runtime, logger } = this.#options;
    let lastBlockAt = this.#timeOfTip();
    let lastError = '';
    while (!signal.aborted) {
      await this.#untilDue(pace, lastBlockAt, signal);
      while (this.#options.isBehind?.() === true && !signal.aborted)
        await runtime.sleep(BEHIND_POLL_MS, signal);
      if (signal.aborted) return;
      lastBlockAt = clock();
      try {
        const block = await this.#miner.mineBlock(to, signal);
        if (block !== undefined) {
          const { height, id, transactionCount, totalFees } = block;
          logger.info(
            { height, id, transactions: transactionCount, fees: `${totalFees}` },
            describeBlock(block),
          );
        }
        lastError = '';
      } catch (error) {
        const { message } = error as Error;
        // A persistent error is logged once, not at every attempt.
        if (message !== lastError)
          logger.error(error as Error, `No block can be mined: ${message}. Trying every 5 s.`);
        lastError = message;
        await runtime.sleep(RETRY_MS, signal);
      }
    }
  }

  /** Unix milliseconds of the newest block, but not later than now. */
  #timeOfTip(): number {
    const { chain, clock } = this.#options;
    const { view } = chain;
    const { header } = view.block(view.tip.height)!;
    return Math.min(header.timestamp * 1_000, clock());
  }

  async #untilDue(pace: MiningPace, lastBlockAt: number, signal: AbortSignal): Promise<void> {
    const { mempool, clock, runtime } = this.#options;
    if (pace.kind === 'interval') {
      const { milliseconds } = pace;
      const wait = Math.min(lastBlockAt + milliseconds - clock(), milliseconds);
      if (wait > 0) await runtime.sleep(wait, signal);
    } else if (pace.kind === 'on-demand') {
      while (!signal.aborted && !this.#miner.hasTransfers()) {
        const admitted = new AbortController();
        const unsubscribe = mempool.subscribe(() => admitted.abort());
        await runtime.sleep(POLL_MS, AbortSignal.any([signal, admitted.signal]));
        unsubscribe();
      }
    }
  }
}

/** One line about a block that this node mined. */
export function describeBlock({ height, id, transactionCount, totalFees }: StoredBlockSummary): string {
  const transfers = transactionCount - 1;
  const count = transfers === 1 ? '1 transfer' : `${transfers} transfers`;
  return `Mined block ${height} ${id.slice(0, 16)}… with ${count}, fees ${formatCoins(totalFees)} CRN`;
}
