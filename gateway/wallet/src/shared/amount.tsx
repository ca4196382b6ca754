import { Amount as ExactAmount, TextField, type AmountProps } from '@cairn/ui';
import type { AmountUnit } from '@cairn/wallet';
import { normalizeAmount, localizeAmount, unitName } from './amount-text.ts';
import { useSettings } from '../wallet/context.ts';
import { t } from './texts.ts';

/**
 * An exact amount in the chosen unit; dots in privacy mode. Screens that ask for a signature use the design system's
 * `Amount` instead, because an amount that the user agrees to must be visible.
 */
export function Amount(props: AmountProps) {
  const { hideAmounts } = useSettings();
  return hideAmounts ? <HiddenAmount /> : <ExactAmount {...props} />;
}

/** Replaces an amount in privacy mode. All have the same length, so that they reveal nothing about the amount. */
function HiddenAmount() {
  return (
    <span class="w-hidden-amount">
      <span aria-hidden="true">••••••</span>
      <span class="c-visually-hidden">{t('common.hiddenAmount')}</span>
    </span>
  );
}

/** A field for an amount in the number format of the page's language; `value` always has a decimal point. */
export function AmountInput(props: {
  label: string;
  unit: AmountUnit;
  value: string;
  hint?: string | undefined;
  error?: string | undefined;
  onInput: (value: string) => void;
}) {
  const { unit, value, onInput } = props;
  return (
    <TextField
      {...props}
      unit={unitName(unit)}
      mono
      inputMode={unit === 'crn' ? 'decimal' : 'numeric'}
      value={localizeAmount(value)}
      onInput={(typed) => onInput(normalizeAmount(typed))}
    />
  );
}
