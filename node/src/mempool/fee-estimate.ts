/** Which fee to choose, from what recent blocks took (docs/spec/API-DECISIONS.md). */
import { EXPLORER_LIMITS, type Fees } from '@cairn/api/explorer';
import {
  type BlockId,
  MIN_FEE,
  TRANSACTION_LAYOUT,
  TRANSACTION_SIZE,
  transactionOffset,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { Chain } from '../chain/chain.ts';
import type { StoredBlockSummary } from '../chain/chain-types.ts';

/** Percentiles of the fees of recent transfers, in pebbles. */
export interface FeeEstimate {
  /** 90th percentile. */
  readonly nextBlock: bigint;
  /** Median. */
  readonly fewBlocks: bigint;
  /** 10th percentile. */
  readonly economy: bigint;
  /** Number of blocks with transfers that were looked at, 0–20. */
  readonly sampledBlocks: number;
}

/** The estimate as both HTTP interfaces show it. @param minimum smallest fee that is suggested */
export function serializeFees(estimate: FeeEstimate, minimum: bigint = MIN_FEE): Fees {
  const atLeast = (fee: bigint): string => String(fee > minimum ? fee : minimum);
  return {
    next_block: atLeast(estimate.nextBlock),
    few_blocks: atLeast(estimate.fewBlocks),
    economy: atLeast(estimate.economy),
    sampled_blocks: estimate.sampledBlocks,
  };
}

type ReadChain = Pick<Chain, 'tip' | 'blockSummary' | 'readBlockSlice'>;

const { feeBlocks: BLOCKS, feeDepth: DEPTH } = EXPLORER_LIMITS;

/** Reads the fees of the newest blocks with transfers; a new tip costs only the blocks that it adds. */
export class FeeEstimator {
  readonly #chain: ReadChain;
  /** Of blocks with transfers. */
  readonly #fees = new LRUCache<BlockId, Uint32Array>({ max: 2 * BLOCKS });
  #current: { readonly tip: BlockId; readonly estimate: Promise<FeeEstimate> } | undefined;

  constructor(chain: ReadChain) {
    this.#chain = chain;
  }

  /** The estimate at the tip. @throws an error of the block files */
  estimate(): Promise<FeeEstimate> {
    const { height, id } = this.#chain.tip();
    if (this.#current?.tip === id) return this.#current.estimate;
    const estimate = this.#sample(height);
    this.#current = { tip: id, estimate };
    estimate.catch(() => {
      if (this.#current?.estimate === estimate) this.#current = undefined; // the next call tries again
    });
    return estimate;
  }

  async #sample(tipHeight: number): Promise<FeeEstimate> {
    const sampled: Uint32Array[] = [];
    const lowest = Math.max(1, tipHeight - DEPTH + 1); // not the genesis block, which was not mined
    for (let height = tipHeight; height >= lowest && sampled.length < BLOCKS; height -= 1) {
      const block = this.#chain.blockSummary(height);
      if (block === undefined || block.transactionCount < 2) continue;
      const fees = this.#fees.get(block.id) ?? (await this.#readFees(block));
      if (fees === undefined) continue;
      this.#fees.set(block.id, fees);
      sampled.push(fees);
    }
    return estimateOf(sampled);
  }

  /** Fees of a block's transfers; `undefined` if it is no longer canonical. */
  async #readFees(block: StoredBlockSummary): Promise<Uint32Array | undefined> {
    const transfers = block.transactionCount - 1;
    const slice = { offset: transactionOffset(1), length: transfers * TRANSACTION_SIZE };
    const bytes = await this.#chain.readBlockSlice(block, slice);
    if (bytes === undefined) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Uint32Array.from({ length: transfers }, (_, index) =>
      view.getUint32(index * TRANSACTION_SIZE + FEE_OFFSET),
    );
  }
}

const FEE_OFFSET = TRANSACTION_LAYOUT.offsetOf('fee');

/** @param blocks the fees of each */
function estimateOf(blocks: readonly Uint32Array[]): FeeEstimate {
  const all = new Uint32Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const fees of blocks) {
    all.set(fees, end);
    end += fees.length;
  }
  all.sort();
  // The first fee with at least this share of all fees at or below it, as PostgreSQL's percentile_disc.
  const percentile = (share: number): bigint => BigInt(all[Math.ceil(share * all.length) - 1] ?? 0);
  return {
    nextBlock: percentile(0.9),
    fewBlocks: percentile(0.5),
    economy: percentile(0.1),
    sampledBlocks: blocks.length,
  };
}
