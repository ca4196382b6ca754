/** Pages of one block, transaction or address, statistics, ranking, network, API. */
export const data = {
  'block.title': 'Block {reference}',
  'block.description': 'Block {reference} of the Cairn chain: its header, reward, fees and transactions.',
  'transaction.title': 'Transaction {reference}',
  'transaction.description':
    'Transaction {reference} of the Cairn chain: sender, recipient, exact amount and its block.',
  'address.title': 'Address {reference}',
  'address.description': 'Address {reference} on the Cairn chain: confirmed balance, nonce and transactions.',
  'addresses.title': 'Addresses',
  'addresses.description':
    'The addresses of the Cairn chain, ranked by balance, with their share of all coins.',
  'statistics.title': 'Statistics',
  'statistics.description': 'Counts, amounts and recent blocks of the Cairn chain in figures and charts.',
  'network.title': 'Network status',
  'network.description': 'How the node, its explorer API and its index stand right now.',
  'api.title': 'API',
  'api.description': 'The public, read-only API behind this explorer: its address, its routes and examples.',
} as const;
