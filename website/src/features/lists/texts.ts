import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'live.newBlocksUpTo': [
    { one: 'New block {height}', other: '{count} new blocks, the newest is {height}' },
    {
      one: 'Neuer Block {height}',
      other: '{count} neue Blöcke, der neueste ist {height}',
    },
  ],
  'blocks.fees': ['Fees (CRN)', 'Gebühren (CRN)'],
  'filter.range': ['Time', 'Zeitraum'],
  'filter.range.all': ['Any time', 'Immer'],
  'filter.range.1h': ['1\u00A0h', '1\u00A0h'],
  'filter.range.24h': ['24\u00A0h', '24\u00A0h'],
  'filter.range.30d': ['30\u00A0d', '30\u00A0T'],
  'filter.days': ['Dates', 'Datum'],
  'filter.from': ['First day (UTC)', 'Erster Tag (UTC)'],
  'filter.to': ['Last day (UTC)', 'Letzter Tag (UTC)'],
  'filter.only': ['Show', 'Anzeigen'],
  'filter.only.all': ['All', 'Alle'],
  'filter.only.in': ['Received', 'Empfangen'],
  'filter.only.out': ['Sent', 'Gesendet'],
  'filter.only.mined': ['Mined', 'Geschürft'],
  'filter.only.transfer': ['Payments', 'Zahlungen'],
  'filter.only.coinbase': ['Block rewards', 'Blockbelohnungen'],
  'filter.order': ['Order', 'Reihenfolge'],
  'filter.order.newest': ['Newest', 'Neueste'],
  'filter.order.largest': ['Largest', 'Größte'],
  'filter.empty': ['No transaction in this selection', 'Keine Transaktion in dieser Auswahl'],
  'filter.reset': ['Show all', 'Alle anzeigen'],
  'filter.tooLong': ['Too many to sort', 'Zu viele zum Sortieren'],
  'filter.tooLongText': [
    'More than 10,000 transactions are not sorted by amount: choose a shorter time.',
    'Mehr als 10.000 Transaktionen werden nicht nach Betrag sortiert: Wählen Sie einen kürzeren Zeitraum.',
  ],
  'column.from': ['From', 'Von'],
  'column.to': ['To', 'An'],
  'column.with': ['Counterparty', 'Gegenpartei'],
  'column.position': ['No.', 'Nr.'],
  'column.transactionId': ['Transaction ID', 'Transaktions-ID'],
  'column.amount': ['Amount (CRN)', 'Betrag (CRN)'],
  'column.balanceAfter': ['Balance (CRN)', 'Guthaben (CRN)'],
  'column.fee': ['Fee (CRN)', 'Gebühr (CRN)'],
  'common.newCoins': ['Block reward', 'Blockbelohnung'],
  'common.pages': ['{label}: pages', '{label}: Seiten'],
  'common.range': ['{first} – {last} of {total}', '{first} – {last} von {total}'],
  'common.rangeAtLeast': ['{first} – {last} of {total}+', '{first} – {last} von {total}+'],
  'common.noneOf': ['none of {total}', 'keine von {total}'],
  'common.goToPage': ['Go to page', 'Gehe zu Seite'],
  'common.go': ['Go', 'Los'],
  'list.from': ['from', 'von'],
  'list.to': ['to', 'an'],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
