/** Texts of this package's components, in one language. */
export interface ComponentTexts {
  /** BCP 47 language tag, for numbers, dates and plurals. */
  readonly locale: string;
  readonly copy: (what: string) => string;
  readonly copied: string;
  readonly copyFailed: string;
  /** What a usual name stands for. */
  readonly publicAccount: string;
  readonly justNow: string;
  /**
   * An age, or a time in the future if `ahead`. Formatted without `Intl`, which is slow to initialize (see
   * `numberText`).
   */
  readonly relative: (count: number, unit: TimeUnit, ahead: boolean) => string;
  readonly apps: string;
  readonly app: Readonly<Record<'explorer' | 'wallet', string>>;
  readonly newTab: string;
  readonly theme: string;
  readonly themes: Readonly<Record<'light' | 'system' | 'dark', string>>;
  readonly loading: (what: string) => string;
  readonly pebbles: string;
  readonly chartKeyboardHint: string;
  readonly chartTable: string;
  readonly chartLoading: string;
  readonly time: string;
  readonly now: string;
  readonly balance: string;
}

export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

const ENGLISH_UNITS: Readonly<Record<TimeUnit, string>> = {
  second: 's',
  minute: 'm',
  hour: 'h',
  day: 'd',
  month: 'mo',
  year: 'y',
};

/** Singular and plural, both in the dative, which `vor` and `in` take. */
const GERMAN_UNITS: Readonly<Record<TimeUnit, readonly [one: string, several: string]>> = {
  second: ['s', 's'],
  minute: ['min', 'min'],
  hour: ['Std.', 'Std.'],
  day: ['Tag', 'Tagen'],
  month: ['Monat', 'Monaten'],
  year: ['Jahr', 'Jahren'],
};

const en: ComponentTexts = {
  locale: 'en',
  copy: (what) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Copying failed',
  publicAccount: 'public devnet account',
  justNow: 'just now',
  relative: (count, unit, ahead) =>
    ahead ? `in ${count}${ENGLISH_UNITS[unit]}` : `${count}${ENGLISH_UNITS[unit]} ago`,
  apps: 'Explorer and wallet',
  app: { explorer: 'Explorer', wallet: 'Wallet' },
  newTab: '(opens a new tab)',
  theme: 'Colour theme',
  themes: { light: 'Light', system: 'Same as system', dark: 'Dark' },
  loading: (what) => `${what}, loading`,
  pebbles: 'pebbles',
  chartKeyboardHint: 'Arrow keys move from value to value.',
  chartTable: 'Values as a table',
  chartLoading: 'The chart is being drawn.',
  time: 'Time',
  now: 'now',
  balance: 'Balance',
};

const de: ComponentTexts = {
  locale: 'de',
  copy: (what) => `${what} kopieren`,
  copied: 'Kopiert',
  copyFailed: 'Kopieren fehlgeschlagen',
  publicAccount: 'öffentliches Devnet-Konto',
  justNow: 'gerade eben',
  relative: (count, unit, ahead) => {
    const [one, several] = GERMAN_UNITS[unit];
    return `${ahead ? 'in' : 'vor'} ${count}\u00a0${count === 1 ? one : several}`;
  },
  apps: 'Explorer und Wallet',
  app: { explorer: 'Explorer', wallet: 'Wallet' },
  newTab: '(öffnet einen neuen Tab)',
  theme: 'Farbschema',
  themes: { light: 'Hell', system: 'Wie das System', dark: 'Dunkel' },
  loading: (what) => `${what}, wird geladen`,
  pebbles: 'Pebbles',
  chartKeyboardHint: 'Die Pfeiltasten führen von Wert zu Wert.',
  chartTable: 'Werte als Tabelle',
  chartLoading: 'Das Diagramm wird gezeichnet.',
  time: 'Zeit',
  now: 'jetzt',
  balance: 'Guthaben',
};

/** The component texts by language. */
export const COMPONENT_TEXTS = { en, de } as const;

export type UiLanguage = keyof typeof COMPONENT_TEXTS;
