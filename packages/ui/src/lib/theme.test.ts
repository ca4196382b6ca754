// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { themeSetting } from './theme.ts';

const bootScript = readFileSync(`${import.meta.dirname}/../theme-boot.js`, 'utf8');
const { choose: chooseTheme, read: readTheme } = themeSetting;
const THEME_STORAGE_KEY = 'cairn-theme';

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
});

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
    expect(localStorage.getItem(THEME_STORAGE_KEY)).toBeNull();
  });

  it('ignores junk in storage', () => {
    localStorage.setItem(THEME_STORAGE_KEY, 'purple');
    expect(readTheme()).toBe('system');
    runInNewContext(bootScript, { localStorage, document, addEventListener });
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });
});
