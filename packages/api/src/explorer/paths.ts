/**
 * Path of each route of the Explorer API, by ID: the twelve of the interface document, section 4.1, in its order, then those
 * that API-DECISIONS adds. All that a client has to know which does not check the answers.
 */
export const EXPLORER_PATHS = {
  health: '/health',
  status: '/api/v1/status',
  features: '/api/v1/features',
  listBlocks: '/api/v1/blocks',
  getBlock: '/api/v1/blocks/{height_or_hash}',
  listBlockTransactions: '/api/v1/blocks/{height_or_hash}/transactions',
  getTransaction: '/api/v1/transactions/{txid}',
  getAddress: '/api/v1/addresses/{address}',
  listTransactions: '/api/v1/transactions',
  listAddresses: '/api/v1/addresses',
  listAddressTransactions: '/api/v1/addresses/{address}/transactions',
  getStats: '/api/v1/stats',
  getRawBlock: '/api/v1/blocks/{height_or_hash}/raw',
  listStaleBlocks: '/api/v1/blocks/stale',
  getHeaders: '/api/v1/headers',
  getAddressProof: '/api/v1/addresses/{address}/proof',
  getAddressRank: '/api/v1/addresses/{address}/rank',
  getAddressTotals: '/api/v1/addresses/{address}/totals',
  getTransactionProof: '/api/v1/transactions/{txid}/proof',
  getBlockAt: '/api/v1/blocks/at/{time}',
  getFees: '/api/v1/fees',
  getSeries: '/api/v1/series',
  listMiners: '/api/v1/miners',
  getMiner: '/api/v1/miners/{address}',
  listMinerBlocks: '/api/v1/miners/{address}/blocks',
  search: '/api/v1/search/{prefix}',
  events: '/api/v1/events',
} as const;
