import { ADDRESS_LENGTH, getNetwork, MIN_FEE, type NetworkName } from '@cairn/protocol';
import {
  MAX_FEE,
  type AmountUnit,
  type RecipientEntry,
  type ReplacementFeeProblem,
  type ValueProblem,
} from '@cairn/wallet';
import { formatAmount } from './amount.tsx';
import { t } from './field.texts.ts';

type InvalidRecipient = Extract<RecipientEntry, { ok: false }>;

/** Error text for a typed amount. */
export function explainAmount(problem: ValueProblem): string {
  return t(`amount.${problem}`);
}

/** Error text for a typed fee. @param minimum lowest fee in pebbles */
export function explainFee(problem: ReplacementFeeProblem, unit: AmountUnit, minimum = MIN_FEE): string {
  switch (problem) {
    case 'zero':
    case 'below_minimum':
      return t(`fee.${problem}`, { minimum: formatAmount(minimum, unit) });
    case 'too_large':
      return t('fee.too_large', { maximum: formatAmount(MAX_FEE, unit) });
    case 'insufficient_balance':
      return t('fee.insufficient_balance');
    default:
      return explainAmount(problem);
  }
}

/** Whether more input may make a recipient valid: it shows an error only after a submission. */
export function isUnfinished({ problem }: InvalidRecipient): boolean {
  return problem === 'empty' || problem === 'too_short';
}

/** Error text for a typed recipient. */
export function explainRecipient(entry: InvalidRecipient, wallet: NetworkName): string {
  const { addressPrefix: prefix } = getNetwork(wallet);
  const { length, network } = entry;
  switch (entry.problem) {
    case 'too_short':
    case 'too_long':
      return t(`recipient.${entry.problem}`, { length, whole: ADDRESS_LENGTH });
    case 'alphabet':
      return t('recipient.alphabet', { character: entry.character ?? '' });
    case 'wrong_network':
      return t('recipient.wrong_network', { network: network ?? '', wallet, prefix });
    case 'prefix':
      return t('recipient.prefix', { wallet, prefix });
    default:
      return t(`recipient.${entry.problem}`);
  }
}
