import { TextField } from '@cairn/ui';
import type { AmountUnit } from '@cairn/wallet';
import { readTypedAmount, showTypedAmount, unitName } from '../lib/amount-text.ts';

/** A field for an amount, typed and shown as the page's language writes numbers; its value has a decimal point. */
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
      value={showTypedAmount(value)}
      onInput={(typed) => onInput(readTypedAmount(typed))}
    />
  );
}
