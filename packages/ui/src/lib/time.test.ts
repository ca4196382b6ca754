import { describe, expect, it } from 'vitest';
import { exactTime, isoTime, relativeTime } from './time.ts';

const NOW = 1_767_225_600;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [4, 'just now'],
    [5, '5s ago'],
    [59, '59s ago'],
    [60, '1m ago'],
    [3_599, '59m ago'],
    [3_600, '1h ago'],
    [86_399, '23h ago'],
    [86_400, '1d ago'],
    [29 * 86_400, '29d ago'],
    [31 * 86_400, '1mo ago'],
    [364 * 86_400, '12mo ago'],
    [800 * 86_400, '2y ago'],
    [-90, 'just now'],
    [-150, 'in 2m'],
  ])('says %i seconds of age as %s', (age, words) => {
    expect(relativeTime(NOW - age, NOW)).toBe(words);
  });
});

it('exact times are formatted in UTC', () => {
  expect(exactTime(NOW)).toBe('2026-01-01 00:00:00 UTC');
  expect(isoTime(NOW)).toBe('2026-01-01T00:00:00.000Z');
});

it('exact times are formatted in German and in the zone of the device', () => {
  expect(exactTime(NOW, { locale: 'de' })).toBe('01.01.2026, 00:00:00 UTC');
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Asia/Kathmandu';
  try {
    expect(exactTime(NOW, { zone: 'local', locale: 'en-x-once' })).toBe('2026-01-01 05:45:00 GMT+5:45');
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

it('ages are formatted in German', () => {
  expect(relativeTime(NOW - 300, NOW, 'de')).toBe('vor 5\u00a0min');
  expect(relativeTime(NOW - 86_400, NOW, 'de')).toBe('vor 1\u00a0Tag');
  expect(relativeTime(NOW + 2 * 86_400, NOW, 'de')).toBe('in 2\u00a0Tagen');
  expect(relativeTime(NOW, NOW, 'de')).toBe('gerade eben');
});
