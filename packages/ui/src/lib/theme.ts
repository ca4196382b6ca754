/** The chosen theme, or the system's. */
export type Theme = 'light' | 'dark' | 'system';

export const THEMES: readonly Theme[] = ['light', 'system', 'dark'];

/**
 * Where the choice is kept, in the browser's local storage. `theme-boot.js` reads the same key before the first paint: load
 * it in <head> as a classic script (`<script src>`). It is a file because the pages allow no inline script, and is served
 * as it is written: its comments count in the budget of every page.
 */
export const THEME_STORAGE_KEY = 'cairn-theme';

/** The remembered choice; `system` where nothing valid is kept or the browser allows no storage. */
export function readTheme(storage: () => Storage = () => localStorage): Theme {
  try {
    const kept = storage().getItem(THEME_STORAGE_KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    // Storage can be forbidden (a privacy setting): then there is no remembered choice.
    return 'system';
  }
}

/** Shows a theme on this page, and remembers it where the browser allows storage. */
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
    // Without storage the choice holds for this page.
  }
}
