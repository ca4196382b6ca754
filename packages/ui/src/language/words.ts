/** What the components of this package say by themselves, in one language. */
export interface UiWords {
  /** BCP 47, for numbers, dates and plurals. */
  readonly locale: string;
  readonly copy: (what: string) => string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly justNow: string;
  readonly theme: string;
  readonly themes: Readonly<Record<'light' | 'system' | 'dark', string>>;
  readonly loading: (what: string) => string;
  readonly pebbles: string;
  readonly chartKeys: string;
  readonly chartTable: string;
  readonly chartWaiting: string;
}

const en: UiWords = {
  locale: 'en',
  copy: (what) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Copying failed',
  justNow: 'just now',
  theme: 'Colour theme',
  themes: { light: 'Light', system: 'Same as system', dark: 'Dark' },
  loading: (what) => `${what}, loading`,
  pebbles: 'pebbles',
  chartKeys: 'Arrow keys move from value to value.',
  chartTable: 'Values as a table',
  chartWaiting: 'The chart is being drawn.',
};

const de: UiWords = {
  locale: 'de',
  copy: (what) => `${what} kopieren`,
  copied: 'Kopiert',
  copyFailed: 'Kopieren fehlgeschlagen',
  justNow: 'gerade eben',
  theme: 'Farbschema',
  themes: { light: 'Hell', system: 'Wie das System', dark: 'Dunkel' },
  loading: (what) => `${what}, wird geladen`,
  pebbles: 'Pebbles',
  chartKeys: 'Die Pfeiltasten führen von Wert zu Wert.',
  chartTable: 'Werte als Tabelle',
  chartWaiting: 'Das Diagramm wird gezeichnet.',
};

/** Languages that the components speak. */
export const UI_LANGUAGES = { en, de } as const;

export type UiLanguage = keyof typeof UI_LANGUAGES;
