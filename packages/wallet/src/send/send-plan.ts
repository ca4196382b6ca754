import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import {
  type Address,
  getNetwork,
  MIN_FEE,
  minimumReplacementFee,
  type NetworkName,
  parsePebbles,
  type TransactionBody,
  type TransactionId,
} from '@cairn/protocol';
import { type AmountProblem, type AmountUnit, MAX_FEE, parseAmountEntry } from './amount-entry.ts';
import { checkRecipient, type RecipientEntry } from './recipient.ts';

/** The typed contents of the form. */
export interface SendForm {
  readonly recipient: string;
  /** In `unit`. */
  readonly amount: string;
  /** In `unit`. */
  readonly fee: string;
  readonly unit: AmountUnit;
}

export type ValueProblem = AmountProblem | 'insufficient_balance';

/**
 * Why a pending transaction is replaced. `speed_up`: the same transfer with a higher fee; `cancel`: the smallest
 * transfer to oneself, which uses up the nonce.
 */
export type ReplacementKind = 'speed_up' | 'cancel';

/** The pending transaction that a plan replaces. */
export interface ReplacementTarget {
  readonly kind: ReplacementKind;
  readonly id: TransactionId;
  /** In pebbles. */
  readonly fee: bigint;
  /** In pebbles. Value and recipient show which transfer a cancellation prevents. */
  readonly value: bigint;
  readonly toAddress: Address;
}

/** A transfer, and the pending transaction whose nonce it takes, if any. */
export interface Transfer {
  readonly network: NetworkName;
  readonly body: TransactionBody;
  readonly replaces?: ReplacementTarget | undefined;
}

/** A transfer that can be confirmed and signed. Amounts in pebbles. */
export interface SendPlan extends Transfer {
  /** Spendable balance after the transfer; a transfer to oneself costs only the fee. */
  readonly remaining: bigint;
  /** Spendable balance when the plan was made; if it is lower when the plan is signed, the account has changed. */
  readonly spendable: bigint;
}

/** Result of checking the form: a plan if every field is valid, otherwise each field's problem. */
export interface SendReview {
  readonly recipient: RecipientEntry;
  readonly amountProblem?: ValueProblem;
  readonly feeProblem?: AmountProblem;
  readonly plan?: SendPlan;
}

/**
 * Plans a transfer from the form and the account as the node last reported it: the nonce is `next_nonce`, value and fee
 * may not exceed `spendable_balance`. `findNodeProblem` checks whether sending is allowed at all.
 */
export function planSend(input: { form: SendForm; network: NetworkName; account: RpcAccount }): SendReview {
  const { form, network, account } = input;
  const recipient = checkRecipient(form.recipient, network);
  const amount = parseAmountEntry(form.amount, { unit: form.unit });
  const fee = parseAmountEntry(form.fee, { unit: form.unit, maximum: MAX_FEE });
  const spendable = parsePebbles(account.spendable_balance);
  const exceeds = amount.ok && amount.pebbles + (fee.ok ? fee.pebbles : MIN_FEE) > spendable;
  const review: SendReview = {
    recipient,
    ...(amount.ok ? exceeds && { amountProblem: 'insufficient_balance' } : { amountProblem: amount.problem }),
    ...(!fee.ok && { feeProblem: fee.problem }),
  };
  if (!recipient.ok || !amount.ok || !fee.ok || exceeds) return review;
  const body: TransactionBody = {
    chain: getNetwork(network).chainId,
    nonce: account.next_nonce,
    fee: fee.pebbles,
    value: amount.pebbles,
    fromAddress: account.address,
    toAddress: recipient.address,
  };
  return { ...review, plan: { network, body, remaining: spendable - costOf(body), spendable } };
}

/**
 * The largest value that leaves enough for the fee, in pebbles; `undefined` if the balance does not cover a transfer.
 */
export function maxSendable(account: RpcAccount, fee: bigint): bigint | undefined {
  const rest = parsePebbles(account.spendable_balance) - fee;
  return rest > 0n ? rest : undefined;
}

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
    | { readonly fromAddress: Address; readonly toAddress: Address; readonly value: bigint | string },
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
  const target = targetOf('speed_up', original);
  if (body.toAddress === target.toAddress && body.value === target.value) return target;
  return isCancellation(body) ? { ...target, kind: 'cancel' } : undefined;
}

function targetOf(kind: ReplacementKind, { id, fee, value, to_address }: RpcTransaction): ReplacementTarget {
  return { kind, id, fee: parsePebbles(fee), value: parsePebbles(value), toAddress: to_address };
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
  const replaces = targetOf(kind, original);
  const minimumFee = minimumReplacementFee(replaces.fee);
  const entry = parseAmountEntry(input.fee, { unit: input.unit, maximum: MAX_FEE });
  if (!entry.ok) return { minimumFee, feeProblem: entry.problem };
  if (entry.pebbles < minimumFee) return { minimumFee, feeProblem: 'below_minimum' };
  const { address: fromAddress } = account;
  const body: TransactionBody = {
    chain: getNetwork(network).chainId,
    nonce: original.nonce,
    fee: entry.pebbles,
    value: kind === 'cancel' ? CANCEL_VALUE : replaces.value,
    fromAddress,
    toAddress: kind === 'cancel' ? fromAddress : replaces.toAddress,
  };
  const spendable = parsePebbles(account.spendable_balance);
  // The cost of the original is released, that of the replacement is deducted.
  const remaining = spendable + costOf({ ...replaces, fromAddress }) - costOf(body);
  if (remaining < 0n) return { minimumFee, feeProblem: 'insufficient_balance' };
  return { minimumFee, plan: { network, body, remaining, spendable, replaces } };
}

/** Cost of a transaction to its sender in pebbles: value and fee, or the fee alone for a transfer to oneself. */
export function costOf(body: Pick<TransactionBody, 'value' | 'fee' | 'fromAddress' | 'toAddress'>): bigint {
  const { value, fee, fromAddress, toAddress } = body;
  return fromAddress === toAddress ? fee : value + fee;
}

/**
 * True if a plan may still be signed: by the same account, without a lower spendable balance, and for a new transfer with
 * the node's `next_nonce`, for a replacement with the original still pending. A higher balance, as after an incoming
 * transfer, does not matter.
 */
export function isPlanCurrent(
  { body, replaces, spendable }: SendPlan,
  account: RpcAccount,
  pending: readonly Pick<RpcTransaction, 'id'>[],
): boolean {
  const inPlace =
    replaces === undefined ? body.nonce === account.next_nonce : pending.some(({ id }) => id === replaces.id);
  return (
    account.address === body.fromAddress && inPlace && parsePebbles(account.spendable_balance) >= spendable
  );
}

/**
 * A pending transfer of the same amount to the same recipient, other than the one that the plan replaces: the user may
 * be sending it again because the pending transfer seems lost. The review warns, and the user may sign nevertheless.
 */
export function findDuplicate(
  { body, replaces }: SendPlan,
  pending: readonly RpcTransaction[],
): RpcTransaction | undefined {
  return pending.find(
    (item) =>
      item.id !== replaces?.id &&
      item.from_address === body.fromAddress &&
      item.to_address === body.toAddress &&
      item.value === body.value.toString(),
  );
}
