import { expect, test } from 'vitest';
import { editDistance } from './mnemonic-distance.ts';
import { suggestWords } from './mnemonic.ts';

test('every slip counts one: a letter too many, too few, another one, or two swapped', () => {
  const words = ['winner', 'winer', 'winnner', 'wimner', 'winenr', '', 'zoo'];
  expect(words.map((word) => editDistance(word, 'winner'))).toEqual([0, 1, 1, 1, 1, 6, 6]);
});

test('the likeliest words come first, and those that begin alike fill up', () => {
  expect(suggestWords('winer')).toEqual(['wine', 'winner', 'winter', 'dinner']);
  expect(suggestWords('abilty')[0]).toBe('ability');
  expect(suggestWords('wrnog')[0]).toBe('wrong');
  expect(suggestWords('xylophone')).toEqual([]);
});
