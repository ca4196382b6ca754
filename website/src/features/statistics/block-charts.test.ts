import type { BlockSummary } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { translationsFor } from '../../site/translations.ts';
import { blockChart } from './block-charts.ts';
import { compactText } from '../../site/formats.ts';

const translations = translationsFor('en');

describe('a chart of amounts', () => {
  const blocks = [{ height: 7, total_fees: '150000000' }] as BlockSummary[];

  it.each([
    ['crn', 1.5],
    ['pebbles', 150_000_000],
  ] as const)('is drawn in the chosen unit, and its texts are exact amounts: %s', (unit, value) => {
    const amountText = (pebbles: bigint) => `${pebbles} exactly`;
    const [fees] = blockChart('fees', blocks, { translations, amountText, unit }).series;
    expect(fees?.values).toEqual([value]);
    expect(fees?.text(0)).toBe('150000000 exactly');
  });
});

it('rounds a number to three digits, or to as many as requested', () => {
  expect(compactText(translations, 100_050_000_000_000)).toBe('100T');
  expect(compactText(translations, 100_050_000_000_000, 6)).toBe('100.05T');
});
