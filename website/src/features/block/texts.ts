import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'blocks.newer': ['Newer', 'Neuere'],
  'blocks.older': ['Older', 'Ältere'],
  'blocks.anyMiner': ['All miners', 'Alle Miner'],
  'blocks.caption': ['Blocks, newest first', 'Blöcke, die neuesten zuerst'],
  'blocks.description': [
    'Every block of the Cairn chain, newest first.',
    'Alle Blöcke der Cairn-Chain, die neuesten zuerst.',
  ],
  'block.description': [
    'Block {reference} of the Cairn chain: its header, reward, fees and transactions.',
    'Block {reference} der Cairn-Chain: Header, Belohnung, Gebühren und Transaktionen.',
  ],
  'what.previousId': ['ID of the previous block', 'ID des vorherigen Blocks'],
  'block.leftText': [
    'It was replaced or taken back. Its transfers are pending again or in other blocks.',
    'Er wurde ersetzt oder zurückgenommen. Seine Transaktionen warten wieder oder stehen in anderen Blöcken.',
  ],
  'block.leftInstead': ['Open the current block {height}', 'Aktuellen Block {height} öffnen'],
  'block.neighbours': ['Neighbouring blocks', 'Benachbarte Blöcke'],
  'block.summary': ['Summary', 'Überblick'],
  'block.header': ['Header', 'Header'],
  'block.noPayments': ['No payments', 'Keine Zahlungen'],
  'block.coinbaseOnly': ['The block contains its reward alone.', 'Der Block enthält nur seine Belohnung.'],
  'block.payments': [
    { one: '{count} payment', other: '{count} payments' },
    { one: '{count} Zahlung', other: '{count} Zahlungen' },
  ],
  'block.moved': [
    { one: 'moved by {count} payment', other: 'moved by {count} payments' },
    { one: 'bewegt von {count} Zahlung', other: 'bewegt von {count} Zahlungen' },
  ],
  'block.minedBy': ['Mined by', 'Geschürft von'],
  'block.sizeOf': ['{size} of {most} MiB', '{size} von {most} MiB'],
  'block.minerBlocks': ['Blocks by this miner', 'Blöcke dieses Miners'],
  'block.recipient': ['Paid to', 'Gezahlt an'],
  'block.reward': ['Reward', 'Belohnung'],
  'block.rewardParts': ['{subsidy} new, {fees} in fees', '{subsidy} neu, {fees} aus Gebühren'],
  'block.previous': ['Previous block', 'Vorheriger Block'],
  'block.first': ['none: this is the first block', 'keiner: Dies ist der erste Block'],
  'block.merkleRoot': ['Merkle root', 'Merkle-Wurzel'],
  'block.bits': ['Target (bits)', 'Zielwert (Bits)'],
  'block.difficulty': ['Expected work', 'Erwartete Arbeit'],
  'block.difficultyHint': [
    'Hashes that a block of this target takes on average.',
    'So viele Hashes kostet ein Block mit diesem Zielwert im Mittel.',
  ],
  'block.nonce': ['Nonce', 'Nonce'],
  'block.version': ['Version', 'Version'],
  'block.rawHeader': [
    'The 118 bytes of the header, put together from the fields above. Their double SHA-256 is the block ID.',
    'Die 118 Bytes des Headers, aus den Feldern oben zusammengesetzt. Ihr doppeltes SHA-256 ist die Block-ID.',
  ],
  'block.downloadBlock': ['Whole block ({size})', 'Ganzer Block ({size})'],
  'block.transactionsCaption': ['Transactions of this block', 'Transaktionen dieses Blocks'],
  'block.pastEnd': [
    {
      one: 'The block has {count} transaction.',
      other: 'The block has {count} transactions.',
    },
    {
      one: 'Der Block hat {count} Transaktion.',
      other: 'Der Block hat {count} Transaktionen.',
    },
  ],
  'block.future': [
    'The newest block is {tip}. This page shows block {height} as soon as it exists.',
    'Der neueste Block ist {tip}. Diese Seite zeigt Block {height}, sobald es ihn gibt.',
  ],
  'block.notStarted': [
    'The chain of this node has not been started yet.',
    'Die Chain dieses Nodes wurde noch nicht begonnen.',
  ],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
