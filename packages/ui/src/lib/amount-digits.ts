import { formatCoins } from '@cairn/protocol';
import type { Unit } from './unit.ts';

/** An exact amount without its unit, in two parts, so that the fraction can be quieter. */
export interface AmountDigits {
  readonly whole: string;
  /** With its separator; absent where there is none. */
  readonly fraction: string | undefined;
}

/** How languages write numbers: what groups the whole part, and what begins the fraction. */
const SEPARATORS: Readonly<Record<string, readonly [group: string, fraction: string]>> = {
  de: ['.', ','],
};
const ENGLISH = [',', '.'] as const;

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
  const [group, point] = SEPARATORS[locale] ?? ENGLISH;
  const text =
    unit === 'pebbles'
      ? pebbles.toLocaleString('en-US')
      : formatCoins(pebbles, { minimumFractionDigits, group: true });
  const [whole = '', fraction] = text.split('.');
  return {
    whole: whole.replaceAll(',', group),
    fraction: fraction === undefined ? undefined : point + fraction,
  };
}
