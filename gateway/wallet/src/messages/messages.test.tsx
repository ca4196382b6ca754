// @vitest-environment happy-dom
import { render } from 'preact';
import { expect, test } from 'vitest';
import { chooseForm, cutMessage, type Message } from './catalogue.ts';
import { en } from './en.ts';
import { t } from './messages.ts';
import { Rich } from './rich.tsx';

test('a message takes its parameters, and numbers as the language groups them', () => {
  expect(t('common.title', { screen: 'Send' })).toBe('Send · Cairn Wallet');
  expect(t('settings.minutes', { count: 1 })).toBe('1 minute');
  expect(t('settings.minutes', { count: 12_345 })).toBe('12,345 minutes');
});

test('parameters are part of a message’s type', () => {
  // @ts-expect-error: `screen` is missing
  expect(t('common.title', {})).toBe(' · Cairn Wallet');
  // @ts-expect-error: there is no such message
  expect(() => t('common.nothing')).toThrow(TypeError);
});

test('a value is never read as a message: braces in it stay braces', () => {
  expect(t('common.title', { screen: '{count}' })).toBe('{count} · Cairn Wallet');
});

test('a language chooses among its own plural forms', () => {
  const polish = new Intl.PluralRules('pl');
  const message = { one: 'przelew', few: 'przelewy', many: 'przelewów', other: 'przelewu' };
  expect([1, 3, 5, 1.5].map((count) => chooseForm(message, count, polish))).toEqual([
    'przelew',
    'przelewy',
    'przelewów',
    'przelewu',
  ]);
});

test('a text is cut at its parameters', () => {
  expect(cutMessage('{a} of {b}.')).toEqual([{ name: 'a' }, { text: ' of ' }, { name: 'b' }, { text: '.' }]);
  expect(cutMessage('')).toEqual([]);
});

test('components stand in the place of parameters', () => {
  const place = document.createElement('p');
  render(<Rich k="common.title" values={{ screen: <b>Send</b> }} />, place);
  expect(place.innerHTML).toBe('<b>Send</b> · Cairn Wallet');
});

test('every plural message has a form for every number', () => {
  const plural = Object.values<Message>(en).filter((message) => typeof message !== 'string');
  expect(plural.length).toBeGreaterThan(0);
  expect(plural.every((message) => 'other' in message)).toBe(true);
});
