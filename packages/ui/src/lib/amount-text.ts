import { formatCoins } from '@cairn/protocol';
import { useCallback } from 'preact/hooks';
import { useComponentTexts } from '../language/component-texts.ts';
import { groupDigits, separatorsOf } from './numbers.ts';
import { type Unit, useUnit } from './unit.ts';

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

/** The name of the page's unit, for the header of a column of amounts: `CRN`. */
export function useUnitName(): string {
  const { t } = useComponentTexts();
  return useUnit() === 'pebbles' ? t('pebbles') : 'CRN';
}

/** Formats exact amounts in the page's unit as plain text, for places without markup: charts and titles. */
export function useAmountText(): (pebbles: bigint) => string {
  const unit = useUnit();
  const name = useUnitName();
  const { locale } = useComponentTexts();
  return useCallback(
    (pebbles) => {
      const { whole, fraction = '' } = amountDigits(pebbles, unit, locale);
      return `${whole}${fraction}\u00a0${name}`;
    },
    [unit, name, locale],
  );
}
