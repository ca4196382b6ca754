import type { PendingTransaction } from './mempool-types.ts';
import { PriorityQueue } from './priority-queue.ts';

/** The next transaction of one sender that a block could take. */
interface Head {
  readonly sequence: readonly PendingTransaction[];
  readonly index: number;
  readonly pending: PendingTransaction;
}

/**
 * Orders pending transactions for a block: the highest fee first among the senders' next nonces; of equal fees the one
 * that waited longer. A sender's nonces stay ascending, whatever their fees.
 * @param sequences one contiguous ascending sequence a sender
 * @param maximum how many to take at most
 */
export function selectByFee(
  sequences: Iterable<readonly PendingTransaction[]>,
  maximum: number,
): PendingTransaction[] {
  const heads = new PriorityQueue<Head>((a, b) => goesBefore(a.pending, b.pending));
  for (const sequence of sequences) pushHead(heads, sequence, 0);
  const selected: PendingTransaction[] = [];
  while (selected.length < maximum) {
    const head = heads.pop();
    if (head === undefined) break;
    selected.push(head.pending);
    pushHead(heads, head.sequence, head.index + 1);
  }
  return selected;
}

function pushHead(heads: PriorityQueue<Head>, sequence: readonly PendingTransaction[], index: number): void {
  const pending = sequence[index];
  if (pending !== undefined) heads.push({ sequence, index, pending });
}

function goesBefore(a: PendingTransaction, b: PendingTransaction): boolean {
  if (a.transaction.fee !== b.transaction.fee) return a.transaction.fee > b.transaction.fee;
  if (a.receivedAt !== b.receivedAt) return a.receivedAt < b.receivedAt;
  return a.id < b.id;
}
