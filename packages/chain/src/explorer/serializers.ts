import type {
  BlockSummary,
  ExplorerIndexStatus,
  ExplorerStats,
  ExplorerStatus,
  ExplorerTransaction,
} from '@cairn/api/contract';
import {
  type Address,
  type BlockId,
  bytesToHex,
  COINBASE_SENDER,
  formatBits,
  formatPebbles,
  type Network,
} from '@cairn/protocol';
import type { ChainTip, ListedTransaction, PageRequest, StoredBlockSummary } from '../chain/chain-types.ts';
import type { IndexStatus } from '../chain/node-state.ts';
import { formatSum, type Page, type StateRow } from '../projection/answers.ts';

/** Serializes a block summary (interface document, section 2.2). */
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

/** Serializes a confirmed transaction (interface document, section 2.3). */
export function serializeTransaction(row: ListedTransaction, tipHeight: number): ExplorerTransaction {
  const { transaction } = row;
  return {
    id: row.id,
    chain: transaction.chain,
    nonce: transaction.nonce,
    fee: formatPebbles(transaction.fee),
    value: formatPebbles(transaction.value),
    from_address: transaction.fromAddress,
    to_address: transaction.toAddress,
    unlock_sig: bytesToHex(transaction.unlockSig),
    block_height: row.height,
    block_id: row.blockId,
    block_timestamp: row.timestamp,
    transaction_index: row.index,
    confirmations: confirmationsOf(row.height, tipHeight),
    is_coinbase: transaction.fromAddress === COINBASE_SENDER,
  };
}

/** Direction of a transaction, as seen by its sender or recipient. */
export function directionOf({ transaction }: ListedTransaction, address: Address): 'in' | 'out' | 'self' {
  if (transaction.fromAddress !== address) return 'in';
  return transaction.toAddress === address ? 'self' : 'out';
}

/** Position of a page in its list. */
export function serializePagination({ limit, offset }: PageRequest, page: Page<unknown>) {
  const { items, total, totalIsMinimum } = page;
  return { limit, offset, count: items.length, total, ...(totalIsMinimum && { total_is_minimum: true }) };
}

/** Serializes the statistics (interface document, section 2.6). */
export function serializeTotals(totals: StateRow, network: Network): ExplorerStats {
  return {
    network: network.name,
    chain_id: network.chainId,
    indexed_height: totals.height,
    indexed_block_id: totals.block_id,
    blocks: totals.height + 1,
    transactions: totals.transactions,
    addresses: totals.addresses,
    total_fees: formatSum(totals.fees),
    total_transferred: formatSum(totals.transferred),
    total_rewards: formatSum(totals.rewards),
  };
}

/** Serializes the status of the index; `enabled` and `ready` follow from its state (interface document, section 3.1). */
export function serializeIndex(index: IndexStatus): ExplorerIndexStatus {
  return {
    enabled: index.state !== 'disabled',
    ready: index.state === 'ready',
    state: index.state,
    indexed_height: index.indexedHeight,
    target_height: index.targetHeight,
    progress: index.progress,
  };
}

/** Core routes are always available, indexed routes while the index is ready (interface document, section 2.7). */
export function serializeCapabilities(index: IndexStatus): ExplorerStatus['capabilities'] {
  const indexed = index.state === 'ready';
  return {
    block_list: true,
    block_lookup: true,
    block_transactions: true,
    transaction_lookup: true,
    address_state: true,
    transaction_feed: indexed,
    address_ranking: indexed,
    address_history: indexed,
    aggregate_stats: indexed,
  };
}

/** The tip that an answer is of; nothing without a chain. */
export function tipIdOf({ tip }: { readonly tip: ChainTip | undefined }): { tip_id?: BlockId } {
  return tip === undefined ? {} : { tip_id: tip.id };
}

/** -1 without a chain. */
export function heightOf(tip: ChainTip | undefined): number {
  return tip?.height ?? -1;
}

/** Depth in the local chain, including the block itself; at least 1 (interface document, section 8). */
function confirmationsOf(height: number, tipHeight: number): number {
  return tipHeight - height + 1;
}
