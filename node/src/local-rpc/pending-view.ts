import type { Address } from '@cairn/protocol';
import { MempoolUnavailableError, type Mempool, type PendingTransaction } from '../mempool/mempool-types.ts';
import { spendableAfter } from '../mempool/policy.ts';

/** An address's pending transactions, if the pending store can be read. */
export interface PendingView {
  /** False while the store cannot be read consistently; `outgoing` is empty then. */
  readonly available: boolean;
  /** Nonces ascending without a gap from the confirmed nonce + 1. */
  readonly outgoing: readonly PendingTransaction[];
}

/**
 * Reads the contiguous pending sequence of an address. A store that cannot be read degrades the answer and does not
 * fail it (section 7.2).
 * @param confirmedNonce of the same instant as the read: entries that a newer block already took are left out
 */
export function readPendingView(
  mempool: Pick<Mempool, 'pendingOutgoing'>,
  address: Address,
  confirmedNonce: number,
): PendingView {
  try {
    return {
      available: true,
      outgoing: contiguousFrom(mempool.pendingOutgoing(address), confirmedNonce + 1),
    };
  } catch (error) {
    if (error instanceof MempoolUnavailableError) return { available: false, outgoing: [] };
    throw error;
  }
}

function contiguousFrom(pending: readonly PendingTransaction[], firstNonce: number): PendingTransaction[] {
  const open = pending.filter(({ transaction }) => transaction.nonce >= firstNonce);
  const gap = open.findIndex(({ transaction }, position) => transaction.nonce !== firstNonce + position);
  return gap === -1 ? open : open.slice(0, gap);
}

/**
 * The balance that is left once the sequence has been mined, in pebbles. Zero for one that a newer block has made
 * unaffordable, until the pool has dropped it.
 */
export function spendableBalance(balance: bigint, outgoing: readonly PendingTransaction[]): bigint {
  return (
    spendableAfter(
      balance,
      outgoing.map(({ transaction }) => transaction),
    ) ?? 0n
  );
}
