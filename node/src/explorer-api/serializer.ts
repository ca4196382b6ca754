import { formatBits, formatPebbles } from '@cairn/protocol';
import type { BlockSummary } from '@cairn/api/explorer';
import type { StoredBlockSummary } from '../chain/chain-reader.ts';

/** Depth in the local chain, the block itself included; at least 1 (section 8). */
export function confirmationsOf(height: number, tipHeight: number): number {
  return tipHeight - height + 1;
}

/** Stored → wire: a block summary (section 2.2). */
export function serializeBlock(block: StoredBlockSummary, tipHeight: number): BlockSummary {
  const { header } = block;
  return {
    height: block.height,
    prev_block_hash: header.previousBlockId,
    miner: header.miner,
    id: block.id,
    nonce: header.nonce,
    version: header.version,
    timestamp: header.timestamp,
    bits: formatBits(header.bits),
    merkle_root: header.merkleRoot,
    transaction_count: block.transactionCount,
    size_bytes: block.sizeBytes,
    total_fees: formatPebbles(block.totalFees),
    reward: formatPebbles(block.reward),
    confirmations: confirmationsOf(block.height, tipHeight),
  };
}
