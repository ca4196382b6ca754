import { type UiLanguage, type Unit, UNITS } from '@cairn/ui';
import { type Readable, Store } from './store.ts';
import { browserLanguage, LANGUAGES } from '@cairn/ui/messages.js';

/** Choices for the minutes of inactivity after which an open wallet locks itself. */
export const AUTO_LOCK_MINUTES = [1, 5, 15, 30, 60, 240] as const;

/** Time zone of exact times. */
export const TIME_ZONES = ['local', 'utc'] as const;
export type TimeZone = (typeof TIME_ZONES)[number];

/**
 * Settings of this browser. They are not secret: they are in local storage, unencrypted, so that they apply before the
 * wallet is unlocked. The design system stores the theme separately and sets it before the first paint.
 */
export interface Settings {
  readonly language: UiLanguage;
  readonly unit: Unit;
  /** Privacy mode: dots replace all amounts, except on screens that ask for a signature. */
  readonly hideAmounts: boolean;
  readonly autoLockMinutes: (typeof AUTO_LOCK_MINUTES)[number];
  readonly timeZone: TimeZone;
  /** Whether an open wallet stays open when its page is reloaded (kept-password.ts). */
  readonly keepOpen: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  language: 'en',
  unit: 'crn',
  hideAmounts: false,
  autoLockMinutes: 15,
  timeZone: 'local',
  keepOpen: false,
};

/** Key in local storage. */
export const SETTINGS_STORAGE_KEY = 'cairn-wallet-settings';

/** Maximum length of the stored text: the wallet never writes a longer one. */
const MAX_LENGTH = 1_000;

/** Parses the stored text; an absent or invalid setting gets its default. Never throws. */
export function decodeSettings(text: string | null): Settings {
  const stored = parseRecord(text);
  return {
    // The default is the browser's language.
    language: oneOf(LANGUAGES, stored['language'], browserLanguage()),
    unit: oneOf(UNITS, stored['unit'], DEFAULT_SETTINGS.unit),
    hideAmounts: oneOf([true, false], stored['hideAmounts'], DEFAULT_SETTINGS.hideAmounts),
    autoLockMinutes: oneOf(AUTO_LOCK_MINUTES, stored['autoLockMinutes'], DEFAULT_SETTINGS.autoLockMinutes),
    timeZone: oneOf(TIME_ZONES, stored['timeZone'], DEFAULT_SETTINGS.timeZone),
    keepOpen: oneOf([true, false], stored['keepOpen'], DEFAULT_SETTINGS.keepOpen),
  };
}

/** The settings of this browser, which follow changes in other tabs. */
export interface SettingsStore {
  readonly store: Readable<Settings>;
  get(): Settings;
  /** Changes the given fields here and, if the browser allows storage, for other tabs and later visits. */
  change(fields: Partial<Settings>): void;
}

/**
 * Opens the settings. If the browser forbids storage, they apply to this page only.
 * @param storage returns the browser's local storage, or throws if it is forbidden
 */
export function openSettings(storage: () => Storage = () => localStorage): SettingsStore {
  const store = new Store(decodeSettings(readText(storage)), changeFields);
  // In tests without a page, `globalThis` has no `addEventListener`.
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === SETTINGS_STORAGE_KEY) store.dispatch(decodeSettings(event.newValue));
  });
  return {
    store,
    get: () => store.get(),
    change(fields) {
      store.dispatch(fields);
      writeText(storage, JSON.stringify(store.get()));
    },
  };
}

function changeFields(settings: Settings, fields: Partial<Settings>): Settings {
  return { ...settings, ...fields };
}

function parseRecord(text: string | null): Record<string, unknown> {
  if (text === null || text.length > MAX_LENGTH) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // The wallet has not written this text: use the defaults.
    return {};
  }
}

function oneOf<Value>(allowed: readonly Value[], value: unknown, otherwise: Value): Value {
  return allowed.find((candidate) => candidate === value) ?? otherwise;
}

function readText(storage: () => Storage): string | null {
  try {
    return storage().getItem(SETTINGS_STORAGE_KEY);
  } catch {
    // A privacy setting of the browser can forbid storage.
    return null;
  }
}

function writeText(storage: () => Storage, text: string): void {
  try {
    storage().setItem(SETTINGS_STORAGE_KEY, text);
  } catch {
    // Without storage the change applies to this page only.
  }
}
