import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'csv.whole': ['Whole history as CSV', 'Ganzer Verlauf als CSV'],
  'csv.selected': ['These transactions as CSV', 'Diese Transaktionen als CSV'],
  'csv.progress': ['{done} of {total} rows', '{done} von {total} Zeilen'],
  'csv.progressName': ['Rows written', 'Geschriebene Zeilen'],
  'csv.cancel': ['Cancel', 'Abbrechen'],
  'csv.cancelled': ['Cancelled. Nothing was saved.', 'Abgebrochen. Es wurde nichts gespeichert.'],
  'csv.done': [
    { one: '{count} row saved.', other: '{count} rows saved.' },
    { one: '{count} Zeile gespeichert.', other: '{count} Zeilen gespeichert.' },
  ],
  'csv.partly': [
    'The newest {count} rows saved; there are more.',
    'Die neuesten {count} Zeilen gespeichert; es gibt mehr.',
  ],
  'csv.serverWord': ['Its rows are the server’s word.', 'Die Zeilen sind eine Angabe des Servers.'],
  'csv.failed': [
    'The export stopped: the API did not answer as it should. Nothing was saved.',
    'Der Export brach ab: Die API antwortete nicht, wie sie soll. Es wurde nichts gespeichert.',
  ],
  'csv.moved': [
    'The export stopped because the chain was reorganized. Nothing was saved.',
    'Der Export brach ab, weil die Chain reorganisiert wurde. Es wurde nichts gespeichert.',
  ],
});

export const { useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
