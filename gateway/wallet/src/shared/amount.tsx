import { AmountContext, amountText, TextField, type UiLanguage, unitName } from '@cairn/ui';
import { currentLanguage } from '@cairn/ui/messages.js';
import type { AmountUnit } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';

/** Shows the amounts inside in privacy mode too: an amount that the user is about to agree to must be visible. */
export function ShownAmounts({ children }: { children: ComponentChildren }) {
  const settings = useContext(AmountContext);
  return <AmountContext.Provider value={{ ...settings, isHidden: false }}>{children}</AmountContext.Provider>;
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
      unit={unitName(unit, currentLanguage())}
      mono
      inputMode={unit === 'crn' ? 'decimal' : 'numeric'}
      value={localizeAmount(value)}
      onInput={(typed) => onInput(normalizeAmount(typed))}
    />
  );
}

/** An exact amount with its unit as plain text, in the page's number format: `1,234.5 CRN`, in German `1.234,5 CRN`. */
export function formatAmount(pebbles: bigint, unit: AmountUnit): string {
  return amountText(pebbles, currentLanguage(), unit, 0);
}

/** In German `1.234` is ambiguous: 1234 with a thousands separator, or 1.234 with a decimal point. */
const AMBIGUOUS = /^\s*[1-9]\d{0,2}\.\d{3}(?!\d)/;

/**
 * Converts a typed amount to one with a decimal point, as forms and codes use it. In German the decimal separator is
 * the comma; a point also counts as a decimal separator, unless it could separate thousands. An ambiguous amount stays
 * invalid.
 */
export function normalizeAmount(typed: string, language: UiLanguage = currentLanguage()): string {
  if (language === 'en') return typed;
  const [points, commas] = [typed.split('.').length - 1, typed.split(',').length - 1];
  const isPoint = points === 1 && commas === 0 && !AMBIGUOUS.test(typed);
  return isPoint ? typed : swapSigns(typed);
}

/** The reverse of {@link normalizeAmount}: an amount with a decimal point in the format of the page's language. */
export function localizeAmount(amount: string, language: UiLanguage = currentLanguage()): string {
  return language === 'en' ? amount : swapSigns(amount);
}

function swapSigns(text: string): string {
  return text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
}
