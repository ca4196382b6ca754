import { bytesToHex, COINBASE_SENDER, formatBits, formatPebbles } from '@cairn/protocol';
import type { BlockSummary, ExplorerTransaction } from '@cairn/api/explorer';
import type { StoredBlockSummary, StoredTransaction } from '../chain/chain-reader.ts';

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

/** Stored → wire: a confirmed transaction (section 2.3). `block` is the one that holds it. */
export function serializeTransaction(
  stored: StoredTransaction,
  block: StoredBlockSummary,
  tipHeight: number,
): ExplorerTransaction {
  const { transaction } = stored;
  return {
    id: stored.id,
    chain: transaction.chain,
    nonce: transaction.nonce,
    fee: formatPebbles(transaction.fee),
    value: formatPebbles(transaction.value),
    from_address: transaction.fromAddress,
    to_address: transaction.toAddress,
    unlock_sig: bytesToHex(transaction.unlockSig),
    block_height: stored.height,
    block_id: block.id,
    block_timestamp: block.header.timestamp,
    transaction_index: stored.index,
    confirmations: confirmationsOf(stored.height, tipHeight),
    is_coinbase: transaction.fromAddress === COINBASE_SENDER,
  };
}
