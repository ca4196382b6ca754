import { useCallback } from 'preact/hooks';
import { useUiWords } from '../language/language.tsx';
import { amountDigits } from './amount-digits.ts';
import { useUnit } from './use-unit.ts';

/** The name of the page's unit, for the header of a column of amounts: `CRN`. */
export function useUnitName(): string {
  const { pebbles } = useUiWords();
  return useUnit() === 'pebbles' ? pebbles : 'CRN';
}

/** An exact amount in the page's unit as plain text, for places that take no markup: charts and titles. */
export function useAmountText(): (pebbles: bigint) => string {
  const unit = useUnit();
  const { pebbles: name, locale } = useUiWords();
  return useCallback(
    (pebbles) => {
      const { whole, fraction = '' } = amountDigits(pebbles, unit, locale);
      return `${whole}${fraction}\u00a0${unit === 'pebbles' ? name : 'CRN'}`;
    },
    [unit, name, locale],
  );
}
