import { expect, test } from 'vitest';
import { passwordProblem } from './vault.ts';

test('a new password is rejected only if it is short or common', () => {
  expect(['', '1234567'].map(passwordProblem)).toEqual(['short', 'short']);
  const common = ['12345678', '87654321', '1234567890', 'aaaaaaaaa', 'Password', 'qwertyuiop', '00000000'];
  expect(common.filter((password) => passwordProblem(password) !== 'common')).toEqual([]);
  const fine = ['correct horse', 'zvq8 r2k', '12345679', 'passwords of mine', 'ünicode!'];
  expect(fine.filter((password) => passwordProblem(password) !== undefined)).toEqual([]);
});
