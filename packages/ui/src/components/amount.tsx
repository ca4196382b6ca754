import { useUiWords } from '../language/language.tsx';
import { amountDigits } from '../lib/amount-digits.ts';
import { classes } from '../lib/classes.ts';
import type { Unit } from '../lib/unit.ts';
import { useUnit } from '../lib/use-unit.ts';

export interface AmountProps {
  /** Pebbles (1 CRN = 100,000,000 pebbles). */
  value: bigint;
  /** Shows the unit after the number; true by default. */
  unit?: boolean | undefined;
  /** Where the amount goes, for an address it concerns: shows a sign, and green for what comes in. */
  direction?: 'in' | 'out' | 'self' | undefined;
  /** Fraction digits that show even as zeros, 0–8; 2 by default so that columns align. */
  minimumFractionDigits?: number | undefined;
  /** The one amount that a page is about: in large type the fraction is smaller as well as quieter. */
  large?: boolean | undefined;
  /** Shows it in this unit whatever the page's choice is. */
  as?: Unit | undefined;
}

const SIGNS = { in: '+', out: '−', self: '' } as const;

/**
 * An exact amount in the page's unit: the whole part grouped, the fraction quieter. No digit is ever rounded away.
 * It is written as the language around it writes numbers.
 */
export function Amount(props: AmountProps) {
  const { value, unit = true, direction, minimumFractionDigits = 2, large = false, as } = props;
  const words = useUiWords();
  const chosen = useUnit();
  const shown = as ?? chosen;
  const { whole, fraction } = amountDigits(value, shown, words.locale, minimumFractionDigits);
  const sign = direction === undefined ? '' : SIGNS[direction];
  return (
    <span class={classes('c-amount', large && 'c-amount--large', direction && `c-amount--${direction}`)}>
      {sign !== '' && <span class="c-amount__sign">{sign}</span>}
      <span class="c-amount__whole">{whole}</span>
      {fraction !== undefined && <span class="c-amount__fraction">{fraction}</span>}
      {unit && <span class="c-amount__unit">{`\u00a0${shown === 'pebbles' ? words.pebbles : 'CRN'}`}</span>}
    </span>
  );
}
