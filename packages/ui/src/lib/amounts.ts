import { COIN_DECIMALS, formatCoins } from '@cairn/protocol';
import { createContext } from 'preact';
import { componentTexts } from '../language/component-texts.ts';
import type { UiLanguage } from '../language/messages.ts';
import { groupDigits, separatorsOf } from './numbers.ts';

/** Units in which amounts are shown: coins, and the chain's smallest unit. */
export const UNITS = ['crn', 'pebbles'] as const;
export type Unit = (typeof UNITS)[number];

/** How the amounts inside are shown. */
export interface AmountSettings {
  readonly unit: Unit;
  /** Privacy mode: dots in place of the digits. */
  readonly isHidden: boolean;
}

/** By default in coins, for everybody to see. */
export const AmountContext = createContext<AmountSettings>({ unit: 'crn', isHidden: false });

/** An exact amount without its unit, in two parts, so that the fraction can be shown less prominently. */
export interface AmountDigits {
  readonly whole: string;
  /** Begins with the decimal separator; absent if there is no fraction. */
  readonly fraction: string | undefined;
}

/**
 * Formats an amount for a language: `1,234.50`, `1.234,50`. It is never rounded.
 * @param minimumFractionDigits of CRN, 0–8; pebbles have no fraction
 */
export function amountDigits(
  pebbles: bigint,
  unit: Unit,
  locale: string,
  minimumFractionDigits = 2,
): AmountDigits {
  const text = unit === 'pebbles' ? pebbles.toString() : formatCoins(pebbles, { minimumFractionDigits });
  const [whole = '', fraction] = text.split('.');
  return {
    whole: groupDigits(whole, locale),
    fraction: fraction === undefined ? undefined : separatorsOf(locale)[1] + fraction,
  };
}

/** The name of a unit after an amount. */
export const unitName = (unit: Unit, locale: UiLanguage): string =>
  unit === 'pebbles' ? componentTexts.translationsFor(locale).t('pebbles') : 'CRN';

/** An exact amount with its unit as plain text, for places without markup: charts, titles and hints. Privacy mode does not hide it. */
export function amountText(
  pebbles: bigint,
  locale: UiLanguage,
  unit: Unit = 'crn',
  minimumFractionDigits?: number,
): string {
  const { whole, fraction = '' } = amountDigits(pebbles, unit, locale, minimumFractionDigits);
  return `${whole}${fraction}\u00a0${unitName(unit, locale)}`;
}

/** An amount in a unit as a number, for drawings only, because it loses digits. Texts show the exact amount. */
export function amountNumber(pebbles: bigint, unit: Unit = 'crn'): number {
  return unit === 'pebbles' ? Number(pebbles) : Number(pebbles) / 10 ** COIN_DECIMALS;
}
