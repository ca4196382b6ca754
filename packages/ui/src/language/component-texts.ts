import { createTexts } from './messages.ts';

/** Texts of this package's components. */
export const componentTexts = createTexts({
  copy: ['Copy {what}', '{what} kopieren'],
  copied: ['Copied', 'Kopiert'],
  copyFailed: ['Copying failed', 'Kopieren fehlgeschlagen'],
  copyReplaced: [
    'The clipboard now contains something else, perhaps put there by a malicious program: do not paste it.',
    'Die Zwischenablage enthält jetzt etwas anderes, vielleicht von einem Schadprogramm: Fügen Sie es nicht ein.',
  ],
  publicAccount: ['public devnet account', 'öffentliches Devnet-Konto'],
  apps: ['Explorer and wallet', 'Explorer und Wallet'],
  'app.explorer': ['Explorer', 'Explorer'],
  'app.wallet': ['Wallet', 'Wallet'],
  newTab: ['(opens a new tab)', '(öffnet einen neuen Tab)'],
  theme: ['Colour theme', 'Farbschema'],
  'theme.light': ['Light', 'Hell'],
  'theme.system': ['Same as system', 'Wie das System'],
  'theme.dark': ['Dark', 'Dunkel'],
  loading: ['{what}, loading', '{what}, wird geladen'],
  hiddenAmount: ['Amount hidden', 'Betrag verborgen'],
  pebbles: ['pebbles', 'Pebbles'],
  'chart.keys': ['Arrow keys move from value to value.', 'Die Pfeiltasten führen von Wert zu Wert.'],
  'chart.table': ['Values as a table', 'Werte als Tabelle'],
  'chart.loading': ['The chart is being drawn.', 'Das Diagramm wird gezeichnet.'],
  'balance.fromTo': ['Balance from {from} to {to}', 'Guthaben vom {from} bis {to}'],
  'balance.now': ['now, {time}', 'jetzt, {time}'],
  justNow: ['just now', 'gerade eben'],
  ago: ['{span} ago', 'vor {span}'],
  ahead: ['in {span}', 'in {span}'],
  // Spans of time; in German in the dative, which `vor` and `in` take.
  'span.second': ['{count}s', '{count}\u00a0s'],
  'span.minute': ['{count}m', '{count}\u00a0min'],
  'span.hour': ['{count}h', '{count}\u00a0Std.'],
  'span.day': ['{count}d', { one: '{count}\u00a0Tag', other: '{count}\u00a0Tagen' }],
  'span.month': ['{count}mo', { one: '{count}\u00a0Monat', other: '{count}\u00a0Monaten' }],
  'span.year': ['{count}y', { one: '{count}\u00a0Jahr', other: '{count}\u00a0Jahren' }],
});

/** Their translations into the language of the nearest `LanguageContext`. */
export const { useTranslations: useComponentTexts } = componentTexts;
