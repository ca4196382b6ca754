// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineSetting, themeSetting } from './settings.ts';
import { onStored } from './stored.ts';

const bootScript = readFileSync(`${import.meta.dirname}/../theme-boot.js`, 'utf8');
const { choose: chooseTheme } = themeSetting;
const readTheme = () => themeSetting.get();
const unit = defineSetting('unit', ['crn', 'pebbles'], 'crn');
const THEME_STORAGE_KEY = 'cairn-theme';

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
});

afterEach(() => vi.unstubAllGlobals());

describe('the theme', () => {
  it.each(['light', 'dark'] as const)(
    '%s is shown, remembered, and set before paint on the next page',
    (theme) => {
      chooseTheme(theme);
      expect(document.documentElement.dataset['theme']).toBe(theme);
      expect(readTheme()).toBe(theme);

      delete document.documentElement.dataset['theme'];
      runInNewContext(bootScript, { localStorage, document, addEventListener });
      expect(document.documentElement.dataset['theme']).toBe(theme);
    },
  );

  it('follows the last choice when a page was prerendered or restored by Back', () => {
    runInNewContext(bootScript, { localStorage, document, addEventListener });
    localStorage.setItem(THEME_STORAGE_KEY, 'dark');
    document.dispatchEvent(new Event('prerenderingchange'));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    localStorage.removeItem(THEME_STORAGE_KEY);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });

  it('follows the system again once that is chosen', () => {
    chooseTheme('dark');
    chooseTheme('system');
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    delete document.documentElement.dataset['theme'];
    runInNewContext(bootScript, { localStorage, document, addEventListener });
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });

  it('ignores junk in storage', () => {
    localStorage.setItem(THEME_STORAGE_KEY, 'purple');
    expect(readTheme()).toBe('system');
    runInNewContext(bootScript, { localStorage, document, addEventListener });
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });
});

describe('a setting', () => {
  it('is the stored one, and the initial one if there is no valid one', () => {
    expect(unit.get()).toBe('crn');
    localStorage.setItem('unit', 'sats');
    expect(unit.get()).toBe('crn');
    unit.choose('pebbles');
    expect(unit.get()).toBe('pebbles');
    expect(localStorage.getItem('unit')).toBe('pebbles');
  });

  it('can be a number or a switch', () => {
    const minutes = defineSetting('minutes', [1, 5, 15], 15);
    minutes.choose(5);
    const isOn = defineSetting('on', [false, true], false);
    isOn.choose(true);
    expect([minutes.get(), isOn.get()]).toEqual([5, true]);
  });

  it('lasts as long as the page if the browser forbids storage', () => {
    vi.stubGlobal('localStorage', undefined);
    const listener = vi.fn<() => void>();
    const stop = onStored(listener);
    unit.choose('pebbles');
    expect(unit.get()).toBe('pebbles');
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });
});
