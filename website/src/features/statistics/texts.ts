import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'statistics.description': [
    'Counts, amounts and recent blocks of the Cairn chain in figures and charts.',
    'Anzahlen, Beträge und die jüngsten Blöcke der Cairn-Chain in Zahlen und Diagrammen.',
  ],
  'statistics.lead': [
    'The whole indexed chain in figures, and its newest blocks in charts.',
    'Die ganze indizierte Chain in Zahlen und ihre neuesten Blöcke in Diagrammen.',
  ],
  'chart.interval': ['Block interval', 'Blockabstand'],
  'chart.transactions': ['Transactions per block', 'Transaktionen pro Block'],
  'chart.size': ['Block size', 'Blockgröße'],
  'chart.difficulty': ['Expected hashes per block', 'Erwartete Hashes pro Block'],
  'chart.fees': ['Fees per block', 'Gebühren pro Block'],
  'statistics.whole': ['The whole chain', 'Die ganze Chain'],
  'statistics.asOf': ['As of block {height}', 'Stand: Block {height}'],
  'statistics.behind': [
    {
      one: 'The index is {count} block behind the tip.',
      other: 'The index is {count} blocks behind the tip.',
    },
    {
      one: 'Der Index liegt {count} Block hinter der Spitze.',
      other: 'Der Index liegt {count} Blöcke hinter der Spitze.',
    },
  ],
  'statistics.blocks': ['Blocks', 'Blöcke'],
  'statistics.transactions': ['Transactions', 'Transaktionen'],
  'statistics.addresses': ['Addresses', 'Adressen'],
  'statistics.transferred': ['Transferred', 'Übertragen'],
  'statistics.transferredNote': ['Sum of all transfers', 'Summe aller Überweisungen'],
  'statistics.fees': ['Fees paid', 'Gezahlte Gebühren'],
  'statistics.feesNow': ['Fees right now', 'Gebühren zurzeit'],
  'statistics.nextBlock': ['In the next block', 'Im nächsten Block'],
  'statistics.fewBlocks': ['Within a few blocks', 'In wenigen Blöcken'],
  'statistics.rewards': ['Rewards paid', 'Gezahlte Belohnungen'],
  'statistics.rewardsNote': [
    'To miners, and the coins of the first block',
    'An Miner, und die Coins des ersten Blocks',
  ],
  'statistics.supply': ['Supply', 'Vorhandene Coins'],
  'statistics.supplyNote': ['Mined so far', 'Bisher entstanden'],
  'statistics.recent': [
    { one: 'The newest block', other: 'The newest {count} blocks' },
    { one: 'Der neueste Block', other: 'Die neuesten {count} Blöcke' },
  ],
  'statistics.meanInterval': ['Mean block interval', 'Mittlerer Blockabstand'],
  'statistics.target': ['Target: {duration}', 'Ziel: {duration}'],
  'statistics.rate': ['Transactions per second', 'Transaktionen pro Sekunde'],
  'statistics.rateNote': ['Without coinbases', 'Ohne Coinbases'],
  'statistics.hashRate': ['Hash rate', 'Hashrate'],
  'statistics.hashRateNote': ['Estimated from targets and times', 'Geschätzt aus Zielwerten und Zeiten'],
  'statistics.meanFee': ['Mean fee', 'Mittlere Gebühr'],
  'statistics.meanFeeNote': ['Per transaction, without coinbases', 'Pro Transaktion, ohne Coinbases'],
  'statistics.fullness': ['Fullness', 'Auslastung'],
  'statistics.fullnessNote': ['Of 8 MiB, on average', 'Von 8 MiB, im Mittel'],
  'statistics.tooFew': ['too few blocks', 'zu wenige Blöcke'],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
