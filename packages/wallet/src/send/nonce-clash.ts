import { needsDecision, type OutboxItem } from './outbox.ts';

/**
 * The kept transaction that forbids another signature for this nonce: its fate is open, and its own bytes are what may
 * be sent (again). Signing a second one by the side would leave it to chance which of the two is carried out.
 * @param nonce of the transaction that is to be signed; every open nonce up to it counts, since it could not be mined
 *   before them
 */
export function findNonceClash(outbox: readonly OutboxItem[], nonce: number): OutboxItem | undefined {
  return outbox.find((item) => needsDecision(item) && item.entry.nonce <= nonce);
}
