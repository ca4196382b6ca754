import {
  defineSetting,
  languageSetting,
  onStored,
  type Readable,
  readStored,
  type Setting,
  Store,
  UNITS,
  writeStored,
} from '@cairn/ui';

/** Choices for the minutes of inactivity after which an open wallet locks itself. */
export const AUTO_LOCK_MINUTES = [1, 5, 15, 30, 60, 240] as const;

/** Time zone of exact times. */
export const TIME_ZONES = ['local', 'utc'] as const;

const define = () => ({
  language: languageSetting,
  unit: defineSetting('cairn-unit', UNITS, 'crn'),
  /** Privacy mode: dots replace all amounts, except on screens that ask for a signature. */
  hideAmounts: defineSetting('cairn-hide-amounts', [false, true], false),
  autoLockMinutes: defineSetting('cairn-auto-lock-minutes', AUTO_LOCK_MINUTES, 15),
  timeZone: defineSetting('cairn-time-zone', TIME_ZONES, 'local'),
  /** Whether an open wallet stays open when its page is reloaded (kept-password.ts). */
  keepOpen: defineSetting('cairn-keep-open', [false, true], false),
  /** When the wallet next asks for words of the recovery phrase (phrase-drill.ts), in Unix milliseconds; 0: not yet known. */
  nextDrill: {
    read: (): number => Number(readStored('cairn-next-drill')) || 0,
    choose: (at: number): void => void writeStored('cairn-next-drill', String(at)),
  },
});

type Defined = ReturnType<typeof define>;

/**
 * Settings of this browser. They are not secret: they are in local storage, unencrypted, so that they apply before the
 * wallet is unlocked. The design system has the theme, and sets it before the first paint.
 */
export type Settings = { readonly [Name in keyof Defined]: ReturnType<Defined[Name]['read']> };

/** The settings of this browser, which follow changes in other tabs. */
export interface SettingsStore {
  readonly store: Readable<Settings>;
  get(): Settings;
  /** Changes the given fields here and, if the browser allows storage, for other tabs and later visits. */
  change(fields: Partial<Settings>): void;
}

/** Opens the settings. */
export function openSettings(): SettingsStore {
  // By name: which values belong to which setting is checked where each is defined.
  const settings = define() as unknown as Readonly<Record<string, Pick<Setting<unknown>, 'read' | 'choose'>>>;
  const read = () =>
    Object.fromEntries(
      Object.entries(settings).map(([name, { read: value }]) => [name, value()]),
    ) as Settings;
  const store = new Store<Settings, void>(read(), read);
  onStored(() => store.dispatch());
  return {
    store,
    get: () => store.get(),
    change(fields) {
      for (const [name, value] of Object.entries(fields)) settings[name]!.choose(value);
      store.dispatch();
    },
  };
}
