import type { Address, NetworkName, TransactionId } from '@cairn/protocol';
import { CANCEL_VALUE, type ReplacementKind } from './replacement-target.ts';

/**
 * State of a signed transaction.
 *
 * - `signed`: kept, not sent yet;
 * - `unclear`: sent without a clear answer; it may or may not have reached the node;
 * - `waiting`: the node clearly did not take it for a reason that passes (not ready, gateway restarted);
 * - `accepted`: the node answered 202; pending until a block holds it;
 * - `confirmed`: a block holds it, less than {@link SETTLED_DEPTH} blocks deep. A reorganization can still take that block
 *   away; the bytes are kept so that nothing has to be signed again then;
 * - `exported`: signed for another device, which sends it; kept so that a second signature for its nonce is noticed. Its
 *   owner has nothing to decide about it here;
 * - `replaced`: a block holds another transaction with its nonce. Kept to inform its owner, until they have read
 *   it; where a reorganization takes that block away, it is `accepted` again.
 *
 * In every other state the same bytes can be sent again: the node answers a transaction that it already has with the same
 * receipt. A transaction that was clearly rejected, or is settled, has no entry any more.
 */
export type OutboxState =
  'signed' | 'exported' | 'unclear' | 'waiting' | 'accepted' | 'confirmed' | 'replaced';

/** Depth in blocks, its own block included, from which a confirmed transaction is no longer kept. */
export const SETTLED_DEPTH = 10;

/** How many blocks deep a block lies under a tip, itself included; 0 or less where the tip was read before it. */
export function depthOf(blockHeight: number, tip: number): number {
  return tip - blockHeight + 1;
}

/** One signed transaction, kept from before it is first sent. Amounts are decimal strings of pebbles. */
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
  /** `confirmed`: height of the block that holds it. */
  readonly blockHeight?: number;
  /** Height of the block that held it before a reorganization took that block away; absent once it is confirmed again. */
  readonly leftBlock?: number;
}

/** Whether a signed transaction moves nothing but its fee, as a cancellation does. */
export function movesNothing({ fromAddress, toAddress, value }: OutboxEntry): boolean {
  return fromAddress === toAddress && value === CANCEL_VALUE.toString();
}
