import { exactTime } from '@cairn/ui';
import type { TimeZone } from './settings.ts';

/**
 * An exact time by the chosen clock: `2026-01-31 23:59:59 UTC`, or with this machine's clock
 * `2026-02-01 00:59:59 UTC+01:00`, so that it always says which.
 * @param seconds Unix seconds
 * @param offsetMinutes of this machine's clock at that moment, east of UTC positive
 */
export function formatExactTime(
  seconds: number,
  zone: TimeZone,
  offsetMinutes = -new Date(seconds * 1000).getTimezoneOffset(),
): string {
  if (zone === 'utc') return exactTime(seconds);
  const local = exactTime(seconds + offsetMinutes * 60);
  return offsetMinutes === 0 ? local : `${local}${writeOffset(offsetMinutes)}`;
}

/** The day of a moment by the chosen clock, as a date field has it: `2026-01-31`. @param seconds Unix seconds */
export function dayOf(seconds: number, zone: TimeZone): string {
  return formatExactTime(Math.floor(seconds), zone).slice(0, 10);
}

/** Unix seconds of a day's last second by the chosen clock; `undefined` for what is no day. @param day `2026-01-31` */
export function endOfDay(day: string, zone: TimeZone): number | undefined {
  const end = Date.parse(`${day}T23:59:59${zone === 'utc' ? 'Z' : ''}`) / 1000;
  return Number.isNaN(end) ? undefined : end;
}

function writeOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '−' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}
