import type { TransactionId, Address } from '@cairn/protocol';
/**
 * Why a pending transaction is replaced. `speed_up`: the same transfer with a higher fee; `cancel`: the smallest
 * transfer to oneself, so that the nonce is used up by something that moves nothing.
 */
export type ReplacementKind = 'speed_up' | 'cancel';

/** Value of a cancelling transfer to oneself: the smallest there is, in pebbles. */
export const CANCEL_VALUE = 1n;

/** The pending transaction that another one is to replace. */
export interface ReplacementTarget {
  readonly kind: ReplacementKind;
  /** ID of the pending transaction. */
  readonly id: TransactionId;
  /** Its fee in pebbles. */
  readonly fee: bigint;
  /** Its value in pebbles and its recipient: the transfer that a cancellation prevents. */
  readonly value: bigint;
  readonly toAddress: Address;
}
