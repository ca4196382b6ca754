import { expect, test } from 'vitest';
import { formatExactTime } from './exact-time.ts';

const NEW_YEAR = 1_767_225_600;

test.each([
  ['utc', 330, '2026-01-01 00:00:00 UTC'],
  ['local', 330, '2026-01-01 05:30:00 UTC+05:30'],
  ['local', -60, '2025-12-31 23:00:00 UTC−01:00'],
  ['local', 0, '2026-01-01 00:00:00 UTC'],
] as const)('by the %s clock at %i minutes: %s', (zone, offset, text) =>
  expect(formatExactTime(NEW_YEAR, zone, offset)).toBe(text),
);
