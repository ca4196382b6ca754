import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  en: {
    'csv.shown': 'Export page',
    'csv.shownHint': 'These rows as a CSV file',
    'csv.unsaved': 'The file could not be written.',
    'csv.whole': 'Whole history as CSV',
    'csv.year': '{year} as CSV',
    'csv.limit': {
      one: 'The newest {count} transaction at most.',
      other: 'The newest {count} transactions at most.',
    },
    'csv.progress': '{done} of {total} rows',
    'csv.progressName': 'Rows written',
    'csv.cancel': 'Cancel',
    'csv.cancelled': 'Cancelled. Nothing was saved.',
    'csv.done': { one: '{count} row saved.', other: '{count} rows saved.' },
    'csv.partly': 'The newest {count} of {total} rows saved, the most that a file can have.',
    'csv.failed': 'The export stopped: the API did not answer as it should. Nothing was saved.',
    'csv.moved': 'The export stopped because the chain was reorganized. Nothing was saved.',
  },
  de: {
    'csv.shown': 'Seite exportieren',
    'csv.shownHint': 'Diese Zeilen als CSV-Datei',
    'csv.unsaved': 'Die Datei konnte nicht geschrieben werden.',
    'csv.whole': 'Ganzer Verlauf als CSV',
    'csv.year': '{year} als CSV',
    'csv.limit': {
      one: 'Höchstens die neueste Transaktion.',
      other: 'Höchstens die neuesten {count} Transaktionen.',
    },
    'csv.progress': '{done} von {total} Zeilen',
    'csv.progressName': 'Geschriebene Zeilen',
    'csv.cancel': 'Abbrechen',
    'csv.cancelled': 'Abgebrochen. Es wurde nichts gespeichert.',
    'csv.done': { one: '{count} Zeile gespeichert.', other: '{count} Zeilen gespeichert.' },
    'csv.partly':
      'Die neuesten {count} von {total} Zeilen gespeichert; mehr kann eine Datei nicht enthalten.',
    'csv.failed': 'Der Export brach ab: Die API antwortete nicht, wie sie soll. Es wurde nichts gespeichert.',
    'csv.moved': 'Der Export brach ab, weil die Chain reorganisiert wurde. Es wurde nichts gespeichert.',
  },
});

export const { useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
