import { numberText } from '@cairn/ui';
import type { Locale } from './locale.ts';
import type { Translations } from './translations.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A unit is used for durations of at least this many of it. */
const LEAST_UNITS = 2;

/**
 * A duration in one unit: `12.5 s`, `3 min`, `5.1 h`, `12 d`.
 * @param seconds negative if a timestamp is before its parent's
 */
export function durationText({ t, locale }: Translations, seconds: number): string {
  const size = Math.abs(seconds);
  const value = (unit: number) => numberText(seconds / unit, locale, 1);
  if (size < LEAST_UNITS * MINUTE) return t('duration.seconds', { value: value(1) });
  if (size < LEAST_UNITS * HOUR) return t('duration.minutes', { value: value(MINUTE) });
  if (size < LEAST_UNITS * DAY) return t('duration.hours', { value: value(HOUR) });
  return t('duration.days', { value: value(DAY) });
}

const HASH_UNITS = ['H/s', 'kH/s', 'MH/s', 'GH/s', 'TH/s', 'PH/s', 'EH/s'];

/** A number rounded to significant digits; without `Intl`, as in `numberText`. */
const rounded = (value: number, locale: string, digits: number): string =>
  numberText(Number(value.toPrecision(digits)), locale, 9);

/** A hash rate with three significant digits: `1.23 MH/s`. @param rate hashes per second */
export function hashRateText({ t, locale }: Translations, rate: number): string {
  const power = rate < 1 ? 0 : Math.min(HASH_UNITS.length - 1, Math.floor(Math.log10(rate) / 3));
  const value = rounded(rate / 1000 ** power, locale, 3);
  return t('hashRate.value', { value, unit: HASH_UNITS[power] ?? '' });
}

/** Short names of large numbers, the largest first. */
const COMPACT: Readonly<Record<Locale, readonly (readonly [value: number, name: string])[]>> = {
  en: [
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ],
  de: [
    [1e12, '\u00A0Bio.'],
    [1e9, '\u00A0Mrd.'],
    [1e6, '\u00A0Mio.'],
  ],
};

/** A short number for an axis: `1.2K`, `3M`. @param digits maximum number of significant digits */
export function compactText({ locale }: Pick<Translations, 'locale'>, value: number, digits = 3): string {
  const size = Math.abs(Number(value.toPrecision(digits)));
  const [unit, name] = COMPACT[locale].find(([least]) => size >= least) ?? [1, ''];
  return rounded(value / unit, locale, digits) + name;
}

/** A number of hashes in words: `7.3 million`. */
export function hashesText({ locale }: Translations, work: bigint): string {
  const format = { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 2 } as const;
  return new Intl.NumberFormat(locale, format).format(work);
}

/** First line of a CSV file whose values no proof covers. */
export const SERVER_WORD = "# The server's word: not checked in the browser";
