import { browserLanguage, LANGUAGES, type Language } from '../messages/messages.ts';
import { Store } from './store.ts';

/** Minutes without a sign of its owner after which an open wallet locks itself. */
export const AUTO_LOCK_MINUTES = [1, 5, 15, 30, 60, 240] as const;

/** How amounts are written: in whole coins with a fraction, or in the smallest unit. */
export const UNITS = ['crn', 'pebbles'] as const;
export type Unit = (typeof UNITS)[number];

/** Time zone of exact times. */
export const TIME_ZONES = ['local', 'utc'] as const;
export type TimeZone = (typeof TIME_ZONES)[number];

/**
 * Settings of this browser. None is a secret, so they lie open in local storage and are known before
 * the wallet is unlocked. The theme is kept apart by the design system, which sets it before the first paint.
 */
export interface Settings {
  readonly language: Language;
  readonly unit: Unit;
  /** Privacy mode: no amount is shown anywhere. */
  readonly hideAmounts: boolean;
  readonly autoLockMinutes: (typeof AUTO_LOCK_MINUTES)[number];
  readonly timeZone: TimeZone;
}

export const DEFAULT_SETTINGS: Settings = {
  language: 'en',
  unit: 'crn',
  hideAmounts: false,
  autoLockMinutes: 15,
  timeZone: 'local',
};

/** Key of the record in local storage. */
export const SETTINGS_STORAGE_KEY = 'cairn-wallet-settings';

/** Characters of a stored record; a longer one is not ours. */
const MAX_LENGTH = 1_000;

/** Reads a stored record. Each field that is absent or not one of its values is the default's; never throws. */
export function decodeSettings(text: string | null): Settings {
  const kept = parseRecord(text);
  return {
    // At the first visit the browser's own.
    language: oneOf(LANGUAGES, kept['language'], browserLanguage()),
    unit: oneOf(UNITS, kept['unit'], DEFAULT_SETTINGS.unit),
    hideAmounts: oneOf([true, false], kept['hideAmounts'], DEFAULT_SETTINGS.hideAmounts),
    autoLockMinutes: oneOf(AUTO_LOCK_MINUTES, kept['autoLockMinutes'], DEFAULT_SETTINGS.autoLockMinutes),
    timeZone: oneOf(TIME_ZONES, kept['timeZone'], DEFAULT_SETTINGS.timeZone),
  };
}

/** The settings of this browser: read once, written at each change, followed when another tab changes them. */
export interface SettingsStore {
  readonly store: Store<Settings>;
  get(): Settings;
  /** Changes the given fields here and, where the browser allows storage, for other tabs and later visits. */
  change(fields: Partial<Settings>): void;
}

/**
 * Opens the settings. Where the browser forbids storage they hold for this page alone.
 * @param storage gives the browser's local storage, or throws where it is forbidden
 */
export function openSettings(storage: () => Storage = () => localStorage): SettingsStore {
  const store = new Store<Settings>(decodeSettings(readText(storage)));
  // `globalThis` has no events where there is no page (a test of the model alone).
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === SETTINGS_STORAGE_KEY) store.update(decodeSettings(event.newValue));
  });
  return {
    store,
    get: () => store.get(),
    change(fields) {
      store.update(fields);
      writeText(storage, JSON.stringify(store.get()));
    },
  };
}

function parseRecord(text: string | null): Record<string, unknown> {
  if (text === null || text.length > MAX_LENGTH) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Somebody else's text under our key is as good as none.
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
    // Storage can be forbidden (a privacy setting): then nothing was kept.
    return null;
  }
}

function writeText(storage: () => Storage, text: string): void {
  try {
    storage().setItem(SETTINGS_STORAGE_KEY, text);
  } catch {
    // Without storage the choice holds for this page.
  }
}
