/** Which fee to choose, from what recent blocks took (docs/spec/API-DECISIONS.md). */
import { EXPLORER_LIMITS, type Fees } from '@cairn/api/contract';
import { type BlockId, MIN_FEE, TRANSACTION_LAYOUT, TRANSACTION_SIZE } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { ChainView } from '../chain/chain-view.ts';

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

const { feeBlocks: BLOCKS, feeDepth: DEPTH } = EXPLORER_LIMITS;

/** Reads the fees of the newest blocks with transfers; a new tip costs only the blocks that it adds. */
export class FeeEstimator {
  /** Of blocks with transfers. */
  readonly #fees = new LRUCache<BlockId, Uint32Array>({ max: 2 * BLOCKS });
  #current: { readonly tip: BlockId; readonly estimate: Promise<FeeEstimate> } | undefined;

  /** The estimate at the view's tip. @throws an error of the block files */
  estimate(view: ChainView): Promise<FeeEstimate> {
    const { id } = view.tip;
    if (this.#current?.tip === id) return this.#current.estimate;
    const estimate = this.#sample(view);
    this.#current = { tip: id, estimate };
    estimate.catch(() => {
      if (this.#current?.estimate === estimate) this.#current = undefined; // the next call tries again
    });
    return estimate;
  }

  async #sample(current: ChainView): Promise<FeeEstimate> {
    using view = current.hold();
    const sampled: Uint32Array[] = [];
    const lowest = Math.max(1, view.tip.height - DEPTH + 1); // not the genesis block, which was not mined
    for (let { height } = view.tip; height >= lowest && sampled.length < BLOCKS; height -= 1) {
      const { id, transactionCount } = view.block(height)!;
      if (transactionCount < 2) continue;
      const fees = this.#fees.get(id) ?? feesOf((await view.rawTransfers(height))!);
      this.#fees.set(id, fees);
      sampled.push(fees);
    }
    return estimateOf(sampled);
  }
}

const FEE_OFFSET = TRANSACTION_LAYOUT.offsetOf('fee');

/** @param transfers 213 bytes each */
function feesOf(transfers: Uint8Array): Uint32Array {
  const bytes = new DataView(transfers.buffer, transfers.byteOffset, transfers.length);
  return Uint32Array.from({ length: transfers.length / TRANSACTION_SIZE }, (_, index) =>
    bytes.getUint32(index * TRANSACTION_SIZE + FEE_OFFSET),
  );
}

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
