import { type UiLanguage, type Unit, UNITS } from '@cairn/ui';
import { browserLanguage, LANGUAGES } from '@cairn/ui/messages.js';
import { type Readable, Store } from './store.ts';

/** Choices for the minutes of inactivity after which an open wallet locks itself. */
export const AUTO_LOCK_MINUTES = [1, 5, 15, 30, 60, 240] as const;

/** Time zone of exact times. */
export const TIME_ZONES = ['local', 'utc'] as const;

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
  readonly timeZone: (typeof TIME_ZONES)[number];
  /** Whether an open wallet stays open when its page is reloaded (kept-password.ts). */
  readonly keepOpen: boolean;
}

/** The values of each setting. */
const CHOICES: { readonly [Name in keyof Settings]: readonly Settings[Name][] } = {
  language: LANGUAGES,
  unit: UNITS,
  hideAmounts: [false, true],
  autoLockMinutes: AUTO_LOCK_MINUTES,
  timeZone: TIME_ZONES,
  keepOpen: [false, true],
};

/** The language is the browser's. */
export const DEFAULT_SETTINGS: Settings = {
  language: browserLanguage(),
  unit: 'crn',
  hideAmounts: false,
  autoLockMinutes: 15,
  timeZone: 'local',
  keepOpen: false,
};

/** Key in local storage. */
export const SETTINGS_STORAGE_KEY = 'cairn-wallet-settings';

/** Parses the stored text; an absent or invalid setting gets its default. Never throws. */
export function decodeSettings(text: string | null): Settings {
  const stored = parse(text);
  if (typeof stored !== 'object' || stored === null) return DEFAULT_SETTINGS;
  const valid = Object.entries(stored).filter(([name, value]) => {
    const choices: readonly unknown[] = Object.hasOwn(CHOICES, name) ? CHOICES[name as keyof Settings] : [];
    return choices.includes(value);
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(valid) };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined; // absent, or not written by the wallet
  }
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
  const store = new Store(readStored(storage), (settings: Settings, fields: Partial<Settings>) => ({
    ...settings,
    ...fields,
  }));
  // In tests without a page, `globalThis` has no `addEventListener`.
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === SETTINGS_STORAGE_KEY) store.dispatch(decodeSettings(event.newValue));
  });
  return {
    store,
    get: () => store.get(),
    change(fields) {
      store.dispatch(fields);
      try {
        storage().setItem(SETTINGS_STORAGE_KEY, JSON.stringify(store.get()));
      } catch {
        // Without storage the change applies to this page only.
      }
    },
  };
}

function readStored(storage: () => Storage): Settings {
  try {
    return decodeSettings(storage().getItem(SETTINGS_STORAGE_KEY));
  } catch {
    return DEFAULT_SETTINGS; // a privacy setting of the browser can forbid storage
  }
}
