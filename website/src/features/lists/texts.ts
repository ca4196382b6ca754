import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'live.newBlocksUpTo': [
    { one: 'New block {height}', other: '{count} new blocks, the newest is {height}' },
    {
      one: 'Neuer Block {height}',
      other: '{count} neue Blöcke, der neueste ist {height}',
    },
  ],
  'blocks.size': ['Size', 'Größe'],
  'blocks.fees': ['Fees (CRN)', 'Gebühren (CRN)'],
  'filter.range': ['Time', 'Zeitraum'],
  'filter.range.all': ['Any time', 'Immer'],
  'filter.range.1h': ['1 h', '1 Std.'],
  'filter.range.24h': ['24 h', '24 Std.'],
  'filter.range.30d': ['30 d', '30 Tage'],
  'filter.from': ['From', 'Von'],
  'filter.to': ['to (UTC)', 'bis (UTC)'],
  'filter.show': ['Show', 'Anzeigen'],
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
  'filter.tooLong': ['Too many to sort', 'Zu viele zum Sortieren'],
  'filter.tooLongText': [
    'More than 10,000 transactions are not sorted by amount: choose a shorter time.',
    'Mehr als 10.000 Transaktionen werden nicht nach Betrag sortiert: Wähle einen kürzeren Zeitraum.',
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
  'common.startingCoins': ['Starting coins', 'Anfangsbestand'],
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
