// @vitest-environment happy-dom
import {
  browserLanguage,
  currentLanguage,
  type Dictionary,
  type Message,
  placeholdersOf,
  setLanguage,
  type Texts,
} from '@cairn/ui/messages.js';
import { afterEach, expect, test } from 'vitest';
import { formatNumber } from './texts.ts';
import { t as settingsText } from '../features/settings/texts.ts';

afterEach(() => setLanguage('en'));

test('the page is in German once that is chosen, with its numbers and plurals', () => {
  setLanguage('de');
  expect([currentLanguage(), document.documentElement.lang]).toEqual(['de', 'de']);
  expect(settingsText('settings.minutes', { count: 12_345 })).toBe('12.345 Minuten');
  expect(settingsText('settings.minutes', { count: 1 })).toBe('1 Minute');
  expect(formatNumber(1_234)).toBe('1.234');
});

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
const PARTS = import.meta.glob<{ texts: Texts<Record<string, Message>> }>(
  ['../**/texts.ts', './*.texts.ts'],
  { eager: true },
);
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
