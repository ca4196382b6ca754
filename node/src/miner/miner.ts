import { type Address, ConsensusError, encodeBlockHeader } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import type { ChainReader, StoredBlockSummary } from '../chain/chain-reader.ts';
import { MempoolUnavailableError, type Mempool } from '../mempool/mempool.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import { composeBlock, createAffordabilityCheck, sealBlock, type BlockTemplate } from './block-template.ts';
import type { ProofSearch } from './proof-search.ts';

/** Interval at which a search restarts, with a current timestamp and newer transactions. */
const REFRESH_MS = 10_000;

interface MinerOptions {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly proofs: ProofSearch;
  /** True while the node is behind its peers; no search is started then. */
  readonly isBehind?: () => boolean;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Mines single blocks with real proof of work. */
export interface Miner {
  /** True if the next block would contain more than its coinbase. */
  hasTransfers(): boolean;
  /**
   * Mines one block on the tip and commits it. The search restarts for a new tip, and every 10 s.
   * @param to address of the reward
   * @param signal cancels the search
   * @returns `undefined` if it was cancelled, or the node is behind its peers
   * @throws ClockBehindError, and the errors of `ProofSearch.find` and `Chain.appendBlock`
   */
  mineBlock(to: Address, signal: AbortSignal): Promise<StoredBlockSummary | undefined>;
}

/** A miner for one chain and mempool. It mines single blocks on request; `mining-loop.ts` decides when. */
export function createMiner(options: MinerOptions): Miner {
  const { chain, proofs, clock } = options;
  const candidates = createCandidateSource(options);
  return {
    hasTransfers: () =>
      Iterator.from(candidates()).some(createAffordabilityCheck((address) => chain.account(address))),
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

/** @returns `undefined` if another block was accepted at this height, before or while this one waits for validation */
async function appendOnTip(
  chain: Chain,
  template: BlockTemplate,
  nonce: number,
): Promise<StoredBlockSummary | undefined> {
  const isStale = (): boolean => chain.acceptedTip()?.id !== template.header.previousBlockId;
  if (isStale()) return undefined;
  try {
    return await chain.appendBlock(sealBlock(template, nonce));
  } catch (error) {
    if (error instanceof ConsensusError && isStale()) return undefined;
    throw error;
  }
}

/**
 * Searches for a nonce.
 * @returns `undefined` if no nonce meets the target, or a new tip, the end of the refresh interval or `signal` ended
 * the search
 */
async function searchWhileFresh(
  template: BlockTemplate,
  chain: ChainReader,
  proofs: ProofSearch,
  signal: AbortSignal,
): Promise<number | undefined> {
  const stale = new AbortController();
  const unsubscribe = chain.subscribe(() => stale.abort());
  const timer = setTimeout(() => stale.abort(), REFRESH_MS);
  try {
    const { header } = template;
    return await proofs.find(encodeBlockHeader(header), header.bits, AbortSignal.any([signal, stale.signal]));
  } finally {
    clearTimeout(timer);
    unsubscribe();
  }
}

/** The mempool's transactions for a block; none while it is unavailable, which is logged once per outage. */
function createCandidateSource({ mempool, logger }: MinerOptions): () => Iterable<PendingTransaction> {
  let isLogged = false;
  return () => {
    try {
      const candidates = mempool.inBlockOrder();
      isLogged = false;
      return candidates;
    } catch (error) {
      if (!(error instanceof MempoolUnavailableError)) throw error;
      if (!isLogged)
        logger.warn('The mempool is unavailable: blocks are mined without transfers until it is back.');
      isLogged = true;
      return [];
    }
  };
}
