import { defineSetting, languageSetting, onStored, readStored, UNITS, writeStored } from '@cairn/ui';

/**
 * Opens the settings of this browser, which follow changes in other tabs. They are not secret: they are in local storage,
 * unencrypted, so that they apply before the wallet is unlocked. The design system has the theme, and sets it before the
 * first paint.
 */
export const openSettings = () => ({
  language: languageSetting,
  unit: defineSetting('cairn-unit', UNITS, 'crn'),
  /** Privacy mode: dots replace all amounts, except on screens that ask for a signature. */
  hideAmounts: defineSetting('cairn-hide-amounts', [false, true], false),
  /** Minutes of inactivity after which an open wallet locks itself. */
  autoLockMinutes: defineSetting('cairn-auto-lock-minutes', [1, 5, 15, 30, 60, 240], 15),
  /** Time zone of exact times. */
  timeZone: defineSetting('cairn-time-zone', ['local', 'utc'], 'local'),
  /** Whether an open wallet stays open when its page is reloaded (kept-password.ts). */
  keepOpen: defineSetting('cairn-keep-open', [false, true], false),
  /** When the wallet next asks for words of the recovery phrase (phrase-drill.ts), in Unix milliseconds; 0: not yet known. */
  nextDrill: {
    get: (): number => Number(readStored('cairn-next-drill')) || 0,
    subscribe: onStored,
    choose: (at: number): void => void writeStored('cairn-next-drill', String(at)),
  },
});

/** The settings of this browser. */
export type Settings = ReturnType<typeof openSettings>;
