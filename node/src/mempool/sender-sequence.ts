import type { AccountState, TransactionBody } from '@cairn/protocol';
import type { PendingTransaction } from './mempool-types.ts';
import type { MempoolPolicy } from './policy.ts';

/**
 * The balance, in pebbles, that is left to the sender after a sequence of its own transactions, each of which must be
 * affordable at its point (PROTOCOL.md section 5, rule 6). A transfer to oneself needs `value + fee` and costs the fee.
 * Incoming pending transfers do not count.
 * @returns `undefined` when one of them is not affordable
 */
export function spendableAfter(balance: bigint, sequence: Iterable<TransactionBody>): bigint | undefined {
  let left = balance;
  for (const { value, fee, fromAddress, toAddress } of sequence) {
    if (value + fee > left) return undefined;
    left -= toAddress === fromAddress ? fee : value + fee;
  }
  return left;
}

/**
 * The longest sequence of one sender that the policy lets stand on its confirmed state: nonces contiguous from the
 * confirmed one + 1, each affordable at its point, not past its stay, at most `pendingPerSender`. Of two candidates with
 * one nonce the higher fee counts.
 * @param candidates pending transactions of this sender in any order
 * @param account confirmed state; `undefined` for an unknown address
 * @param now Unix seconds
 */
export function longestValidSequence(
  candidates: readonly PendingTransaction[],
  account: AccountState | undefined,
  policy: MempoolPolicy,
  now: number,
): PendingTransaction[] {
  const sequence: PendingTransaction[] = [];
  let nextNonce = (account?.nonce ?? 0) + 1;
  let balance: bigint | undefined = account?.balance ?? 0n;
  for (const candidate of candidates.toSorted(byNonceThenFee)) {
    const { transaction } = candidate;
    if (transaction.nonce < nextNonce) continue;
    if (transaction.nonce > nextNonce || sequence.length === policy.pendingPerSender) break;
    if (transaction.fee < policy.minimumFee || isPastItsStay(candidate, policy, now)) break;
    balance = spendableAfter(balance, [transaction]);
    if (balance === undefined) break;
    sequence.push(candidate);
    nextNonce += 1;
  }
  return sequence;
}

/** True once a transaction has stayed for as long as the policy allows. `now` in Unix seconds. */
export function isPastItsStay(pending: PendingTransaction, policy: MempoolPolicy, now: number): boolean {
  return now - pending.receivedAt >= policy.staySeconds;
}

function byNonceThenFee(a: PendingTransaction, b: PendingTransaction): number {
  const { transaction: first } = a;
  const { transaction: second } = b;
  if (first.nonce !== second.nonce) return first.nonce - second.nonce;
  return Number(second.fee - first.fee);
}
