/** Home, lists, search, export: the parts that keep up with the chain. */
export const live = {
  'home.description':
    'The Cairn chain as one full node sees it: its height, its newest blocks, and a search for everything in it.',
  'blocks.title': 'Blocks',
  'blocks.description': 'Every block of the Cairn chain, newest first.',
  'transactions.title': 'Transactions',
  'transactions.description': 'Every confirmed transaction of the Cairn chain, newest first.',
  'search.title': 'Search',
  'search.description': 'Search the Cairn chain by height, block ID, transaction ID or address.',
} as const;
