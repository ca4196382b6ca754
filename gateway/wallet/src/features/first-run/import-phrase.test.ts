import { expect, test } from 'vitest';
import { replaceWord } from './import-phrase.tsx';

test('a word is replaced by its index, also in a numbered list', () => {
  expect(replaceWord('test tset test', 1, 'test')).toBe('test test test');
  expect(replaceWord('1. test 2. tset 3. test ', 1, 'test')).toBe('test test test ');
  expect(replaceWord('test, ju', 1, 'junk')).toBe('test junk ');
});
