import { componentTexts } from '../language/component-texts.ts';
import type { UiLanguage } from '../language/messages.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

/** Units from the smallest: the seconds in one, and the number of seconds from which the next unit is used. */
const UNITS = [
  ['second', 1, MINUTE],
  ['minute', MINUTE, HOUR],
  ['hour', HOUR, DAY],
  ['day', DAY, MONTH],
  ['month', MONTH, YEAR],
  ['year', YEAR, Infinity],
] as const;

/** Seconds by which a time may be ahead of the reader's clock and still be `just now`. */
const CLOCK_TOLERANCE = 2 * MINUTE;

/**
 * The age of a time in one unit: `just now`, `12s ago`, `5m ago`, `3h ago`, `2d ago`, `10mo ago`, `2y ago`. A month
 * counts as 30 days, a year as 365.
 * @param seconds Unix seconds; a time ahead is written `in 5m`, except that the next two minutes are `just now`, since
 *   the clocks of miner and reader differ
 * @param now Unix seconds
 */
export function relativeTime(seconds: number, now: number, language: UiLanguage = 'en'): string {
  const { t } = componentTexts.translationsFor(language);
  const elapsed = Math.floor(now) - seconds;
  const size = Math.abs(elapsed);
  if (size < 5 || (elapsed < 0 && size <= CLOCK_TOLERANCE)) return t('justNow');
  const [unit, length] = UNITS.find(([, , below]) => size < below)!;
  const span = t(`span.${unit}`, { count: Math.floor(size / length) });
  return t(elapsed < 0 ? 'ahead' : 'ago', { span });
}

/** Format of an exact time. */
export interface ExactTimeOptions {
  /** `en` (by default) writes `2026-01-31 23:59:59`, `de` writes `31.01.2026, 23:59:59`. */
  readonly locale?: string | undefined;
  /** UTC (by default) or the zone of this device; the text ends with the zone's name. */
  readonly zone?: 'utc' | 'local' | undefined;
}

/** A time as text, by default `2026-01-31 23:59:59 UTC`. @param seconds Unix seconds */
export function exactTime(seconds: number, options: ExactTimeOptions = {}): string {
  const { toMinute, second, zone } = timeParts(seconds, options);
  return `${toMinute}:${second} ${zone}`;
}

/**
 * A time in parts: the month `2026-01` or `01.2026`, the date `2026-01-31` or `31.01.2026`, the minute `23:59`, these two together, and
 * the rest.
 * @param seconds Unix seconds
 */
export function timeParts(seconds: number, { locale = 'en', zone = 'utc' }: ExactTimeOptions = {}) {
  const parts = zone === 'utc' ? utcParts(seconds) : localParts(seconds, locale);
  const [year, monthOfYear, day, hour, minute, second, name] = parts;
  const isGerman = locale === 'de';
  const month = isGerman ? `${monthOfYear}.${year}` : `${year}-${monthOfYear}`;
  const date = isGerman ? `${day}.${month}` : `${month}-${day}`;
  const time = `${hour}:${minute}`;
  return { month, date, minute: time, toMinute: `${date}${isGerman ? ',' : ''} ${time}`, second, zone: name };
}

/** Does not use `Intl`, whose formats are slow to create and to use: a list page shows a hundred times. */
const utcParts = (seconds: number): string[] => [...isoTime(seconds).slice(0, 19).split(/[-T:]/), 'UTC'];

function localParts(seconds: number, locale: string): string[] {
  const parts = localFormat(locale).formatToParts(new Date(seconds * 1000));
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  const { year = '', month, day, hour, minute, second, timeZoneName } = part;
  return [year.padStart(4, '0'), month, day, hour, minute, second, timeZoneName].map((one) => one ?? '');
}

const localFormats = new Map<string, Intl.DateTimeFormat>();

const LOCAL_FORMAT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
};

function localFormat(locale: string): Intl.DateTimeFormat {
  const format = localFormats.get(locale) ?? new Intl.DateTimeFormat(locale, LOCAL_FORMAT);
  localFormats.set(locale, format);
  return format;
}

/** Unix seconds as ISO 8601 in UTC, for a `datetime` attribute. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
