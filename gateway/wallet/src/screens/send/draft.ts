import {
  DEFAULT_FEE,
  formatAmountEntry,
  parsePaymentRequest,
  type AmountUnit,
  type PaymentRequest,
  type SendForm,
} from '@cairn/wallet';
import { t } from '../../messages/messages.ts';

/** A transfer that is being typed. */
export interface Draft {
  readonly form: SendForm;
  /** The look-alike recipient that its owner has compared and means. */
  readonly compared?: string | undefined;
  /** The payment request that the form was filled from. */
  readonly request?: PaymentRequest | undefined;
  /** Error of a payment request that was pasted here; none of it was used. */
  readonly requestProblem?: string | undefined;
}

/**
 * A form that is empty but for the fee.
 * @param fee to begin with, in pebbles
 */
export function startDraft(unit: AmountUnit, fee = DEFAULT_FEE): Draft {
  return { form: { recipient: '', amount: '', fee: formatAmountEntry(fee, unit), unit } };
}

/**
 * Result of typing, pasting or scanning into the recipient's field: a payment request fills the form as a whole or
 * not at all, anything else is the recipient. What another request asked for is not asked for by this one. A comparison holds for the address that it was made for only.
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
    amount: amount === undefined ? ownAmount(draft) : formatAmountEntry(amount, form.unit),
  };
  return { form: filled, request };
}

/** The amount that was typed; nothing where it is what the request before asked for. */
function ownAmount({ form, request }: Draft): string {
  const asked = request?.amount !== undefined && formatAmountEntry(request.amount, form.unit);
  return form.amount === asked ? '' : form.amount;
}
