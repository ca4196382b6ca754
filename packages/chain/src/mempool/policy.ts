import type { RejectionReason } from '@cairn/api/contract';
import {
  type AccountState,
  decodeTransactionBody,
  isValidAddress,
  MIN_FEE,
  minimumReplacementFee,
  type Network,
  type TransactionBody,
  transactionId,
  type TransactionId,
} from '@cairn/protocol';

/** A transaction that was admitted and is not yet confirmed. */
export interface PendingTransaction {
  /** Transaction ID, 64 lowercase hex characters. */
  readonly id: TransactionId;
  readonly transaction: TransactionBody;
  /** The 213 canonical bytes. */
  readonly raw: Uint8Array;
  /** Unix seconds of admission. */
  readonly receivedAt: number;
}

/** Decodes a transaction. @param raw 213 bytes @param receivedAt Unix seconds @throws ProtocolError */
export function pendingOf(raw: Uint8Array, receivedAt: number, id = transactionId(raw)): PendingTransaction {
  return { id, transaction: decodeTransactionBody(raw), raw, receivedAt };
}

/**
 * When to verify the signature, the most expensive check.
 * - `first`: in the order of PROTOCOL.md section 7, before nonce and balance.
 * - `last`: only if nonce and balance are valid; for transactions from peers, who can send any number at no cost.
 */
export type SignatureOrder = 'first' | 'last';

/** The bounds of the pool (PROTOCOL.md section 7). A test may lower the counts; the node never does. */
export interface MempoolPolicy {
  /** Smallest fee that is admitted, in pebbles. */
  readonly minimumFee: bigint;
  /** Pending transactions of one sender. */
  readonly pendingPerSender: number;
  /** Pending transactions of all senders together. */
  readonly pendingInAll: number;
  /**
   * Seconds after which an unconfirmed transaction expires. `Mempool.maintain` then removes it, and with it the sender's
   * later ones, which need its nonce.
   */
  readonly expirySeconds: number;
}

/** The limits of PROTOCOL.md section 7. */
export const MEMPOOL_POLICY: MempoolPolicy = {
  minimumFee: MIN_FEE,
  pendingPerSender: 64,
  pendingInAll: 20_000,
  expirySeconds: 72 * 3_600,
};

/**
 * The sender's balance, in pebbles, after a sequence of its own transactions, each of which must be affordable when its turn
 * comes (PROTOCOL.md section 5, rule 6). A transfer to oneself needs `value + fee` and costs the fee. Incoming pending
 * transfers do not count.
 * @returns `undefined` if one of them is not affordable
 */
export function spendableAfter(
  balance: bigint,
  sequence: Iterable<Pick<PendingTransaction, 'transaction'>>,
): bigint | undefined {
  let left = balance;
  for (const { transaction } of sequence) {
    const { value, fee, fromAddress, toAddress } = transaction;
    if (value + fee > left) return undefined;
    left -= toAddress === fromAddress ? fee : value + fee;
  }
  return left;
}

/**
 * The longest sequence of one sender that the policy allows on top of its confirmed state: nonces contiguous from the
 * confirmed one + 1, each affordable when its turn comes, none expired, at most `pendingPerSender`. Of two candidates with the
 * same nonce, the one with the higher fee counts.
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
    if (transaction.fee < policy.minimumFee || isExpired(candidate, policy, now)) break;
    balance = spendableAfter(balance, [candidate]);
    if (balance === undefined) break;
    sequence.push(candidate);
    nextNonce += 1;
  }
  return sequence;
}

/** True once a transaction has been pending for as long as the policy allows. `now` in Unix seconds. */
export function isExpired(pending: PendingTransaction, policy: MempoolPolicy, now: number): boolean {
  return now - pending.receivedAt >= policy.expirySeconds;
}

function byNonceThenFee(a: PendingTransaction, b: PendingTransaction): number {
  const { transaction: first } = a;
  const { transaction: second } = b;
  if (first.nonce !== second.nonce) return first.nonce - second.nonce;
  return Number(second.fee - first.fee);
}

/** The rules and the state against which one transaction is validated. */
interface AdmissionContext {
  readonly network: Network;
  readonly policy: MempoolPolicy;
  /** Verifies the transaction's signature. */
  readonly isSigned: () => boolean;
  /** The confirmed state of the sender; `undefined` for an unknown address. */
  readonly account: AccountState | undefined;
  /** The sender's pending sequence, ascending nonces from the confirmed one + 1. */
  readonly sequence: readonly PendingTransaction[];
  readonly signature: SignatureOrder;
}

type Verdict =
  | {
      readonly status: 'fits';
      /** Place in the sender's sequence: of the transaction that it replaces, or at the end. */
      readonly index: number;
    }
  | { readonly status: 'rejected'; readonly reason: RejectionReason };

/** Rules about a transaction's own fields, in the order in which they are checked. */
const FIELD_RULES: readonly {
  readonly reason: RejectionReason;
  readonly isBroken: (transaction: TransactionBody, context: AdmissionContext) => boolean;
}[] = [
  { reason: 'wrong_chain', isBroken: ({ chain }, { network }) => chain !== network.chainId },
  {
    reason: 'bad_address',
    isBroken: ({ fromAddress, toAddress }, { network }) =>
      !isValidAddress(fromAddress, network) || !isValidAddress(toAddress, network),
  },
  { reason: 'zero_value', isBroken: ({ value }) => value < 1n },
  { reason: 'fee_too_low', isBroken: ({ fee }, { policy }) => fee < policy.minimumFee },
];

/**
 * Validates a transaction that is neither pending nor confirmed against the policy of PROTOCOL.md section 7. The first broken
 * rule is the reason; the order is fixed:
 * `wrong_chain`, `bad_address`, `zero_value`, `fee_too_low`, `bad_signature`, `nonce_too_low`, `nonce_gap`,
 * `replacement_fee_too_low`, `sender_limit`, `insufficient_balance`. (`already_confirmed` comes before all of them and
 * `mempool_full` after them: both need more than the sender's own state.) With `signature: 'last'`, `bad_signature` comes
 * after `insufficient_balance`.
 */
export function validateAdmission(transaction: TransactionBody, context: AdmissionContext): Verdict {
  const broken = FIELD_RULES.find(({ isBroken }) => isBroken(transaction, context));
  if (broken !== undefined) return rejected(broken.reason);
  if (context.signature === 'first' && !context.isSigned()) return rejected('bad_signature');
  const verdict = validatePlacement(transaction, context);
  const isForged = verdict.status === 'fits' && context.signature === 'last' && !context.isSigned();
  return isForged ? rejected('bad_signature') : verdict;
}

/** Validates the nonce, the fee of a replacement, and the balance. */
function validatePlacement(transaction: TransactionBody, context: AdmissionContext): Verdict {
  const { account, sequence, policy } = context;
  const index = transaction.nonce - ((account?.nonce ?? 0) + 1);
  if (index < 0) return rejected('nonce_too_low');
  if (index > sequence.length) return rejected('nonce_gap');
  const replaced = sequence[index]?.transaction;
  if (replaced === undefined && index >= policy.pendingPerSender) return rejected('sender_limit');
  if (replaced !== undefined && transaction.fee < minimumReplacementFee(replaced.fee)) {
    return rejected('replacement_fee_too_low');
  }
  const next = [...sequence.slice(0, index), { transaction }, ...sequence.slice(index + 1)];
  const left = spendableAfter(account?.balance ?? 0n, next);
  return left === undefined ? rejected('insufficient_balance') : { status: 'fits', index };
}

function rejected(reason: RejectionReason): Verdict {
  return { status: 'rejected', reason };
}
