import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, formatCoins } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { ChainReader, StoredBlockSummary } from '../chain/chain-reader.ts';
import type { Miner } from './miner.ts';

/** Pause after a failed attempt to mine a block, for example because the disk is full. */
const RETRY_MS = 5_000;
/** On-demand mining looks for transfers at each admission to the mempool, and in any case this often. */
const POLL_MS = 1_000;
/** Polling interval while the node is behind its peers. */
const BEHIND_POLL_MS = 100;

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

interface MiningLoopOptions {
  readonly miner: Miner;
  readonly chain: ChainReader;
  /** Calls its listeners for each newly pending transaction. */
  readonly mempool: { subscribe(listener: () => void): () => void };
  /** Address of the rewards. */
  readonly to: Address;
  readonly pace: MiningPace;
  /** True while the node is behind its peers; nothing is mined then. */
  readonly isBehind?: () => boolean;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/**
 * Decides when the next block is due and mines it with `miner.ts`, until it is stopped. A failure is logged and retried; it
 * never ends the loop.
 * @returns a function that stops it; resolves when no search or commit is in progress any more
 */
export function startMining(options: MiningLoopOptions): () => Promise<void> {
  const stop = new AbortController();
  const loop = mineUntil(stop.signal, options);
  return async () => {
    stop.abort();
    await loop;
  };
}

async function mineUntil(signal: AbortSignal, options: MiningLoopOptions): Promise<void> {
  const { miner, to, clock, logger } = options;
  let lastBlockAt = timeOfTip(options);
  let lastError = '';
  while (!signal.aborted) {
    await waitUntilDue(options, lastBlockAt, signal);
    while (options.isBehind?.() === true && !signal.aborted) await pause(BEHIND_POLL_MS, signal);
    if (signal.aborted) return;
    lastBlockAt = clock();
    try {
      const block = await miner.mineBlock(to, signal);
      if (block !== undefined) logger.info(blockFields(block), describeBlock(block));
      lastError = '';
    } catch (error) {
      const { message } = error as Error;
      // A persistent error is logged once, not at every attempt.
      if (message !== lastError) logger.error(error, `No block can be mined: ${message}. Trying every 5 s.`);
      lastError = message;
      await pause(RETRY_MS, signal);
    }
  }
}

/** Unix milliseconds of the newest block, but not later than now. */
function timeOfTip({ chain, clock }: MiningLoopOptions): number {
  const tip = chain.tip();
  const seconds = tip === undefined ? 0 : (chain.blockSummary(tip.height)?.header.timestamp ?? 0);
  return Math.min(seconds * 1_000, clock());
}

/** One line about a block that this node mined. */
export function describeBlock({ height, id, transactionCount, totalFees }: StoredBlockSummary): string {
  const transfers = transactionCount - 1;
  const count = transfers === 1 ? '1 transfer' : `${transfers} transfers`;
  return `Mined block ${height} ${id.slice(0, 16)}… with ${count}, fees ${formatCoins(totalFees)} CRN`;
}

function blockFields({ height, id, transactionCount, totalFees }: StoredBlockSummary): object {
  return { height, id, transactions: transactionCount, fees: `${totalFees}` };
}

function waitUntilDue(options: MiningLoopOptions, lastBlockAt: number, signal: AbortSignal): Promise<void> {
  const { pace, clock } = options;
  if (pace.kind === 'continuous') return Promise.resolve();
  if (pace.kind === 'on-demand') return waitForTransfers(options, signal);
  return pause(Math.min(lastBlockAt + pace.milliseconds - clock(), pace.milliseconds), signal);
}

async function waitForTransfers({ miner, mempool }: MiningLoopOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !miner.hasTransfers()) {
    const admitted = new AbortController();
    const unsubscribe = mempool.subscribe(() => admitted.abort());
    await pause(POLL_MS, AbortSignal.any([signal, admitted.signal]));
    unsubscribe();
  }
}

/** Sleeps; an abort ends it early without an error. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
