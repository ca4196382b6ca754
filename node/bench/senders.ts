import { createHash } from 'node:crypto';
import { addressFromPublicKey, getNetwork, getPublicKey, type TransactionBody } from '@cairn/protocol';

export const NETWORK = getNetwork('devnet');
/** Accounts that send; each of their keys is derived from its number. */
export const SENDERS = 10_000;

/** Private key of a sender. */
export function senderKey(index: number): Uint8Array {
  return createHash('sha256').update(`cairn bench sender ${index}`).digest();
}

/** Addresses of all senders. */
export function senderAddresses(): string[] {
  return Array.from({ length: SENDERS }, (_, index) =>
    addressFromPublicKey(getPublicKey(senderKey(index)), NETWORK),
  );
}

/** A transfer and the number of the account that signs it. */
export interface Unsigned {
  readonly signer: number;
  readonly body: TransactionBody;
}

/** What a signing thread is asked. */
export interface SignRequest {
  /** Whose numbers the transfers' signers are: the first development account's, or the bench's own senders'. */
  readonly keys: 'treasury' | 'senders';
  readonly transfers: readonly Unsigned[];
}
