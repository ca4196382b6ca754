import { defineSetting } from './stored.ts';

/** A fixed theme, or the system's. */
export type Theme = 'light' | 'dark' | 'system';

/**
 * The theme of the pages. `theme-boot.js` reads the same key before the first paint: load that script in <head> as a
 * classic one (`<script src>`). It is a file because the pages allow no inline script, and it is served unminified, so
 * its comments count towards the size of every page.
 */
export const themeSetting = defineSetting<Theme>(
  'cairn-theme',
  ['light', 'system', 'dark'],
  'system',
  (theme) => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
  },
);
