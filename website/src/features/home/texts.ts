import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'home.title': ['A chain you can check yourself', 'Eine Chain, die Sie selbst prüfen können'],
  'home.lead': [
    'Cairn is a proof-of-work chain: look up a block, a payment or a balance, and your browser checks it.',
    'Cairn ist eine Proof-of-Work-Chain: Schlagen Sie Block, Zahlung oder Guthaben nach, und Ihr Browser prüft sie.',
  ],
  'home.nextBlock': ['Fee for the next block', 'Gebühr für den nächsten Block'],
  'home.fewBlocks': ['Fee within 5 blocks', 'Gebühr innerhalb von 5 Blöcken'],
  'home.wider': ['wider: fuller block', 'breiter: vollerer Block'],
  'home.warmer': ['warmer: higher fees', 'wärmer: höhere Gebühren'],
  'home.word': ['stones and figures: the server’s word', 'Steine und Zahlen: Angabe des Servers'],
  'home.cairn': ['The chain', 'Die Chain'],
  'home.stones': ['The newest blocks as a cairn', 'Die neuesten Blöcke als Steinmännchen'],
  'home.ownStone': [
    'Block {height}, with a followed transaction',
    'Block {height}, mit einer verfolgten Transaktion',
  ],
  'home.lostStone': ['Block {height}, no longer in the chain', 'Block {height}, nicht mehr in der Chain'],
  'home.your': ['Your {amount}', 'Ihre {amount}'],
  'home.yours': ['Your payment', 'Ihre Zahlung'],
  'home.pebble': [
    'A followed transaction waits for a block',
    'Eine verfolgte Transaktion wartet auf einen Block',
  ],
  'home.replaced': [
    { one: '{count} block replaced {age}', other: '{count} blocks replaced {age}' },
    { one: '{count} Block {age} ersetzt', other: '{count} Blöcke {age} ersetzt' },
  ],
  'home.removed': [
    { one: '{count} block removed {age}', other: '{count} blocks removed {age}' },
    { one: '{count} Block {age} entfernt', other: '{count} Blöcke {age} entfernt' },
  ],
  'home.returned': [
    {
      one: '{count} payment is in another block or waits again',
      other: '{count} payments are in other blocks or wait again',
    },
    {
      one: '{count} Zahlung steht in einem anderen Block oder wartet wieder',
      other: '{count} Zahlungen stehen in anderen Blöcken oder warten wieder',
    },
  ],
  'home.compare': ['Compare', 'Vergleichen'],
  'home.lostBlock': ['No longer in the chain', 'Nicht mehr in der Chain'],
  'home.age': ['Age', 'Alter'],
  'home.sizeOf': ['{size} of {most}', '{size} von {most}'],
  'home.fees': ['Fees', 'Gebühren'],
  'home.allBlocks': ['All blocks', 'Alle Blöcke'],
  'home.allTransactions': ['All transactions', 'Alle Transaktionen'],
  'home.interval': ['Time between blocks', 'Zeit zwischen Blöcken'],
  'home.supply': ['Supply', 'Coins'],
  'home.meanFee': ['Mean fee', 'Mittlere Gebühr'],
  'home.lately': [
    { one: 'Last block', other: 'Last {count} blocks' },
    { one: 'Letzter Block', other: 'Letzte {count} Blöcke' },
  ],
  'home.description': [
    'The Cairn chain as one full node sees it: its height, its newest blocks, and a search for everything in it.',
    'Die Cairn-Chain, wie ein Full Node sie sieht: ihre Höhe, ihre neuesten Blöcke und eine Suche über alles darin.',
  ],
});

export type Translations = TranslationsOf<typeof texts>;

export const { translationsFor, useTranslations } = texts;
