import type { RpcBlock, RpcBlockTransaction, RpcTransaction } from '@cairn/api/rpc';
import {
  bytesToHex,
  decodeTransaction,
  formatBits,
  formatPebbles,
  type Network,
  type TransactionBody,
  transactionId,
  type TransactionId,
} from '@cairn/protocol';
import type { StoredBlockSummary, StoredTransaction } from '../chain/chain-reader.ts';
import type { PendingTransaction } from '../mempool/mempool-types.ts';

/** Stored → wire: an admitted transaction, as a receipt and in the first page of a history (section 2.8). */
export function serializePending({ id, transaction }: PendingTransaction): RpcTransaction {
  return { ...serializeFields(id, transaction), status: 'pending', block_height: null, timestamp: null };
}

/** Stored → wire: a confirmed transaction of a history (section 2.8). */
export function serializeConfirmed(stored: StoredTransaction, block: StoredBlockSummary): RpcTransaction {
  return {
    ...serializeFields(stored.id, stored.transaction),
    status: 'confirmed',
    block_height: stored.height,
    timestamp: block.header.timestamp,
  };
}

/** Stored → wire: everything of a block but its transactions (section 2.8). */
export function serializeBlockHead(
  network: Network,
  { id, height, header }: StoredBlockSummary,
): Omit<RpcBlock, 'txns'> {
  return {
    network: network.name,
    version: header.version,
    id,
    prev_block_hash: header.previousBlockId,
    height,
    miner: header.miner,
    timestamp: header.timestamp,
    bits: formatBits(header.bits),
    nonce: header.nonce,
  };
}

/** Wire: a transaction of a block, from its 213 bytes. */
export function serializeBlockTransaction(raw: Uint8Array): RpcBlockTransaction {
  const transaction = decodeTransaction(raw);
  return {
    ...serializeFields(transactionId(raw), transaction),
    unlock_sig: bytesToHex(transaction.unlockSig),
  };
}

function serializeFields(id: TransactionId, transaction: TransactionBody) {
  return {
    id,
    chain: transaction.chain,
    nonce: transaction.nonce,
    fee: formatPebbles(transaction.fee),
    value: formatPebbles(transaction.value),
    from_address: transaction.fromAddress,
    to_address: transaction.toAddress,
  };
}
