import {
  bytesToHex,
  decodeTransaction,
  getNetwork,
  hexToBytes,
  transactionId,
  type Address,
  type NetworkName,
  type TransactionId,
} from '@cairn/protocol';
import type { ReplacementKind } from './send-plan.ts';

/**
 * State of a signed transaction.
 *
 * - `signed`: stored, not sent yet;
 * - `unclear`: sent, but without a clear answer: it may or may not have reached the node;
 * - `waiting`: node or gateway refused it for a temporary reason (node not ready, gateway restarted);
 * - `accepted`: the node answered 202; pending until a block contains it;
 * - `confirmed`: in a block, less than {@link SETTLED_DEPTH} blocks deep. A reorganization can still remove that block;
 *   the bytes are stored until then, so that nothing has to be signed again;
 * - `exported`: signed for another device, which sends it; stored so that a second signature for its nonce is noticed;
 * - `replaced`: a block contains another transaction with its nonce. Stored until the owner dismisses the notice; if a
 *   reorganization removes that block, it is `accepted` again.
 *
 * In all states but `replaced`, the same bytes can be sent again: the node answers a transaction that it already has
 * with the same receipt. A rejected or settled transaction has no entry.
 */
export type OutboxState =
  'signed' | 'exported' | 'unclear' | 'waiting' | 'accepted' | 'confirmed' | 'replaced';

/** Depth in blocks, including its own block, from which a confirmed transaction is settled and no longer stored. */
export const SETTLED_DEPTH = 10;

/** Depth of a block below a tip, including itself; 0 or less if the tip was read before the block existed. */
export function depthOf(blockHeight: number, tip: number): number {
  return tip - blockHeight + 1;
}

/** A signed transaction, stored before it is first sent. Amounts are decimal strings of pebbles. */
export interface OutboxEntry {
  /** Transaction ID, 64 lowercase hex characters. */
  readonly id: TransactionId;
  /** The signed 213 bytes as 426 lowercase hex characters, sent unchanged every time. */
  readonly raw: string;
  readonly network: NetworkName;
  readonly fromAddress: Address;
  readonly toAddress: Address;
  readonly value: string;
  readonly fee: string;
  readonly nonce: number;
  /** Unix milliseconds. */
  readonly signedAt: number;
  /** Unix milliseconds of the last attempt to send; absent before the first. */
  readonly sentAt?: number;
  readonly state: OutboxState;
  /** Error code of the last answer other than an acceptance. */
  readonly problem?: string;
  /** The pending transaction whose nonce this one was signed to take, and why. */
  readonly replaces?: { readonly id: TransactionId; readonly kind: ReplacementKind };
  /** `replaced`: the confirmed transaction with the same nonce. */
  readonly replacedBy?: { readonly id: TransactionId; readonly kind: ReplacementKind | 'other' };
  /** `confirmed`: height of its block. */
  readonly blockHeight?: number;
  /** Height of its former block, which a reorganization removed; absent once it is confirmed again. */
  readonly leftBlock?: number;
}

/**
 * True if the stored bytes match the fields of their entry. The wallet shows and compares the fields: a damaged or
 * altered store must not make it show one transaction and send another.
 */
export function isIntact(entry: OutboxEntry): boolean {
  try {
    return matches(entry, hexToBytes(entry.raw));
  } catch {
    return false; // not the bytes of a transaction
  }
}

function matches(entry: OutboxEntry, raw: Uint8Array): boolean {
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
