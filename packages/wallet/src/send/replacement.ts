import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import {
  getNetwork,
  minimumReplacementFee,
  parsePebbles,
  type NetworkName,
  type TransactionBody,
} from '@cairn/protocol';
import { MAX_FEE, parseAmountEntry, type AmountProblem, type AmountUnit } from './amount-entry.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { ReplacementKind, ReplacementTarget, SendPlan } from './send-plan.ts';

/** Value of a cancellation in pebbles: the smallest possible. */
export const CANCEL_VALUE = 1n;

export type ReplacementFeeProblem = AmountProblem | 'below_minimum' | 'insufficient_balance';

/** Result of checking a replacement: a plan if the fee is valid, otherwise the fee's problem. */
export interface ReplacementReview {
  /** Smallest fee that the node accepts for the replacement, in pebbles. */
  readonly minimumFee: bigint;
  readonly feeProblem?: ReplacementFeeProblem;
  readonly plan?: SendPlan;
}

/** True for a pending transaction of this account that a replacement with a higher fee can replace. */
export function isReplaceable(transaction: RpcTransaction, account: RpcAccount): boolean {
  return (
    transaction.status === 'pending' &&
    transaction.from_address === account.address &&
    transaction.nonce > account.nonce &&
    minimumReplacementFee(parsePebbles(transaction.fee)) <= MAX_FEE
  );
}

/** True for a transfer with the form of a cancellation: the smallest value, sent to its own sender. */
export function isCancellation(
  transfer:
    | RpcTransaction
    | Pick<TransactionBody, 'fromAddress' | 'toAddress' | 'value'>
    | Pick<OutboxEntry, 'fromAddress' | 'toAddress' | 'value'>,
): boolean {
  const isToSender =
    'from_address' in transfer
      ? transfer.from_address === transfer.to_address
      : transfer.fromAddress === transfer.toAddress;
  return isToSender && transfer.value.toString() === CANCEL_VALUE.toString();
}

/**
 * The pending transaction of the loaded history that a transfer speeds up or cancels; `undefined` for any other
 * transfer, even if it has the nonce of a pending one.
 */
export function findReplaced(
  body: TransactionBody,
  items: readonly RpcTransaction[],
): ReplacementTarget | undefined {
  const original = items.find(
    (item) =>
      item.status === 'pending' && item.from_address === body.fromAddress && item.nonce === body.nonce,
  );
  if (original === undefined) return undefined;
  const [value, toAddress] = [parsePebbles(original.value), original.to_address];
  const target = { id: original.id, fee: parsePebbles(original.fee), value, toAddress };
  if (body.toAddress === toAddress && body.value === value) return { kind: 'speed_up', ...target };
  return isCancellation(body) ? { kind: 'cancel', ...target } : undefined;
}

/** Plans a replacement of `original` with the typed fee. Throws a `RangeError` if it cannot be replaced. */
export function planReplacement(input: {
  kind: ReplacementKind;
  original: RpcTransaction;
  fee: string;
  unit: AmountUnit;
  network: NetworkName;
  account: RpcAccount;
}): ReplacementReview {
  const { kind, original, network, account } = input;
  if (!isReplaceable(original, account)) throw new RangeError('this transaction cannot be replaced');
  const originalFee = parsePebbles(original.fee);
  const minimumFee = minimumReplacementFee(originalFee);
  const entry = parseAmountEntry(input.fee, { unit: input.unit, maximum: MAX_FEE });
  if (!entry.ok) return { minimumFee, feeProblem: entry.problem };
  if (entry.pebbles < minimumFee) return { minimumFee, feeProblem: 'below_minimum' };
  const body = replacementBody(kind, original, entry.pebbles, network);
  const spendable = parsePebbles(account.spendable_balance);
  // The cost of the original is released, that of the replacement is deducted.
  const remaining = spendable + costOf(bodyOf(original, network)) - costOf(body);
  if (remaining < 0n) return { minimumFee, feeProblem: 'insufficient_balance' };
  const { value, toAddress } = bodyOf(original, network);
  const replaces: ReplacementTarget = { kind, id: original.id, fee: originalFee, value, toAddress };
  const total = body.value + body.fee;
  const toOwnAccount = body.toAddress === body.fromAddress;
  return { minimumFee, plan: { network, body, total, remaining, toOwnAccount, spendable, replaces } };
}

function replacementBody(
  kind: ReplacementKind,
  original: RpcTransaction,
  fee: bigint,
  network: NetworkName,
): TransactionBody {
  const same = { ...bodyOf(original, network), fee };
  return kind === 'speed_up' ? same : { ...same, toAddress: original.from_address, value: CANCEL_VALUE };
}

function bodyOf(transaction: RpcTransaction, network: NetworkName): TransactionBody {
  return {
    chain: getNetwork(network).chainId,
    nonce: transaction.nonce,
    fee: parsePebbles(transaction.fee),
    value: parsePebbles(transaction.value),
    fromAddress: transaction.from_address,
    toAddress: transaction.to_address,
  };
}

/** Cost of a transaction to its sender in pebbles: value and fee, or the fee alone for a transfer to oneself. */
export function costOf(body: Pick<TransactionBody, 'value' | 'fee' | 'fromAddress' | 'toAddress'>): bigint {
  const { value, fee, fromAddress, toAddress } = body;
  return fromAddress === toAddress ? fee : value + fee;
}
