import { describe, expect, test } from 'vitest';
import { decodeSettings, DEFAULT_SETTINGS, openSettings } from './settings.ts';

describe('stored settings', () => {
  test.each([null, '', '7', '[]', 'null', '{', '{"__proto__":{"unit":"pebbles"}}'])(
    'a missing or invalid value (%s) gives the defaults',
    (text) => expect(decodeSettings(text)).toEqual(DEFAULT_SETTINGS),
  );

  test('only an invalid field falls back to its default', () => {
    const text = JSON.stringify({ autoLockMinutes: 1e9, hideAmounts: true, unit: 'BTC', timeZone: 3 });
    expect(decodeSettings(text)).toEqual({ ...DEFAULT_SETTINGS, hideAmounts: true });
  });

  test('without storage, settings apply until the page is closed', () => {
    const settings = openSettings(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    settings.change({ hideAmounts: true });
    expect(settings.get().hideAmounts).toBe(true);
  });
});
