import type { AddressSummary } from '@cairn/api/explorer';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { Distribution } from './distribution.tsx';

/** @param balances the highest first, in pebbles */
const said = (balances: readonly number[], supply: number, total = balances.length) => {
  const richest = balances.map(
    (balance, at) => ({ address: `d${at}`, balance: `${balance}` }) as AddressSummary,
  );
  return renderToString(<Distribution richest={richest} supply={BigInt(supply)} total={total} />)
    .replaceAll(/<svg.*?<\/svg>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
};

it.each([
  ['halves are not rounded', [1, 1, 1, 1, 1, 1], 6, 6, /^3 addresses hold at least half of all/],
  ['one can hold all', [5], 5, 1, /^1 address holds at least half of all \S+ CRN The first 100%$/],
  [
    'one more than the first is named alone',
    Array(11).fill(1),
    11,
    11,
    / The first 10 90\.9\S*% 11 9\.\d+%$/,
  ],
  ['more than one are from and to', Array(12).fill(1), 12, 12, / 11 to 12 /],
  [
    'the others are what is left',
    [2, 1],
    10,
    5,
    /^The richest 2 addresses hold less than half .* 3 others 70%$/,
  ],
])('%s', (_, balances, supply, total, words) => {
  expect(said(balances, supply, total)).toMatch(words);
});
