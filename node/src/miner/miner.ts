import { type Address, ConsensusError, encodeBlockHeader } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import type { ChainReader, StoredBlockSummary } from '../chain/chain-reader.ts';
import { MempoolUnavailableError, type Mempool, type PendingTransaction } from '../mempool/mempool-types.ts';
import { composeBlock, sealBlock, affordableOn, type BlockTemplate } from './block-template.ts';
import type { ProofSearch } from './proof-search.ts';

/** The search restarts this often, so that its timestamp stays near the clock and newer transactions get in. */
const REFRESH_MILLISECONDS = 10_000;

export interface MinerOptions {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly proofs: ProofSearch;
  /** True while the tip is not the newest one: a search is called off then. */
  readonly isBehind?: () => boolean;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Mines single blocks with real proof of work. */
export interface Miner {
  /** True when the next block would hold more than its coinbase. */
  hasTransfers(): boolean;
  /**
   * Mines one block on the tip and commits it. A new tip, and every 10 s of searching, restart the search.
   * @param to address of the reward
   * @param signal calls the search off at once
   * @returns `undefined` when it was called off, or the chain is behind
   * @throws ClockBehindError, and whatever keeps the chain from committing
   */
  mineBlock(to: Address, signal: AbortSignal): Promise<StoredBlockSummary | undefined>;
}

/** A miner over one chain and mempool; it mines only when asked (`mining-loop.ts` asks). */
export function createMiner(options: MinerOptions): Miner {
  const { chain, proofs, clock } = options;
  const candidates = createCandidateSource(options);
  return {
    hasTransfers: () => Iterator.from(candidates()).some(affordableOn((address) => chain.account(address))),
    async mineBlock(to, signal) {
      while (!signal.aborted && options.isBehind?.() !== true) {
        const template = await composeBlock(chain, candidates(), to, Math.floor(clock() / 1_000));
        const nonce = await searchWhileFresh(template, chain, proofs, signal);
        if (nonce === undefined || signal.aborted) continue;
        const block = await appendOnTip(chain, template, nonce);
        if (block !== undefined) return block;
      }
      return undefined;
    },
  };
}

/** @returns `undefined` where another block has taken the place, or takes it while this one waits to be validated */
async function appendOnTip(
  chain: Chain,
  template: BlockTemplate,
  nonce: number,
): Promise<StoredBlockSummary | undefined> {
  const isBeaten = (): boolean => chain.acceptedTip()?.id !== template.header.previousBlockId;
  if (isBeaten()) return undefined;
  try {
    return await chain.appendBlock(sealBlock(template, nonce));
  } catch (error) {
    if (error instanceof ConsensusError && isBeaten()) return undefined;
    throw error;
  }
}

/** Ends early on a new tip, after the refresh time, and when called off. */
async function searchWhileFresh(
  template: BlockTemplate,
  chain: ChainReader,
  proofs: ProofSearch,
  signal: AbortSignal,
): Promise<number | undefined> {
  const stale = new AbortController();
  const unsubscribe = chain.subscribe(() => stale.abort());
  const timer = setTimeout(() => stale.abort(), REFRESH_MILLISECONDS);
  try {
    const { header } = template;
    return await proofs.find(encodeBlockHeader(header), header.bits, AbortSignal.any([signal, stale.signal]));
  } finally {
    clearTimeout(timer);
    unsubscribe();
  }
}

/** The pool's transactions for a block; none while it is unavailable, which is logged once each time. */
function createCandidateSource({ mempool, logger }: MinerOptions): () => Iterable<PendingTransaction> {
  let said = false;
  return () => {
    try {
      const candidates = mempool.inBlockOrder();
      said = false;
      return candidates;
    } catch (error) {
      if (!(error instanceof MempoolUnavailableError)) throw error;
      if (!said)
        logger.warn('The mempool is unavailable: blocks are mined without transfers until it is back.');
      said = true;
      return [];
    }
  };
}
