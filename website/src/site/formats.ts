import { numberText } from '@cairn/ui';
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

/** A hash rate with three significant digits: `1.23 MH/s`. @param rate hashes per second */
export function hashRateText({ t, locale }: Translations, rate: number): string {
  const power = rate < 1 ? 0 : Math.min(HASH_UNITS.length - 1, Math.floor(Math.log10(rate) / 3));
  const value = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(rate / 1000 ** power);
  return t('hashRate.value', { value, unit: HASH_UNITS[power] ?? '' });
}

/** A short number for an axis: `1.2K`, `3M`. @param digits maximum number of significant digits */
export function compactText({ locale }: Translations, value: number, digits = 3): string {
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: digits }).format(
    value,
  );
}

/** A number of hashes in words: `7.3 million`. */
export function hashesText({ locale }: Translations, work: bigint): string {
  const format = { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 2 } as const;
  return new Intl.NumberFormat(locale, format).format(work);
}

/** First line of a CSV file whose values no proof covers. */
export const SERVER_WORD = "# The server's word: not checked in the browser";
