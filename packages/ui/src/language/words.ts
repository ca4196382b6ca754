/** Texts of this package's components, in one language. */
export interface UiWords {
  /** BCP 47, for numbers, dates and plurals. */
  readonly locale: string;
  readonly copy: (what: string) => string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly justNow: string;
  /** How long ago, or until when, in one unit; no `Intl`, for the reason that `numberText` gives. */
  readonly relative: (count: number, unit: TimeUnit, ahead: boolean) => string;
  readonly theme: string;
  readonly themes: Readonly<Record<'light' | 'system' | 'dark', string>>;
  readonly loading: (what: string) => string;
  readonly pebbles: string;
  readonly chartKeys: string;
  readonly chartTable: string;
  readonly chartWaiting: string;
  readonly chartCut: string;
  readonly time: string;
  readonly now: string;
  readonly balance: string;
  /** Before the field that takes a day: the balance at that time follows. */
  readonly endOfDay: string;
  /** In place of a balance of a day before the values that are shown. */
  readonly beforeChart: string;
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

/** One, and several: both `vor` and `in` take the dative. */
const GERMAN_UNITS: Readonly<Record<TimeUnit, readonly [one: string, several: string]>> = {
  second: ['s', 's'],
  minute: ['min', 'min'],
  hour: ['Std.', 'Std.'],
  day: ['Tag', 'Tagen'],
  month: ['Monat', 'Monaten'],
  year: ['Jahr', 'Jahren'],
};

const en: UiWords = {
  locale: 'en',
  copy: (what) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Copying failed',
  justNow: 'just now',
  relative: (count, unit, ahead) =>
    ahead ? `in ${count}${ENGLISH_UNITS[unit]}` : `${count}${ENGLISH_UNITS[unit]} ago`,
  theme: 'Colour theme',
  themes: { light: 'Light', system: 'Same as system', dark: 'Dark' },
  loading: (what) => `${what}, loading`,
  pebbles: 'pebbles',
  chartKeys: 'Arrow keys move from value to value.',
  chartTable: 'Values as a table',
  chartWaiting: 'The chart is being drawn.',
  chartCut: 'The vertical axis does not begin at zero.',
  time: 'Time',
  now: 'now',
  balance: 'Balance',
  endOfDay: 'At the end of',
  beforeChart: 'Before the first value of the chart.',
};

const de: UiWords = {
  locale: 'de',
  copy: (what) => `${what} kopieren`,
  copied: 'Kopiert',
  copyFailed: 'Kopieren fehlgeschlagen',
  justNow: 'gerade eben',
  relative: (count, unit, ahead) => {
    const [one, several] = GERMAN_UNITS[unit];
    return `${ahead ? 'in' : 'vor'} ${count}\u00a0${count === 1 ? one : several}`;
  },
  theme: 'Farbschema',
  themes: { light: 'Hell', system: 'Wie das System', dark: 'Dunkel' },
  loading: (what) => `${what}, wird geladen`,
  pebbles: 'Pebbles',
  chartKeys: 'Die Pfeiltasten führen von Wert zu Wert.',
  chartTable: 'Werte als Tabelle',
  chartWaiting: 'Das Diagramm wird gezeichnet.',
  chartCut: 'Die senkrechte Achse beginnt nicht bei null.',
  time: 'Zeit',
  now: 'jetzt',
  balance: 'Guthaben',
  endOfDay: 'Am Ende des Tages',
  beforeChart: 'Vor dem ersten Wert des Diagramms.',
};

/** Languages that the components speak. */
export const UI_LANGUAGES = { en, de } as const;

export type UiLanguage = keyof typeof UI_LANGUAGES;
