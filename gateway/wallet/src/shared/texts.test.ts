import { browserLanguage, type Dictionary, placeholdersOf, type PageTexts } from '@cairn/ui/messages.js';
import { expect, test } from 'vitest';

test.each([
  [['de-DE', 'en'], 'de'],
  [['fr', 'de-AT'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr', 'ja'], 'en'],
  [[], 'en'],
])('with the browser’s languages %j the page is in %s', (preferred, language) => {
  expect(browserLanguage(preferred)).toBe(language);
});

/** Every part of the page has its texts beside it. */
const PARTS = import.meta.glob<{ texts: PageTexts<Dictionary> }>(['../**/texts.ts', './*.texts.ts'], {
  eager: true,
});
const texts = Object.assign({}, ...Object.values(PARTS).map((part) => part.texts.dictionary)) as Dictionary;

test('all texts have the same parameters in both languages, and are in German but for names', () => {
  expect(Object.keys(PARTS).length).toBeGreaterThan(15);
  for (const [key, [en, de]] of Object.entries(texts)) {
    expect([key, new Set(placeholdersOf(de))]).toEqual([key, new Set(placeholdersOf(en))]);
    const [english, german] = [JSON.stringify(en), JSON.stringify(de)];
    expect(german).not.toContain('""');
    if (/[a-z]{3} [a-z]{3}/.test(english)) expect(german).not.toBe(english);
  }
});
