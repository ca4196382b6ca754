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
  'blocks.fees': ['Fees ({unit})', 'Gebühren ({unit})'],
  'blocks.reward': ['Reward ({unit})', 'Belohnung ({unit})'],
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
  'column.amount': ['Amount ({unit})', 'Betrag ({unit})'],
  'column.balanceAfter': ['Balance ({unit})', 'Guthaben ({unit})'],
  'column.fee': ['Fee ({unit})', 'Gebühr ({unit})'],
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
