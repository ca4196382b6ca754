/** A fixed theme, or the system's. */
export type Theme = 'light' | 'dark' | 'system';

export const THEMES: readonly Theme[] = ['light', 'system', 'dark'];

/**
 * Key of the choice in the browser's local storage. `theme-boot.js` reads the same key before the first paint: load
 * that script in <head> as a classic one (`<script src>`). It is a file because the pages allow no inline script, and
 * it is served unminified, so its comments count towards the size of every page.
 */
export const THEME_STORAGE_KEY = 'cairn-theme';

/** The saved choice; `system` if there is no valid one or the browser forbids storage. */
export function readTheme(storage: () => Storage = () => localStorage): Theme {
  try {
    const saved = storage().getItem(THEME_STORAGE_KEY);
    return saved === 'light' || saved === 'dark' ? saved : 'system';
  } catch {
    return 'system'; // storage is forbidden, by a privacy setting for example
  }
}

/** Event on `window` after a choice, for whatever shows it. */
export const THEME_EVENT = 'cairn:theme';

/** Shows a theme on this page, and saves the choice where the browser allows storage. */
export function chooseTheme(
  theme: Theme,
  root: HTMLElement = document.documentElement,
  storage: () => Storage = () => localStorage,
): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  try {
    if (theme === 'system') storage().removeItem(THEME_STORAGE_KEY);
    else storage().setItem(THEME_STORAGE_KEY, theme);
  } catch {
    // Without storage the choice applies to this page only.
  }
  dispatchEvent(new Event(THEME_EVENT));
}
