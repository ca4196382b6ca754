import { amountDigits } from '@cairn/ui';
import type { AmountUnit } from '@cairn/wallet';
import { spokenLanguage, t, type Language } from '../messages/messages.ts';

/** The unit's name after an amount. */
export function unitName(unit: AmountUnit): string {
  return unit === 'crn' ? 'CRN' : t('common.pebbles');
}

/** An exact amount with its unit as plain text, in the page's number format: `1,234.5 CRN`, `1.234,5 CRN`. */
export function writeAmount(pebbles: bigint, unit: AmountUnit): string {
  const { whole, fraction = '' } = amountDigits(pebbles, unit, spokenLanguage(), 0);
  return `${whole}${fraction} ${unitName(unit)}`;
}

/** `1.234` has a thousands separator in German, or three decimals. */
const AMBIGUOUS = /^\s*[1-9]\d{0,2}\.\d{3}(?!\d)/;

/**
 * Converts a typed amount to one with a decimal point, as forms and codes use it. In German the decimal sign is the comma;
 * a point counts as one too, unless it could separate thousands. Anything ambiguous stays invalid.
 */
export function readTypedAmount(typed: string, language: Language = spokenLanguage()): string {
  if (language === 'en') return typed;
  const [points, commas] = [typed.split('.').length - 1, typed.split(',').length - 1];
  const isPoint = points === 1 && commas === 0 && !AMBIGUOUS.test(typed);
  return isPoint ? typed : swapSigns(typed);
}

/** The reverse of {@link readTypedAmount}: an amount with a decimal point in the format of the page's language. */
export function showTypedAmount(amount: string, language: Language = spokenLanguage()): string {
  return language === 'en' ? amount : swapSigns(amount);
}

function swapSigns(text: string): string {
  return text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
}
