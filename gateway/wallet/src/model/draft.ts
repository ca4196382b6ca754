import type { RpcAccount } from '@cairn/api/rpc';
import {
  type AmountUnit,
  type FeeName,
  type FeePresets,
  formatAmountEntry,
  MAX_FEE,
  maxSendable,
  parseAmountEntry,
  parsePaymentRequest,
  type PaymentRequest,
  type PaymentRequestProblem,
  type SendForm,
} from '@cairn/wallet';

/** The contents of the send form, which stay while its owner looks at another screen. */
export interface Draft {
  readonly recipient: string;
  /** As typed, in `unit`; `null` for all that the fee leaves. */
  readonly amount: string | null;
  /** A preset, whatever it comes to; or a fee as typed, in `unit`. */
  readonly fee: FeeName | { readonly custom: string };
  readonly unit: AmountUnit;
  /** Address of the recipient that the user has compared with the known address it looks like. */
  readonly compared?: string | undefined;
  /** The payment request that the form was filled from. */
  readonly request?: PaymentRequest | undefined;
  /** Why the payment request in the recipient field is invalid; none of it fills in the form. */
  readonly requestProblem?: PaymentRequestProblem | undefined;
}

/** An empty form. */
export function startDraft(unit: AmountUnit): Draft {
  return { recipient: '', amount: '', fee: 'few_blocks', unit };
}

/** What the form shows of a draft: nothing of one in another unit, in which its amounts as typed mean something else. */
export function draftIn(unit: AmountUnit, draft: Draft | undefined): Draft {
  return draft?.unit === unit ? draft : startDraft(unit);
}

/**
 * Returns the draft after input into the recipient field. A valid payment request fills in recipient and amount; an invalid
 * one only gives an error. Any other input is the recipient. Every input drops the previous request, with its amount if
 * another one follows, and the confirmation of the previous recipient.
 */
export function readRecipientInput({ request: former, ...draft }: Draft, typed: string): Draft {
  const entered: Draft = { ...draft, recipient: typed, compared: undefined, requestProblem: undefined };
  const reading = parsePaymentRequest(typed);
  if (reading.kind === 'other') return entered;
  if (reading.kind === 'invalid') return { ...entered, requestProblem: reading.problem };
  const { request } = reading;
  const kept = former?.amount === undefined ? draft.amount : '';
  const amount = request.amount === undefined ? kept : formatAmountEntry(request.amount, draft.unit);
  return { ...entered, recipient: request.address, amount, request };
}

/** The draft as it would be typed, with the fee of the preset and the largest amount as they are now. */
export function formOf(draft: Draft, fees: FeePresets, account: RpcAccount | undefined): SendForm {
  const { recipient, amount, unit } = draft;
  const fee = typeof draft.fee === 'string' ? formatAmountEntry(fees[draft.fee], unit) : draft.fee.custom;
  if (amount !== null) return { recipient, amount, fee, unit };
  const entry = parseAmountEntry(fee, { unit, maximum: MAX_FEE });
  const maximum = account && entry.ok ? maxSendable(account, entry.pebbles) : undefined;
  return { recipient, amount: maximum === undefined ? '' : formatAmountEntry(maximum, unit), fee, unit };
}
