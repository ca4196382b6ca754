import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import {
  type Address,
  getNetwork,
  MAX_U32,
  MIN_FEE,
  minimumReplacementFee,
  type NetworkName,
  parsePebbles,
  type TransactionBody,
  type TransactionId,
} from '@cairn/protocol';
import {
  type AmountEntry,
  type AmountProblem,
  type AmountUnit,
  MAX_FEE,
  parseAmountEntry,
} from './amount-entry.ts';
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

/** A transfer that can be confirmed and signed. Amounts in pebbles. */
export interface SendPlan {
  readonly network: NetworkName;
  readonly body: TransactionBody;
  /** value + fee. */
  readonly total: bigint;
  /** Spendable balance after the transfer; a transfer to oneself costs only the fee. */
  readonly remaining: bigint;
  readonly toOwnAccount: boolean;
  /** Spendable balance when the plan was made; if it is lower when the plan is signed, the account has changed. */
  readonly spendable: bigint;
  /** The pending transaction whose nonce this transfer takes. */
  readonly replaces?: ReplacementTarget;
}

/** Result of checking the form: a plan if every field is valid, otherwise each field's problem. */
export interface SendReview {
  readonly recipient: RecipientEntry;
  readonly amountProblem?: ValueProblem;
  readonly feeProblem?: AmountProblem;
  /** The sender has used its last nonce, 2^32 − 1. */
  readonly nonceExhausted?: boolean;
  readonly plan?: SendPlan;
}

/**
 * Plans a transfer from the form and the account as the node last reported it: the nonce is `next_nonce`, the total may
 * not exceed `spendable_balance`. `findSendBlockers` checks whether sending is allowed at all.
 */
export function planSend(input: {
  form: SendForm;
  network: NetworkName;
  account: RpcAccount;
  ownAddresses?: readonly Address[];
}): SendReview {
  const { form, network, account, ownAddresses = [] } = input;
  const recipient = checkRecipient(form.recipient, network, ownAddresses);
  const amount = parseAmountEntry(form.amount, { unit: form.unit });
  const fee = parseAmountEntry(form.fee, { unit: form.unit, maximum: MAX_FEE });
  const spendable = parsePebbles(account.spendable_balance);
  const nonceExhausted = account.next_nonce > MAX_U32;
  const exceeds = exceedsSpendable(amount, fee, spendable);
  const review: SendReview = {
    recipient,
    ...(amount.ok ? exceeds && { amountProblem: 'insufficient_balance' } : { amountProblem: amount.problem }),
    ...(!fee.ok && { feeProblem: fee.problem }),
    ...(nonceExhausted && { nonceExhausted }),
  };
  if (!recipient.ok || !amount.ok || !fee.ok || exceeds || nonceExhausted) return review;
  const body: TransactionBody = {
    chain: getNetwork(network).chainId,
    nonce: account.next_nonce,
    fee: fee.pebbles,
    value: amount.pebbles,
    fromAddress: account.address,
    toAddress: recipient.address,
  };
  return { ...review, plan: completePlan(network, body, spendable, recipient.own) };
}

/**
 * The largest value that leaves enough for the fee, in pebbles; `undefined` if the balance does not cover a transfer.
 */
export function maxSendable(account: RpcAccount, fee: bigint): bigint | undefined {
  const rest = parsePebbles(account.spendable_balance) - fee;
  return rest > 0n ? rest : undefined;
}

/** True if amount and fee exceed the spendable balance; an invalid fee counts as `MIN_FEE`. */
function exceedsSpendable(amount: AmountEntry, fee: AmountEntry, spendable: bigint): boolean {
  return amount.ok && amount.pebbles + (fee.ok ? fee.pebbles : MIN_FEE) > spendable;
}

function completePlan(
  network: NetworkName,
  body: TransactionBody,
  spendable: bigint,
  own: boolean,
): SendPlan {
  const total = body.value + body.fee;
  const toSelf = body.toAddress === body.fromAddress;
  const remaining = spendable - (toSelf ? body.fee : total);
  return { network, body, total, remaining, toOwnAccount: own, spendable };
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
 * True if a pending transaction of the same sender, other than the one that the plan replaces, has the plan's nonce.
 * That can happen only if the node's `next_nonce` is wrong; the new transfer would then replace the
 * pending transaction unintentionally.
 */
export function isNonceTaken(pending: readonly RpcTransaction[], { body, replaces }: SendPlan): boolean {
  return pending.some(
    ({ id, from_address: from, nonce }) =>
      from === body.fromAddress && nonce === body.nonce && id !== replaces?.id,
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
