import type { Address } from '@cairn/protocol';
import { MempoolUnavailableError, type Mempool } from '../mempool/mempool.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import { spendableAfter } from '../mempool/policy.ts';

/** An address's pending transactions, if the pending store can be read. */
export interface PendingView {
  /** False while the store cannot be read consistently; `outgoing` is then empty. */
  readonly available: boolean;
  /** The pending sequence: transactions by nonce, from the confirmed nonce + 1 on without a gap. */
  readonly outgoing: readonly PendingTransaction[];
}

/**
 * Reads the pending sequence of an address. If the store cannot be read, the answer is degraded, not failed (interface
 * document, section 7.2).
 */
export function readPendingView(mempool: Pick<Mempool, 'pendingOutgoing'>, address: Address): PendingView {
  try {
    return { available: true, outgoing: mempool.pendingOutgoing(address) };
  } catch (error) {
    if (error instanceof MempoolUnavailableError) return { available: false, outgoing: [] };
    throw error;
  }
}

/**
 * The balance left once all pending transactions are confirmed, in pebbles. Zero if a newer block has made them unaffordable,
 * until the mempool drops them.
 */
export function spendableBalance(balance: bigint, outgoing: readonly PendingTransaction[]): bigint {
  return (
    spendableAfter(
      balance,
      outgoing.map(({ transaction }) => transaction),
    ) ?? 0n
  );
}
