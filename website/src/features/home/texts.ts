import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  en: {
    'home.allBlocks': 'All blocks',
    'home.allTransactions': 'All transactions',
    'home.cairnName': 'The newest blocks as a cairn',
    'home.cairnLegend':
      'The fuller the block, the larger its stone; the higher its fees, the warmer its color.',
    'home.stone': 'Block {height}',
    'home.ownStone': 'Block {height}, with your transaction',
    'home.pebble': 'Your transaction waits for a block',
    'home.block': 'Block',
    'home.age': 'Age',
    'home.full': 'Full',
    'home.fees': 'Fees',
    'home.miner': 'Miner',
    'home.nextBlock': 'Next block',
    'home.fewBlocks': 'In a few blocks',
    'home.figures': 'The chain in figures',
    'home.newest': 'Newest block',
    'home.count': 'Transactions',
    'home.supply': 'Supply',
    'home.meanFee': 'Mean fee',
    'home.hashRate': 'Hash rate',
    'home.overTime': 'Over time',
    'home.lately': { one: 'Last block', other: 'Last {count} blocks' },
    'home.description':
      'The Cairn chain as one full node sees it: its height, its newest blocks, and a search for everything in it.',
  },
  de: {
    'home.allBlocks': 'Alle Blöcke',
    'home.allTransactions': 'Alle Transaktionen',
    'home.cairnName': 'Die neuesten Blöcke als Steinmännchen',
    'home.cairnLegend':
      'Je voller der Block, desto größer sein Stein; je höher die Gebühren, desto wärmer seine Farbe.',
    'home.stone': 'Block {height}',
    'home.ownStone': 'Block {height}, mit Ihrer Transaktion',
    'home.pebble': 'Ihre Transaktion wartet auf einen Block',
    'home.block': 'Block',
    'home.age': 'Alter',
    'home.full': 'Voll',
    'home.fees': 'Gebühren',
    'home.miner': 'Miner',
    'home.nextBlock': 'Nächster Block',
    'home.fewBlocks': 'In wenigen Blöcken',
    'home.figures': 'Die Chain in Zahlen',
    'home.newest': 'Neuester Block',
    'home.count': 'Transaktionen',
    'home.supply': 'Coins',
    'home.meanFee': 'Mittlere Gebühr',
    'home.hashRate': 'Hashrate',
    'home.overTime': 'Im Zeitverlauf',
    'home.lately': { one: 'Letzter Block', other: 'Letzte {count} Blöcke' },
    'home.description':
      'Die Cairn-Chain, wie ein Full Node sie sieht: ihre Höhe, ihre neuesten Blöcke und eine Suche über alles darin.',
  },
});

export const { translationsFor, useTranslations } = texts;
