import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'statistics.description': [
    'Transactions, fees, supply, miners and more of the Cairn chain over time, as charts, tables and CSV.',
    'Transaktionen, Gebühren, Umlauf, Miner und mehr der Cairn-Chain im Zeitverlauf: als Diagramme, Tabellen und CSV.',
  ],
  'statistics.lead': [
    'All figures are the server’s word; times are in UTC.',
    'Alle Zahlen sind Angaben des Servers; Zeiten gelten in UTC.',
  ],
  'statistics.asOf': ['As of block {height}.', 'Stand: Block {height}.'],
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
  'statistics.parts': ['Parts of this page', 'Teile dieser Seite'],
  'statistics.range': ['Range', 'Zeitraum'],
  'range.blocks': ['50 blocks', '50 Blöcke'],
  'range.day': ['24\u00A0h', '24\u00A0h'],
  'range.week': ['7\u00A0d', '7\u00A0T'],
  'range.month': ['31\u00A0d', '31\u00A0T'],
  'range.year': ['1\u00A0y', '1\u00A0J'],
  'range.all': ['All', 'Alles'],
  'range.blocks.long': ['The newest 50 blocks', 'Die neuesten 50 Blöcke'],
  'range.day.long': ['24 hours', '24 Stunden'],
  'range.week.long': ['7 days', '7 Tage'],
  'range.month.long': ['31 days', '31 Tage'],
  'range.year.long': ['1 year', '1 Jahr'],
  'range.all.long': ['The whole chain', 'Die ganze Chain'],
  'statistics.step.block': ['Block', 'Block'],
  'statistics.step.hour': ['Hour from', 'Stunde ab'],
  'statistics.step.day': ['Day', 'Tag'],
  'statistics.step.week': ['Week from', 'Woche ab'],
  'statistics.before.block': [
    { one: '{share} on the block before', other: '{share} on the {count} blocks before' },
    { one: '{share} zum Block davor', other: '{share} zu den {count} Blöcken davor' },
  ],
  'statistics.before.hour': [
    { one: '{share} on the hour before', other: '{share} on the {count} hours before' },
    { one: '{share} zur Stunde davor', other: '{share} zu den {count} Stunden davor' },
  ],
  'statistics.before.day': [
    { one: '{share} on the day before', other: '{share} on the {count} days before' },
    { one: '{share} zum Tag davor', other: '{share} zu den {count} Tagen davor' },
  ],
  'statistics.before.week': [
    { one: '{share} on the week before', other: '{share} on the {count} weeks before' },
    { one: '{share} zur Woche davor', other: '{share} zu den {count} Wochen davor' },
  ],
  'statistics.since': ['{share} in this range', '{share} in diesem Zeitraum'],
  'statistics.steady': ['Hardly changed', 'Kaum verändert'],
  'statistics.each': ['{value} each', 'je {value}'],
  'statistics.between': ['{least} to {most}', '{least} bis {most}'],
  'statistics.in.block': [
    { one: '{values} in {count} block', other: '{values} in {count} blocks' },
    { one: '{values} in {count} Block', other: '{values} in {count} Blöcken' },
  ],
  'statistics.in.hour': [
    { one: '{values} in {count} hour', other: '{values} in {count} hours' },
    { one: '{values} in {count} Stunde', other: '{values} in {count} Stunden' },
  ],
  'statistics.in.day': [
    { one: '{values} in {count} day', other: '{values} in {count} days' },
    { one: '{values} an {count} Tag', other: '{values} an {count} Tagen' },
  ],
  'statistics.in.week': [
    { one: '{values} in {count} week', other: '{values} in {count} weeks' },
    { one: '{values} in {count} Woche', other: '{values} in {count} Wochen' },
  ],
  'statistics.noBlock': ['no block', 'kein Block'],
  'statistics.csv': ['Save as CSV', 'Als CSV speichern'],
  'statistics.csvFailed': ['The file could not be written.', 'Die Datei konnte nicht geschrieben werden.'],
  'figure.transactions': ['Transactions', 'Transaktionen'],
  'figure.fees': ['Fees', 'Gebühren'],
  'figure.transferred': ['Transferred', 'Überwiesen'],
  'figure.block_interval': ['Block interval', 'Blockabstand'],
  'figure.size': ['Data size', 'Datenmenge'],
  'figure.difficulty': ['Hashes per block', 'Hashes pro Block'],
  'figure.hash_rate': ['Hash rate', 'Hashrate'],
  'figure.addresses': ['Addresses', 'Adressen'],
  'figure.supply': ['Supply', 'Umlauf'],
  'figure.transactions.note': [
    'Transactions in blocks, coinbases included.',
    'Transaktionen in Blöcken, einschließlich Coinbases.',
  ],
  'figure.fees.note': ['Fees paid by all transfers.', 'Gebühren aller Überweisungen.'],
  'figure.transferred.note': [
    'Sum of all transfers, without coinbases.',
    'Summe aller Überweisungen, ohne Coinbases.',
  ],
  'figure.block_interval.note': [
    'Mean time between a block and the one before it.',
    'Mittlere Zeit zwischen einem Block und seinem Vorgänger.',
  ],
  'figure.size.note': ['Size of all blocks.', 'Größe aller Blöcke.'],
  'figure.difficulty.note': [
    'Mean number of hashes that a block is expected to need.',
    'Mittlere Zahl der Hashes, die ein Block voraussichtlich braucht.',
  ],
  'figure.hash_rate.note': [
    'Estimated from the work of the blocks and their timestamps.',
    'Geschätzt aus der Arbeit der Blöcke und ihren Zeitstempeln.',
  ],
  'figure.addresses.note': [
    'All addresses that any transaction has named.',
    'Alle Adressen, die je eine Transaktion genannt hat.',
  ],
  'figure.supply.note': ['All coins that exist.', 'Alle Coins, die es gibt.'],
  'statistics.first': ['Only the first block so far', 'Bisher nur der erste Block'],
  'statistics.firstText': [
    '{block} paid {supply} to {addresses}. The figures of this page begin with the block after it.',
    '{block} zahlte {supply} an {addresses}. Die Zahlen dieser Seite beginnen mit dem Block danach.',
  ],
  'statistics.addresses': [
    { one: '{count} address', other: '{count} addresses' },
    { one: '{count} Adresse', other: '{count} Adressen' },
  ],
  'statistics.mine': [
    'On this devnet you mine it: {command}',
    'In diesem Devnet erzeugen Sie ihn: {command}',
  ],
  'rhythm.newest': ['Newest block', 'Neuester Block'],
  'rhythm.block': [
    { one: '{block} with {count} transaction', other: '{block} with {count} transactions' },
    { one: '{block} mit {count} Transaktion', other: '{block} mit {count} Transaktionen' },
  ],
  'rhythm.took': [
    'the newest {count} blocks within {duration}',
    'die neuesten {count} Blöcke innerhalb von {duration}',
  ],
  'rhythm.drawing': [
    { one: '{count} block in time', other: '{count} blocks in time' },
    { one: '{count} Block im Zeitverlauf', other: '{count} Blöcke im Zeitverlauf' },
  ],
  'rhythm.now': ['Now', 'Jetzt'],
  'supply.now': ['In existence', 'Vorhandene Coins'],
  'supply.ofLimit': [
    '{share} of the {limit} that will ever exist',
    '{share} der {limit}, die es je geben wird',
  ],
  'supply.reward': ['Block reward', 'Blockbelohnung'],
  'supply.rewardNote': ['Halved every {count} blocks', 'Halbiert sich alle {count} Blöcke'],
  'supply.halving': ['Next halving', 'Nächste Halbierung'],
  'supply.block': ['Block {height}', 'Block {height}'],
  'supply.halvingNote': [
    { one: 'In {count} block', other: 'In {count} blocks' },
    { one: 'In {count} Block', other: 'In {count} Blöcken' },
  ],
  'supply.date': ['Expected date', 'Voraussichtliches Datum'],
  'supply.dateNote': [
    'At {duration} per block, the network’s target',
    'Bei {duration} pro Block, dem Ziel des Netzwerks',
  ],
  'supply.curve': [
    'Coins by block, as the rules issue them',
    'Coins nach Blöcken, wie die Regeln sie ausgeben',
  ],
  'supply.planned': ['Coins in existence', 'Vorhandene Coins'],
  'supply.halvings': [
    'Block reward after the next halvings',
    'Blockbelohnung nach den nächsten Halbierungen',
  ],
  'supply.fromBlock': ['From block {height}', 'Ab Block {height}'],
  'miners.range': ['Of the newest {blocks}', 'Der neuesten {blocks}'],
  'miners.caption': ['Miners by blocks', 'Miner nach Blöcken'],
  'miners.blocksUnit': ['blocks', 'Blöcke'],
  'miners.share': ['Share', 'Anteil'],
  'miners.rewards': ['Rewards (CRN)', 'Belohnungen (CRN)'],
  'miners.fees': ['Fees included (CRN)', 'Davon Gebühren (CRN)'],
  'miners.last': ['Newest block', 'Neuester Block'],
  'miners.others': [
    { one: '{count} more miner: {blocks}', other: '{count} more miners: {blocks}' },
    { one: '{count} weiterer Miner: {blocks}', other: '{count} weitere Miner: {blocks}' },
  ],
  'miners.more': [
    { one: '{count} more miner', other: '{count} more miners' },
    { one: '{count} weiterer Miner', other: '{count} weitere Miner' },
  ],
  'miners.note': [
    'By the address that received the reward: one miner can use many addresses, and a pool pays many people.',
    'Nach der Adresse, an die die Belohnung ging: Ein Miner kann viele Adressen nutzen, und ein Pool zahlt an viele Personen aus.',
  ],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
