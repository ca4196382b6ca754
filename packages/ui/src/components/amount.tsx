import { COIN_DECIMALS } from '@cairn/protocol';
import { useContext } from 'preact/hooks';
import { useComponentTexts } from '../language/component-texts.ts';
import { AmountContext, amountDigits, unitName } from '../lib/amounts.ts';
import { classes } from '../lib/classes.ts';

export interface AmountProps {
  /** Pebbles (1 CRN = 100,000,000 pebbles). */
  value: bigint;
  /** Whether the unit follows the number; true by default. */
  unit?: boolean | undefined;
  /** Direction of the amount as seen from one address: shows a sign, and incoming amounts in green. */
  direction?: 'in' | 'out' | 'self' | undefined;
  /** For the main amount of a page, in large type: makes the fraction smaller, not only fainter. */
  large?: boolean | undefined;
}

const SIGNS = { in: '+', out: '−', self: '' } as const;

/**
 * An exact amount in the language and unit of its context, or dots in privacy mode, always as many, so that they reveal nothing: what matters first stands out, the whole coins or, below one coin, the
 * digits after the zeros. In a column the decimal separators are below each other. It is never rounded.
 */
export function Amount({ value, unit = true, direction, large = false }: AmountProps) {
  const { t, locale } = useComponentTexts();
  const { unit: shown, isHidden } = useContext(AmountContext);
  if (isHidden) {
    return (
      <span class="c-muted">
        <span aria-hidden="true">••••••</span>
        <span class="c-visually-hidden">{t('hiddenAmount')}</span>
      </span>
    );
  }
  const { whole, fraction } = amountDigits(value, shown, locale);
  const sign = direction === undefined ? '' : SIGNS[direction];
  const isSmall = whole === '0' && value !== 0n && fraction !== undefined;
  const zeros = isSmall ? /^.0*/.exec(fraction)![0] : '';
  return (
    <span
      class={classes(
        'c-amount',
        large && 'c-amount--large',
        isSmall && 'c-amount--small',
        direction && `c-amount--${direction}`,
      )}
      data-pad={fraction === undefined ? undefined : '0'.repeat(COIN_DECIMALS + 1 - fraction.length)}
    >
      {sign !== '' && <span class="c-amount__sign">{sign}</span>}
      <span class="c-amount__whole">{whole + zeros}</span>
      {fraction !== undefined && <span class="c-amount__fraction">{fraction.slice(zeros.length)}</span>}
      {unit && <span class="c-amount__unit">{`\u00a0${unitName(shown, locale)}`}</span>}
    </span>
  );
}
