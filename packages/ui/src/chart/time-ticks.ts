const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Unix time of the first Monday. */
const FIRST_MONDAY = 4 * DAY;

/** The number of the period that contains a time, for each distance between ticks, the shortest first. */
const PERIODS: readonly ((seconds: number) => number)[] = [
  ...[1, 2, 3, 6, 12].map((hours) => (seconds: number) => Math.floor(seconds / hours / HOUR)),
  ...[1, 2].map((days) => (seconds: number) => Math.floor(seconds / days / DAY)),
  ...[1, 2].map((weeks) => (seconds: number) => Math.floor((seconds - FIRST_MONDAY) / weeks / 7 / DAY)),
  ...[1, 3, 12, 60].map((months) => (seconds: number) => {
    const date = new Date(seconds * 1_000);
    return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months);
  }),
];

/**
 * The times that the axis of a series names: of successive buckets, those that are the first ones of an hour, a day, a week, a
 * month or a year in UTC, so that each label stands at a bucket.
 * @param times starts of the buckets in Unix seconds, ascending
 * @param most labels for which there is room
 */
export function timeTicks(times: readonly number[], most: number): number[] {
  const firsts = PERIODS.map((period) =>
    times.filter((time, index) => index > 0 && period(time) !== period(times[index - 1]!)),
  );
  return firsts.find((ticks) => ticks.length <= most) ?? [];
}
