import type { AddressSummary, ExplorerStats, ExplorerTransaction, Pagination } from '@cairn/api/explorer';
import { COINBASE_SENDER, MAX_U64, type Network } from '@cairn/protocol';
import type {
  AddressTotals,
  ChainTotals,
  Page,
  PageRequest,
  ProjectedTransaction,
} from '../projection/index.ts';
import { confirmationsOf } from './serializer.ts';

/** Stored → wire: which part of a list a page is. */
export function serializePagination({ limit, offset }: PageRequest, page: Page<unknown>): Pagination {
  return { limit, offset, count: page.items.length, total: page.total };
}

/** Stored → wire: a confirmed transaction (section 2.3). */
export function serializeProjected(
  transaction: ProjectedTransaction,
  tipHeight: number,
): ExplorerTransaction {
  return {
    id: transaction.id,
    chain: transaction.chain,
    nonce: transaction.nonce,
    fee: transaction.fee,
    value: transaction.value,
    from_address: transaction.fromAddress,
    to_address: transaction.toAddress,
    unlock_sig: transaction.unlockSig,
    block_height: transaction.height,
    block_id: transaction.blockId,
    block_timestamp: transaction.blockTimestamp,
    transaction_index: transaction.index,
    confirmations: confirmationsOf(transaction.height, tipHeight),
    is_coinbase: transaction.fromAddress === COINBASE_SENDER,
  };
}

/** How a transaction concerns an address that it names. */
export function directionOf(
  { fromAddress, toAddress }: ProjectedTransaction,
  address: string,
): 'in' | 'out' | 'self' {
  if (fromAddress !== address) return 'in';
  return toAddress === address ? 'self' : 'out';
}

/** Stored → wire: a line of the ranking (section 2.5). */
export function serializeAddressTotals(totals: AddressTotals): AddressSummary {
  return {
    address: totals.address,
    balance: totals.balance,
    nonce: totals.nonce,
    total_received: formatSum(totals.received),
    total_sent: formatSum(totals.sent),
    total_fees: formatSum(totals.fees),
    transaction_count: totals.transactionCount,
    first_seen_height: totals.firstSeenHeight,
    last_seen_height: totals.lastSeenHeight,
  };
}

/** Stored → wire: the statistics (section 2.6). */
export function serializeChainTotals(totals: ChainTotals, network: Network): ExplorerStats {
  return {
    network: network.name,
    chain_id: network.chainId,
    indexed_height: totals.height,
    indexed_block_id: totals.blockId,
    blocks: totals.height + 1,
    transactions: totals.transactions,
    addresses: totals.addresses,
    total_fees: formatSum(totals.fees),
    total_transferred: formatSum(totals.transferred),
    total_rewards: formatSum(totals.rewards),
  };
}

const U64_DIGITS = 20;

/**
 * A monetary field is an unsigned 64-bit number (section 2.1), and a sum over the same coins coming and going may pass
 * that: it then stays at the highest one.
 */
function formatSum(exact: string): string {
  if (exact.length < U64_DIGITS) return exact;
  return BigInt(exact) > MAX_U64 ? String(MAX_U64) : exact;
}
