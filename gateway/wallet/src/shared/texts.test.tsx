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
import { render } from 'preact';
import { afterEach, describe, expect, test } from 'vitest';
import { formatNumber, Rich, t } from './texts.ts';
import { t as settingsText } from '../features/settings/texts.ts';

afterEach(() => setLanguage('en'));

test('a message contains its parameters, and numbers are grouped as in its language', () => {
  expect(t('common.title', { screen: 'Send' })).toBe('Send · Cairn Wallet');
  expect(settingsText('settings.minutes', { count: 1 })).toBe('1 minute');
  expect(settingsText('settings.minutes', { count: 12_345 })).toBe('12,345 minutes');
});

test('parameters are part of a message’s type', () => {
  // @ts-expect-error: `screen` is missing
  expect(() => t('common.title', {})).toThrow('needs screen');
  // @ts-expect-error: there is no such message
  expect(() => t('common.nothing')).toThrow('no message common.nothing');
});

test('a value is not parsed as a message: braces in it stay', () => {
  expect(t('common.title', { screen: '{count}' })).toBe('{count} · Cairn Wallet');
});

test('components replace parameters', () => {
  const place = document.createElement('p');
  render(<Rich k="common.title" values={{ screen: <b>Send</b> }} />, place);
  expect(place.innerHTML).toBe('<b>Send</b> · Cairn Wallet');
});

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
  {
    eager: true,
  },
);
const texts = Object.assign({}, ...Object.values(PARTS).map((part) => part.texts.dictionary)) as Dictionary;

describe('the texts of all parts', () => {
  test('are found', () => expect(Object.keys(PARTS).length).toBeGreaterThan(15));

  test.each(Object.entries(texts))('%s has the same parameters in German', (_key, [en, de]) => {
    expect(new Set(placeholdersOf(de))).toEqual(new Set(placeholdersOf(en)));
    expect(JSON.stringify(de)).not.toContain('""');
  });

  test('leave nothing in English but names', () => {
    const words = Object.values(texts)
      .filter(([en, de]) => JSON.stringify(de) === JSON.stringify(en))
      .filter(([en]) => /[a-z]{3} [a-z]{3}/.test(JSON.stringify(en)));
    expect(words).toEqual([]);
  });

  test('are all used', () => {
    const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
      eager: true,
      query: '?raw',
      import: 'default',
    });
    const code = Object.entries(sources)
      .filter(([file]) => !/[./]texts\.ts$|\.test\./.test(file))
      .map(([, source]) => source)
      .join('\n');
    // Keys that the code composes, such as `code.${code}`.
    const composed = [...code.matchAll(/`(?<head>[\w.-]+)\$\{[^}]*\}(?<tail>[\w.-]*)`/g)];
    const isUsed = (key: string): boolean =>
      code.includes(`'${key}'`) ||
      code.includes(` k="${key}"`) ||
      composed.some(({ groups }) => key.startsWith(groups!['head']!) && key.endsWith(groups!['tail']!));
    expect(Object.keys(texts).filter((key) => !isUsed(key))).toEqual([]);
  });
});
