import { expect, test } from 'vitest';
import { replaceWord } from './phrase-feedback.tsx';

test('a word is put where it is counted, in a list with numbers too', () => {
  expect(replaceWord('test tset test', 1, 'test')).toBe('test test test');
  expect(replaceWord('1. test 2. tset 3. test ', 1, 'test')).toBe('test test test ');
  expect(replaceWord('test, ju', 1, 'junk')).toBe('test junk ');
});
