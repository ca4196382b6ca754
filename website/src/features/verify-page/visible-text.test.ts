import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it('names each character that is not seen, and leaves all others', () => {
  expect(visibleText('Paid.\n\t– Zoë 語')).toEqual(['Paid.\n\t– Zoë 語']);
  expect(visibleText('\u202E000,01\u2066\r\u200B!')).toEqual([
    '',
    'U+202E',
    '000,01',
    'U+2066',
    '',
    'U+000D',
    '',
    'U+200B',
    '!',
  ]);
  expect(visibleText('a\u3164\u2800')).toEqual(['a', 'U+3164', '', 'U+2800', '']);
  expect(visibleText('')).toEqual(['']);
});
