import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'charts.description': [
    'Transactions, fees, supply and more of the Cairn chain over time, as charts, tables and CSV.',
    'Transaktionen, Gebühren, Umlauf und mehr der Cairn-Chain im Zeitverlauf: als Diagramm, Tabelle und CSV.',
  ],
  'charts.lead': [
    'The whole chain over time. Days are in UTC; the last point is not complete yet.',
    'Die ganze Chain im Zeitverlauf. Tage gelten in UTC; der letzte Punkt ist noch nicht vollständig.',
  ],
  'charts.figure': ['Figure', 'Kennzahl'],
  'charts.range': ['Range', 'Zeitraum'],
  'charts.day': ['24 hours', '24 Stunden'],
  'charts.week': ['7 days', '7 Tage'],
  'charts.month': ['31 days', '31 Tage'],
  'charts.year': ['1 year', '1 Jahr'],
  'charts.all': ['All', 'Alles'],
  'charts.time': ['Time', 'Zeit'],
  'charts.weekOf': ['Week from', 'Woche ab'],
  'charts.none': ['no block', 'kein Block'],
  'charts.transactions': ['Transactions', 'Transaktionen'],
  'charts.fees': ['Fees', 'Gebühren'],
  'charts.transferred': ['Transferred', 'Überwiesen'],
  'charts.block_interval': ['Block interval', 'Blockabstand'],
  'charts.size': ['Data size', 'Datenmenge'],
  'charts.difficulty': ['Hashes per block', 'Hashes pro Block'],
  'charts.hash_rate': ['Hash rate', 'Hashrate'],
  'charts.addresses': ['Addresses', 'Adressen'],
  'charts.supply': ['Supply', 'Umlauf'],
  'charts.note.transactions': [
    'Transactions in blocks, coinbases included.',
    'Transaktionen in Blöcken, einschließlich Coinbases.',
  ],
  'charts.note.fees': ['Fees paid by all transfers.', 'Gebühren aller Überweisungen.'],
  'charts.note.transferred': [
    'Sum of all transfers, without coinbases.',
    'Summe aller Überweisungen, ohne Coinbases.',
  ],
  'charts.note.block_interval': [
    'Mean time between a block and the one before it.',
    'Mittlere Zeit zwischen einem Block und seinem Vorgänger.',
  ],
  'charts.note.size': ['Size of all blocks.', 'Größe aller Blöcke.'],
  'charts.note.difficulty': [
    'Mean number of hashes that a block is expected to need.',
    'Mittlere Zahl der Hashes, die ein Block voraussichtlich braucht.',
  ],
  'charts.note.hash_rate': [
    'Estimated from the work of the blocks and their timestamps.',
    'Geschätzt aus der Arbeit der Blöcke und ihren Zeitstempeln.',
  ],
  'charts.note.addresses': [
    'All addresses that any transaction has named.',
    'Alle Adressen, die je eine Transaktion genannt hat.',
  ],
  'charts.note.supply': ['All coins that exist.', 'Alle Coins, die es gibt.'],
  'charts.empty': ['No block yet', 'Noch kein Block'],
  'charts.emptyText': [
    'Charts begin with the first block after genesis.',
    'Diagramme beginnen mit dem ersten Block nach dem Genesis-Block.',
  ],
  'charts.csv': ['Save as CSV', 'Als CSV speichern'],
  'charts.csvFailed': ['The file could not be written.', 'Die Datei konnte nicht geschrieben werden.'],
  'charts.csvHint': [
    'Save the values of this chart as a CSV file',
    'Die Werte dieses Diagramms als CSV-Datei speichern',
  ],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
