import {
  DEFAULT_FEE,
  formatAmountEntry,
  parsePaymentRequest,
  type AmountUnit,
  type PaymentRequest,
  type SendForm,
} from '@cairn/wallet';
import { t } from './texts.ts';

/** The contents of the send form. */
export interface Draft {
  readonly form: SendForm;
  /** Address of the recipient that the user has compared with the known address it looks like. */
  readonly compared?: string | undefined;
  /** The payment request that the form was filled from. */
  readonly request?: PaymentRequest | undefined;
  /** Error text for an invalid payment request in the recipient field; none of it fills in the form. */
  readonly requestProblem?: string | undefined;
}

/** A form with only the fee filled in. @param fee in pebbles */
export function startDraft(unit: AmountUnit, fee = DEFAULT_FEE): Draft {
  return { form: { recipient: '', amount: '', fee: formatAmountEntry(fee, unit), unit } };
}

/**
 * Returns the draft after input into the recipient field. A valid payment request fills in recipient and amount; an invalid
 * one only gives an error. Any other input is the recipient. Every input drops the previous request and the confirmation
 * of the previous recipient.
 */
export function readRecipientInput(draft: Draft, typed: string): Draft {
  const reading = parsePaymentRequest(typed);
  const form: SendForm = { ...draft.form, recipient: typed };
  if (reading.kind === 'other') return { form };
  if (reading.kind === 'invalid') return { form, requestProblem: t(`recipient.request_${reading.problem}`) };
  const { request } = reading;
  const { address, amount } = request;
  const filled: SendForm = {
    ...form,
    recipient: address,
    amount: amount === undefined ? '' : formatAmountEntry(amount, form.unit),
  };
  return { form: filled, request };
}
