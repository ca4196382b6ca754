const ISO = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T\s]+(?<time>\S.*))?$/i;
const GERMAN = /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?:,?\s+(?<time>\S.*))?$/;
const TIME = /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?\s*(?:Z|UTC)?$/i;

const AMERICAN = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?:,?\s+(?<time>\S.*))?$/;
const DAY = 86_400;
/** Number of days before today, by word. Pages in both languages accept the words of both. */
const DAYS: Readonly<Record<string, number>> = { today: 0, heute: 0, yesterday: 1, gestern: 1 };

/**
 * Parses a date, with or without a time, in UTC: `2026-03-31`, `2026-03-31 18:00`, `2026-03-31T18:00:05Z`,
 * `31.3.2026 18:00`, `3/31/2026`, `today`, `yesterday`.
 * @param now Unix milliseconds
 * @returns Unix seconds; `invalid` for a date or time that does not exist or is before 1970; `undefined` for any other
 *   text
 */
export function parseDate(text: string, now: number): number | 'invalid' | undefined {
  const back = DAYS[text.toLowerCase()];
  if (back !== undefined) return (Math.floor(now / 1000 / DAY) - back) * DAY;
  const date = (ISO.exec(text) ?? GERMAN.exec(text) ?? AMERICAN.exec(text))?.groups;
  if (date === undefined) return undefined;
  const time = TIME.exec(date['time'] ?? '00:00')?.groups;
  if (time === undefined) return 'invalid';
  const [year, month, day] = [date['year'], date['month'], date['day']].map(Number) as [
    number,
    number,
    number,
  ];
  const [hour, minute, second] = [time['hour'], time['minute'], time['second'] ?? 0].map(Number) as [
    number,
    number,
    number,
  ];
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const exists =
    moment.getUTCMonth() === month - 1 &&
    moment.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return exists && moment.getTime() >= 0 ? moment.getTime() / 1000 : 'invalid';
}
