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
  'blocks.reward': ['Reward (CRN)', 'Belohnung (CRN)'],
  'list.newer': ['Newer', 'Neuere'],
  'list.older': ['Older', 'Ältere'],
  'column.from': ['From', 'Von'],
  'column.to': ['To', 'An'],
  'column.with': ['Counterparty', 'Gegenpartei'],
  'column.direction': ['Direction', 'Richtung'],
  'direction.in': ['Received', 'Empfangen'],
  'direction.out': ['Sent', 'Gesendet'],
  'direction.self': ['To itself', 'An sich selbst'],
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
