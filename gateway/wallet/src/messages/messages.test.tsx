// @vitest-environment happy-dom
import { type Message, placeholdersOf } from '@cairn/ui/messages.js';
import { render } from 'preact';
import { afterEach, describe, expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';
import { browserLanguage, formatNumber, switchLanguage, currentLanguage, t } from './messages.ts';
import { Rich } from './rich.tsx';

afterEach(() => switchLanguage('en'));

test('a message contains its parameters, and numbers are grouped as in its language', () => {
  expect(t('common.title', { screen: 'Send' })).toBe('Send · Cairn Wallet');
  expect(t('settings.minutes', { count: 1 })).toBe('1 minute');
  expect(t('settings.minutes', { count: 12_345 })).toBe('12,345 minutes');
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

test('the page is in German once that is chosen, with its numbers and plurals', async () => {
  await switchLanguage('de');
  expect([currentLanguage(), document.documentElement.lang]).toEqual(['de', 'de']);
  expect(t('settings.minutes', { count: 12_345 })).toBe('12.345 Minuten');
  expect(t('settings.minutes', { count: 1 })).toBe('1 Minute');
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

describe('the German catalogue', () => {
  const german = de as Readonly<Record<string, Message>>;

  test.each(Object.entries<Message>(en))('has the same parameters and no empty text: %s', (key, message) => {
    const translated = german[key]!;
    expect(new Set(placeholdersOf(translated))).toEqual(new Set(placeholdersOf(message)));
    expect(JSON.stringify(translated)).not.toContain('""');
  });

  test('has no messages that the English one lacks', () => {
    expect(Object.keys(german).filter((key) => !(key in en))).toEqual([]);
  });

  test('leaves nothing in English but names', () => {
    const same = Object.entries<Message>(en).filter(
      ([key, message]) => JSON.stringify(german[key]) === JSON.stringify(message),
    );
    const words = same
      .map(([, message]) => message)
      .filter((message) => /[a-z]{3} [a-z]{3}/.test(JSON.stringify(message)));
    expect(words).toEqual([]);
  });
});
