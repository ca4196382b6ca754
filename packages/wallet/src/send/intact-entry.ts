import { bytesToHex, decodeTransaction, getNetwork, hexToBytes, transactionId } from '@cairn/protocol';
import type { OutboxEntry } from './outbox-entry.ts';

/**
 * Whether the stored bytes match the fields of their entry. The wallet shows and compares the entry's fields, so a damaged
 * or altered store must not make it show one transaction and send another.
 */
export function isIntact(entry: OutboxEntry): boolean {
  try {
    return says(entry, hexToBytes(entry.raw));
  } catch {
    return false; // no bytes of a transaction at all
  }
}

function says(entry: OutboxEntry, raw: Uint8Array): boolean {
  const transaction = decodeTransaction(raw);
  return (
    bytesToHex(raw) === entry.raw &&
    transactionId(raw) === entry.id &&
    transaction.chain === getNetwork(entry.network).chainId &&
    transaction.toAddress === entry.toAddress &&
    transaction.fromAddress === entry.fromAddress &&
    transaction.nonce === entry.nonce &&
    transaction.value.toString() === entry.value &&
    transaction.fee.toString() === entry.fee
  );
}
