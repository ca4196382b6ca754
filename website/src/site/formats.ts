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

/** Units of a kind of numbers, the greatest first: how much one of it is, and its name. */
type Units = readonly (readonly [size: number, name: string])[];

const HASH_UNITS: Units = [
  [1e18, 'EH/s'],
  [1e15, 'PH/s'],
  [1e12, 'TH/s'],
  [1e9, 'GH/s'],
  [1e6, 'MH/s'],
  [1e3, 'kH/s'],
  [1, 'H/s'],
];

/** As `Intl` abbreviates numbers. */
const SHORT_UNITS: Readonly<Record<Locale, Units>> = {
  en: [
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
    [1, ''],
  ],
  de: [
    [1e12, '\u00A0Bio.'],
    [1e9, '\u00A0Mrd.'],
    [1e6, '\u00A0Mio.'],
    [1, ''],
  ],
};

/**
 * A number in the greatest unit of which it is at least one. Without `Intl`: a browser needs tens of milliseconds to create its first
 * format, and the charts would wait for it.
 * @param digits maximum number of significant digits
 */
function inUnit(value: number, locale: Locale, units: Units, digits: number) {
  const rounded = Number(value.toPrecision(digits));
  const [size, unit] = units.find(([least]) => Math.abs(rounded) >= least) ?? units.at(-1)!;
  const magnitude = rounded === 0 ? 0 : Math.floor(Math.log10(Math.abs(rounded / size)));
  return { value: numberText(rounded / size, locale, Math.max(0, digits - 1 - magnitude)), unit };
}

/** A hash rate with three significant digits: `1.23 MH/s`. @param rate hashes per second */
export function hashRateText({ t, locale }: Translations, rate: number): string {
  return t('hashRate.value', inUnit(rate, locale, HASH_UNITS, 3));
}

/** A short number for an axis: `1.2K`, `3M`. @param digits maximum number of significant digits */
export function compactText({ locale }: Translations, number: number, digits = 3): string {
  const { value, unit } = inUnit(number, locale, SHORT_UNITS[locale], digits);
  return value + unit;
}

/** A number of hashes in words: `7.3 million`. */
export function hashesText({ locale }: Translations, work: bigint): string {
  const format = { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 2 } as const;
  return new Intl.NumberFormat(locale, format).format(work);
}

/** First line of a CSV file whose values no proof covers. */
export const SERVER_WORD = "# The server's word: not checked in the browser";
