import { numberText, type Unit, useAmountText, useUnit } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { useTranslations, type Translations } from '../messages/translations.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Number of units from which on the next larger unit is used. */
const ENOUGH = 2;

/** A duration in one unit: `12.5 s`, `3 min`, `5.1 h`, `12 d`. @param seconds may be negative: timestamps may step back */
export function durationText({ t, locale }: Translations, seconds: number): string {
  const size = Math.abs(seconds);
  const value = (unit: number) => numberText(seconds / unit, locale, 1);
  if (size < ENOUGH * MINUTE) return t('duration.seconds', { value: value(1) });
  if (size < ENOUGH * HOUR) return t('duration.minutes', { value: value(MINUTE) });
  if (size < ENOUGH * DAY) return t('duration.hours', { value: value(HOUR) });
  return t('duration.days', { value: value(DAY) });
}

const HASH_UNITS = ['H/s', 'kH/s', 'MH/s', 'GH/s', 'TH/s', 'PH/s', 'EH/s'];

/** Hashes a second with a unit that leaves three digits: `1.23 MH/s`. */
export function hashRateText({ t, locale }: Translations, rate: number): string {
  const power = rate < 1 ? 0 : Math.min(HASH_UNITS.length - 1, Math.floor(Math.log10(rate) / 3));
  const value = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(rate / 1000 ** power);
  return t('hashRate.value', { value, unit: HASH_UNITS[power] ?? '' });
}

/** A short number for an axis: `1.2K`, `3M`. @param digits significant ones at most */
export function compactText({ locale }: Translations, value: number, digits = 3): string {
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: digits }).format(
    value,
  );
}

/** Number of bars in a chart above which they are drawn as steps, since they would merge. */
const MAX_BARS = 90;

/** How a chart of that many bars is drawn. */
export const barKind = (bars: number): 'bars' | 'step' => (bars > MAX_BARS ? 'step' : 'bars');

/** Language and unit for the texts of a chart. */
export interface ChartTools {
  readonly translations: Translations;
  /** An exact amount as text in the user's unit. */
  readonly amountText: (pebbles: bigint) => string;
  /** That unit. */
  readonly unit: Unit;
}

/** The tools for the page's language and the user's unit; the same object until one of them changes. */
export function useChartTools(): ChartTools {
  const translations = useTranslations();
  const amountText = useAmountText();
  const unit = useUnit();
  return useMemo(() => ({ translations, amountText, unit }), [translations, amountText, unit]);
}
