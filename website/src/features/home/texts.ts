import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'home.allBlocks': ['All blocks', 'Alle Blöcke'],
  'home.allTransactions': ['All transactions', 'Alle Transaktionen'],
  'home.cairnName': ['The newest blocks as a cairn', 'Die neuesten Blöcke als Steinmännchen'],
  'home.cairnLegend': [
    'The fuller the block, the larger its stone; the higher its fees, the warmer its color.',
    'Je voller der Block, desto größer sein Stein; je höher die Gebühren, desto wärmer seine Farbe.',
  ],
  'home.stone': ['Block {height}', 'Block {height}'],
  'home.ownStone': [
    'Block {height}, with a followed transaction',
    'Block {height}, mit einer verfolgten Transaktion',
  ],
  'home.pebble': [
    'A followed transaction waits for a block',
    'Eine verfolgte Transaktion wartet auf einen Block',
  ],
  'home.block': ['Block', 'Block'],
  'home.age': ['Age', 'Alter'],
  'home.size': ['Size', 'Größe'],
  'home.sizeOf': ['{size} of {most}', '{size} von {most}'],
  'home.fees': ['Fees', 'Gebühren'],
  'home.miner': ['Miner', 'Miner'],
  'home.nextBlock': ['Fee for the next block', 'Gebühr für den nächsten Block'],
  'home.fewBlocks': ['Within a few blocks', 'Innerhalb weniger Blöcke'],
  'home.figures': ['The chain in figures', 'Die Chain in Zahlen'],
  'home.newest': ['Newest block', 'Neuester Block'],
  'home.count': ['Transactions', 'Transaktionen'],
  'home.supply': ['Supply', 'Coins'],
  'home.meanFee': ['Mean fee', 'Mittlere Gebühr'],
  'home.hashRate': ['Hash rate', 'Hashrate'],
  'home.lately': [
    { one: 'Last block', other: 'Last {count} blocks' },
    { one: 'Letzter Block', other: 'Letzte {count} Blöcke' },
  ],
  'home.description': [
    'The Cairn chain as one full node sees it: its height, its newest blocks, and a search for everything in it.',
    'Die Cairn-Chain, wie ein Full Node sie sieht: ihre Höhe, ihre neuesten Blöcke und eine Suche über alles darin.',
  ],
});

export const { translationsFor, useTranslations } = texts;
