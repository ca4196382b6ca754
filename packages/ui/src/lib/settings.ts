import { browserLanguage, LANGUAGES } from '../language/messages.ts';
import { type Readable, useStore } from './store.ts';
import { onStored, readStored, writeStored } from './stored.ts';

/**
 * A choice of the reader that this browser keeps, for this page and others. Where storage is forbidden, it lasts until the
 * reader leaves the page.
 */
export interface Setting<Value> extends Readable<Value> {
  readonly values: readonly Value[];
  readonly choose: (value: Value) => void;
  /** The choice, kept up to date by another rendering; on the server and in the first rendering, which must equal it, the initial one. */
  readonly use: () => Value;
}

/**
 * Defines a setting.
 * @param key of local storage, which the scripts that run before the first paint read too
 * @param values in the order in which they are offered; another stored text counts as none
 * @param show shows a choice on this page, beyond what the components with `use` do
 */
export function defineSetting<const Value extends string | number | boolean>(
  key: string,
  values: readonly Value[],
  initial: NoInfer<Value>,
  show?: (value: Value) => void,
): Setting<Value> {
  let unstored: Value | undefined;
  const get = (): Value => {
    const stored = readStored(key);
    return unstored ?? values.find((value) => String(value) === stored) ?? initial;
  };
  const store = { get, subscribe: onStored };
  return {
    ...store,
    values,
    choose: (value) => {
      unstored = value;
      if (writeStored(key, String(value)) === undefined) unstored = undefined;
      show?.(value);
    },
    use: () => useStore(store, () => initial),
  };
}

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

/** The language in which the wallet begins, and to which the website redirects addresses without one; the browser's at first. */
export const languageSetting = defineSetting('cairn-language', LANGUAGES, browserLanguage());
