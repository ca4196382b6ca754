import { expect, test } from 'vitest';
import { developmentPhraseOf, replaceWord } from './import-phrase.tsx';

test('a word is replaced by its index, also in a numbered list', () => {
  expect(replaceWord('test tset test', 1, 'test')).toBe('test test test');
  expect(replaceWord('1. test 2. tset 3. test ', 1, 'test')).toBe('test test test ');
  expect(replaceWord('test, ju', 1, 'junk')).toBe('test junk ');
});

test('the development accounts are those that the gateway names, else the public ones of devnet', () => {
  const own = { mnemonic: 'own words', count: 3 };
  expect(developmentPhraseOf(own, 'devnet')).toMatchObject({
    isPublic: false,
    phrase: { mnemonic: 'own words', accounts: 3 },
  });
  expect(developmentPhraseOf(undefined, 'devnet')).toMatchObject({
    isPublic: true,
    phrase: { accounts: 10 },
  });
  expect(developmentPhraseOf(undefined, 'testnet')).toBeUndefined();
});
