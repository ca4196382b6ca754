import { describe, expect, test } from 'vitest';
import { decodeSettings, DEFAULT_SETTINGS, openSettings } from './settings.ts';

/** The part of the browser's storage that the settings use. */
function memory(): Storage {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  } as unknown as Storage;
}

describe('stored settings', () => {
  test('settings apply on the next visit', () => {
    const storage = memory();
    openSettings(() => storage).change({ unit: 'pebbles', autoLockMinutes: 5 });
    expect(openSettings(() => storage).get()).toEqual({
      ...DEFAULT_SETTINGS,
      unit: 'pebbles',
      autoLockMinutes: 5,
    });
  });

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
