import type { RpcBlock, RpcBlockTransaction, RpcTransaction } from '@cairn/api/contract';
import {
  bytesToHex,
  decodeTransaction,
  formatBits,
  formatPebbles,
  HEADER_SIZE,
  type Network,
  TRANSACTION_SIZE,
  type TransactionBody,
  transactionId,
  type TransactionId,
} from '@cairn/protocol';
import type { StoredBlockSummary, StoredTransaction } from '../chain/chain-types.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import type { Turn } from '../runtime.ts';

/** Serializes a pending transaction, for the answer to its submission and for histories (interface document, section 2.8). */
export function serializePending({ id, transaction }: PendingTransaction): RpcTransaction {
  return { ...serializeFields(id, transaction), status: 'pending', block_height: null, timestamp: null };
}

/** Serializes a confirmed transaction of a history (interface document, section 2.8). */
export function serializeConfirmed(stored: StoredTransaction, block: StoredBlockSummary): RpcTransaction {
  return {
    ...serializeFields(stored.id, stored.transaction),
    status: 'confirmed',
    block_height: stored.height,
    timestamp: block.header.timestamp,
  };
}

/** Serializes a block without its transactions (interface document, section 2.8). */
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

/** Serializes a transaction of a block from its 213 bytes. */
function serializeBlockTransaction(raw: Uint8Array): RpcBlockTransaction {
  const transaction = decodeTransaction(raw);
  return {
    ...serializeFields(transactionId(raw), transaction),
    unlock_sig: bytesToHex(transaction.unlockSig),
  };
}

/** Transactions that are serialized at once: 64 KiB of the block. */
const TRANSACTIONS_AT_ONCE = 307;

/**
 * Writes a block as JSON, some transactions at a time as the client reads. Serializing a full block (20 MB of text) at once would
 * block the event loop for a second.
 * @param raw the whole block, already proven
 */
export async function* writeBlockJson(
  head: Omit<RpcBlock, 'txns'>,
  raw: Uint8Array,
  turn: Turn,
): AsyncGenerator<string> {
  let before = `${JSON.stringify(head).slice(0, -1)},"txns":[`;
  const step = TRANSACTIONS_AT_ONCE * TRANSACTION_SIZE;
  for (let start = HEADER_SIZE; start < raw.length; start += step) {
    yield before + transactionsOf(raw.subarray(start, start + step)).join(',');
    before = ',';
    await turn();
  }
  yield ']}';
}

/** @param bytes 213 a transaction */
function transactionsOf(bytes: Uint8Array): string[] {
  const texts: string[] = [];
  for (let start = 0; start < bytes.length; start += TRANSACTION_SIZE) {
    texts.push(JSON.stringify(serializeBlockTransaction(bytes.subarray(start, start + TRANSACTION_SIZE))));
  }
  return texts;
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
