import {
  DEFAULT_FEE,
  formatAmountEntry,
  parsePaymentRequest,
  type AmountUnit,
  type PaymentRequest,
  type SendForm,
} from '@cairn/wallet';
import { t } from '../../messages/messages.ts';

/** A transfer that is being entered. */
export interface Draft {
  readonly form: SendForm;
  /** The recipient that the user has confirmed despite its look-alike. */
  readonly compared?: string | undefined;
  /** The payment request that the form was filled from. */
  readonly request?: PaymentRequest | undefined;
  /** Error of a pasted payment request, of which nothing was used. */
  readonly requestProblem?: string | undefined;
}

/** A form with only the fee filled in. @param fee in pebbles */
export function startDraft(unit: AmountUnit, fee = DEFAULT_FEE): Draft {
  return { form: { recipient: '', amount: '', fee: formatAmountEntry(fee, unit), unit } };
}

/**
 * The draft after input into the recipient's field. A valid payment request fills in the form; an invalid one changes
 * nothing else. Any other input is the recipient. The amount of a former request and the confirmation of a former recipient
 * are dropped.
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

/** The typed amount; empty if it came from the former request. */
function ownAmount({ form, request }: Draft): string {
  const asked = request?.amount !== undefined && formatAmountEntry(request.amount, form.unit);
  return form.amount === asked ? '' : form.amount;
}
