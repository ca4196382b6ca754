import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askForWords, checkMnemonic, createMnemonic } from './mnemonic.ts';

const DEVELOPMENT = 'test test test test test test test test test test test junk';
const VALID = { state: 'valid', words: DEVELOPMENT.split(' '), open: [] };

describe('checking a phrase as it is typed', () => {
  test('a correct phrase is never called wrong while it is typed', () => {
    for (const phrase of [DEVELOPMENT, createMnemonic(12), createMnemonic(24)]) {
      for (let end = 1; end < phrase.length; end++) {
        const typed = phrase.slice(0, end);
        // The exception is the finished twelfth word of 24: without a following space it looks like a wrong phrase of
        // 12.
        const half = end === phrase.split(' ').slice(0, 12).join(' ').length;
        const expected = half ? ['typing', 'valid', 'bad_checksum'] : ['typing', 'valid'];
        expect(expected).toContain(checkMnemonic(typed).state);
      }
      expect(checkMnemonic(phrase).state).toBe('valid');
    }
  });

  test('white space and capitals do not matter', () => {
    const messy = `  ${DEVELOPMENT.toUpperCase().replaceAll(' ', ' \n\t ')}  `;
    expect(checkMnemonic(messy)).toEqual(VALID);
  });

  test.each<[string, (word: string, place: number) => string]>([
    ['numbers and points', (word, place) => `${place}. ${word}`],
    ['numbers and no space', (word, place) => `${place})${word}`],
    ['numbers alone', (word, place) => `${place}\t${word}`],
    ['commas', (word) => `${word},`],
    ['quotes and semicolons', (word) => `“${word}”;`],
    ['bullets', (word) => `• ${word}`],
  ])('a list with %s is the phrase that it holds', (_marks, write) => {
    const list = DEVELOPMENT.split(' ').map((word, index) => write(word, index + 1));
    expect(checkMnemonic(list.join('\n'))).toEqual(VALID);
    expect(checkMnemonic(list.join(' '))).toEqual(VALID);
  });

  test('nothing inside a word is removed', () => {
    for (const word of ['test1', 'te-st', 'te.st']) {
      expect(checkMnemonic(`${word} test `)).toMatchObject({ open: [{ index: 0, word }] });
    }
    expect(checkMnemonic('te,st ')).toMatchObject({ open: [{ word: 'te' }, { word: 'st' }] });
  });

  test('names unknown words, their positions and suggestions', () => {
    expect(checkMnemonic('abandon abouz ability ')).toEqual({
      state: 'unknown_words',
      words: ['abandon', 'abouz', 'ability'],
      open: [{ index: 1, word: 'abouz', suggestions: ['about', 'above'] }],
    });
  });

  test('completes the word being typed', () => {
    const open = [{ index: 1, word: 'ju', suggestions: ['judge', 'juice', 'jump', 'jungle'] }];
    expect(checkMnemonic('test ju')).toEqual({ state: 'typing', words: ['test', 'ju'], open });
    expect(checkMnemonic('tesst zo')).toMatchObject({ state: 'unknown_words', open: [{ index: 0 }] });
  });

  test.each([
    ['', 'empty'],
    [DEVELOPMENT.replace('junk', 'test'), 'bad_checksum'],
    [`${DEVELOPMENT} test`, 'typing'],
    ['test '.repeat(24).trim(), 'bad_checksum'],
    ['test '.repeat(25).trim(), 'too_many_words'],
  ])('%j is %s', (text, state) => {
    expect(checkMnemonic(text).state).toBe(state);
  });

  test('only a complete phrase is valid', () => {
    expect(checkMnemonic(`${DEVELOPMENT} `)).toEqual(VALID);
    fc.assert(fc.property(fc.string(), (text) => checkMnemonic(text).state !== 'valid'));
  });
});

describe('words to confirm', () => {
  test('are different positions in order, and every position occurs', () => {
    const seen = new Set<number>();
    for (let round = 0; round < 400; round++) {
      const { places } = askForWords(DEVELOPMENT);
      expect(new Set(places).size).toBe(3);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      places.forEach((place) => seen.add(place));
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index));
  });
});
