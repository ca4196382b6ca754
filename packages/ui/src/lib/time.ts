const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

const relative = new Intl.RelativeTimeFormat('en', { style: 'narrow', numeric: 'always' });

/**
 * How long ago, in one unit: `just now`, `12s ago`, `5m ago`, `3h ago`, `2d ago`, `10mo ago`,
 * `2y ago`. A month has 30 days here, a year 365.
 * @param seconds the moment, Unix seconds; may lie in the future (`in 5m`)
 * @param now Unix seconds
 */
export function relativeTime(seconds: number, now: number): string {
  const elapsed = Math.floor(now) - seconds;
  const size = Math.abs(elapsed);
  if (size < 5) return 'just now';
  if (size < MINUTE) return relative.format(-elapsed, 'second');
  if (size < HOUR) return relative.format(-Math.trunc(elapsed / MINUTE), 'minute');
  if (size < DAY) return relative.format(-Math.trunc(elapsed / HOUR), 'hour');
  if (size < MONTH) return relative.format(-Math.trunc(elapsed / DAY), 'day');
  if (size < YEAR) return relative.format(-Math.trunc(elapsed / MONTH), 'month');
  return relative.format(-Math.trunc(elapsed / YEAR), 'year');
}

/** `2026-01-31 23:59:59 UTC` for Unix seconds. */
export function exactTime(seconds: number): string {
  return `${isoTime(seconds).slice(0, 19).replace('T', ' ')} UTC`;
}

/** ISO 8601 in UTC, as a `datetime` attribute wants it, for Unix seconds. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
