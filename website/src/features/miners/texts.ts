import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'miners.description': [
    'Shares of the miners in the newest blocks, with their rewards and fees.',
    'Anteile der Miner an den neuesten Blöcken, mit Belohnungen und Gebühren.',
  ],
  'miners.lead': [
    'The miners of the newest blocks, by the address that received the reward. One miner can use many addresses, and a pool pays many people.',
    'Die Miner der neuesten Blöcke, nach der Adresse, an die die Belohnung ging. Ein Miner kann viele Adressen nutzen, und ein Pool zahlt an viele Personen aus.',
  ],
  'miners.range': ['Newest blocks', 'Neueste Blöcke'],
  'miners.shares': ['Shares of {count} blocks', 'Anteile an {count} Blöcken'],
  'miners.caption': ['Miners by blocks', 'Miner nach Blöcken'],
  'miners.miner': ['Miner', 'Miner'],
  'miners.blocks': ['Blocks', 'Blöcke'],
  'miners.blocksUnit': ['blocks', 'Blöcke'],
  'miners.share': ['Share', 'Anteil'],
  'miners.rewards': ['Rewards ({unit})', 'Belohnungen ({unit})'],
  'miners.fees': ['Fees included ({unit})', 'Davon Gebühren ({unit})'],
  'miners.last': ['Newest block', 'Neuester Block'],
  'miners.others': [
    { one: '{count} more miner: {blocks}', other: '{count} more miners: {blocks}' },
    { one: '{count} weiterer Miner: {blocks}', other: '{count} weitere Miner: {blocks}' },
  ],
  'miners.empty': ['No block mined yet', 'Noch kein Block gefunden'],
  'miners.emptyText': [
    'Miners appear with the first block above the genesis block.',
    'Miner erscheinen mit dem ersten Block nach dem Genesis-Block.',
  ],
  'miner.heading': ['Miner', 'Miner'],
  'miner.title': ['Miner {reference}', 'Miner {reference}'],
  'miner.description': [
    'Blocks, rewards and fees of the miner {reference}.',
    'Blöcke, Belohnungen und Gebühren des Miners {reference}.',
  ],
  'miner.address': ['Balance and transactions', 'Guthaben und Transaktionen'],
  'miner.all': ['All miners', 'Alle Miner'],
  'miner.mined': ['Blocks mined', 'Gefundene Blöcke'],
  'miner.ofAll': ['{share} of all blocks', '{share} aller Blöcke'],
  'miner.rewards': ['Rewards', 'Belohnungen'],
  'miner.rewardsNote': ['New coins and fees', 'Neue Coins und Gebühren'],
  'miner.fees': ['Fees included', 'Davon Gebühren'],
  'miner.first': ['First block', 'Erster Block'],
  'miner.last': ['Newest block', 'Neuester Block'],
  'miner.blocks': ['Blocks by this miner', 'Blöcke dieses Miners'],
  'miner.empty': ['This address has mined no block', 'Diese Adresse hat keinen Block gefunden'],
  'miner.emptyText': [
    'Blocks appear here once a reward goes to this address.',
    'Blöcke erscheinen hier, sobald eine Belohnung an diese Adresse geht.',
  ],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
