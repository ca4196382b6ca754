import { formatCoins } from '@cairn/protocol';
import { groupDigits, separatorsOf } from './numbers.ts';
import type { Unit } from './unit.ts';

/** An exact amount without its unit, in two parts, so that the fraction can be quieter. */
export interface AmountDigits {
  readonly whole: string;
  /** With its separator; absent where there is none. */
  readonly fraction: string | undefined;
}

/**
 * Writes an amount as its language writes numbers: `1,234.50`, `1.234,50`. No digit is ever rounded away.
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
