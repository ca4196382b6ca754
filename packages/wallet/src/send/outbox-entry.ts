import type { NetworkName } from '@cairn/protocol';
import { CANCEL_VALUE, type ReplacementKind } from './replacement-target.ts';

/**
 * What is known of a signed transaction.
 *
 * - `signed`: kept, not sent yet;
 * - `unclear`: sent without a clear answer; it may or may not have reached the node;
 * - `waiting`: the node clearly did not take it for a reason that passes (not ready, gateway restarted);
 * - `accepted`: the node answered 202; pending until a block holds it;
 * - `replaced`: a block holds another transaction with its nonce: it can never be carried out. Kept so that its owner
 *   is told, until they have read it.
 *
 * In every other state the same bytes can be sent again: the node answers a transaction that it already has with the same
 * receipt. A transaction that was clearly rejected or is confirmed has no entry any more.
 */
export type OutboxState = 'signed' | 'unclear' | 'waiting' | 'accepted' | 'replaced';

/** One signed transaction, kept from before it is first sent. Amounts are decimal strings of pebbles. */
export interface OutboxEntry {
  /** Transaction ID, 64 lowercase hex characters. */
  readonly id: string;
  /** The signed 213 bytes as 426 lowercase hex characters: exactly what is sent, every time. */
  readonly raw: string;
  readonly network: NetworkName;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly value: string;
  readonly fee: string;
  readonly nonce: number;
  /** Unix milliseconds. */
  readonly signedAt: number;
  /** Unix milliseconds of the last attempt to send; absent before the first. */
  readonly sentAt?: number;
  readonly state: OutboxState;
  /** Code of the last answer that was no acceptance. */
  readonly problem?: string;
  /** The pending transaction whose nonce this one was signed to take, and why. */
  readonly replaces?: { readonly id: string; readonly kind: ReplacementKind };
  /** `replaced`: the transaction that a block holds in its place. */
  readonly replacedBy?: { readonly id: string; readonly kind: ReplacementKind | 'other' };
}

/** Whether a signed transaction moves nothing but its fee, as a cancellation does. */
export function movesNothing({ fromAddress, toAddress, value }: OutboxEntry): boolean {
  return fromAddress === toAddress && value === CANCEL_VALUE.toString();
}
