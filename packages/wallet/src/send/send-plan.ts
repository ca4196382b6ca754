import type { RpcAccount } from '@cairn/api/rpc';
import {
  type Address,
  getNetwork,
  MAX_U32,
  MIN_FEE,
  type NetworkName,
  parsePebbles,
  type TransactionBody,
  type TransactionId,
} from '@cairn/protocol';
import {
  MAX_FEE,
  parseAmountEntry,
  type AmountEntry,
  type AmountProblem,
  type AmountUnit,
} from './amount-entry.ts';
import { checkRecipient, type RecipientEntry } from './recipient-entry.ts';

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
