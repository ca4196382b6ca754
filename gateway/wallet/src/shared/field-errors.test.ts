import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { checkRecipient } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import { explainFee, explainRecipient } from './field-errors.ts';

const address = developmentAccounts(getNetwork('devnet'))[0]!.address;

function explain(typed: string): string {
  const entry = checkRecipient(typed, 'devnet');
  if (entry.ok) throw new Error('this is an address');
  return explainRecipient(entry, typed, 'devnet');
}

describe('errors of a recipient', () => {
  test.each([
    ['T', 'Addresses of devnet begin with “d”.'],
    ['Bob', 'Addresses of devnet begin with “d”.'],
    ['d12', '3 of 34 characters.'],
    ['TRmGEGySUkVHWXhTUbceAzKDs1gtNYjXQn', /^This is a testnet address; this wallet is on devnet/],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', /another coin/],
  ])('%s: %s', (typed, words) => {
    expect(explain(typed)).toMatch(words);
  });

  test('the position of a mistyped character is named, counted from one, without guessing the right one', () => {
    const typed = `${address.slice(0, 9)}x${address.slice(10)}`;
    expect(explain(typed)).toBe(
      'Invalid checksum: character 10 (“x”) is likely wrong. Ask for the address again.',
    );
  });
});

test('the bounds of a fee are named in the unit that is typed', () => {
  expect(explainFee('zero', 'crn')).toBe('The smallest fee is 0.00000001 CRN.');
  expect(explainFee('too_large', 'pebbles')).toBe('A fee can be at most 4,294,967,295 pebbles.');
  expect(explainFee('below_minimum', 'crn', 1_100n)).toBe(
    'Replacing the pending transaction requires at least 0.000011 CRN.',
  );
});
