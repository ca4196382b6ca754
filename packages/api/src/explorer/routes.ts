import * as z from 'zod/mini';
import { defineRoutes } from '../route.ts';
import { feesSchema, field } from '../schema.ts';
import { addressProofQuery, addressProofSchema } from './address-proof.ts';
import {
  addressParameter,
  addressTotalsQuery,
  blockListQuery,
  eventsQuery,
  feedQuery,
  headersQuery,
  heightOrHash,
  historyQuery,
  identifierPrefix,
  lastEventId,
  listQuery,
  rankingQuery,
  minerBlocksQuery,
  minersQuery,
  seriesQuery,
  staleBlocksQuery,
  txid,
  unixTime,
} from './parameters.ts';
import { EXPLORER_PATHS } from './paths.ts';
import * as schemas from './schemas.ts';

/** The twelve routes of the interface document, section 4.1, by ID, in its order. */
export const explorerRoutes = defineRoutes({
  /** Probe. */
  health: {
    tier: 'core',
    path: EXPLORER_PATHS.health,
    hasHead: true,
    response: schemas.explorerHealthSchema,
    summary: 'Probe',
    description: '200 while the process is running.',
  },
  /** Tip, node and index state. */
  status: {
    tier: 'core',
    path: EXPLORER_PATHS.status,
    response: schemas.explorerStatusSchema,
    summary: 'Tip, node and index state',
    description: 'Node and index separately.',
  },
  /** Core and index availability. */
  features: {
    tier: 'core',
    path: EXPLORER_PATHS.features,
    response: schemas.featuresSchema,
    summary: 'Core and index availability',
    description: 'Which of the two tiers are enabled and ready.',
  },
  /** Newest blocks. */
  listBlocks: {
    tier: 'core',
    path: EXPLORER_PATHS.listBlocks,
    query: blockListQuery,
    response: schemas.blockListSchema,
    summary: 'Newest blocks',
  },
  /** One block. */
  getBlock: {
    tier: 'core',
    path: EXPLORER_PATHS.getBlock,
    params: z.object({ height_or_hash: heightOrHash }),
    response: schemas.blockDetailSchema,
    errors: ['invalid_block_reference', 'block_not_found'],
    summary: 'One block',
    description: 'Without its transactions, which have their own route.',
  },
  /** Transactions of a block. */
  listBlockTransactions: {
    tier: 'core',
    path: EXPLORER_PATHS.listBlockTransactions,
    params: z.object({ height_or_hash: heightOrHash }),
    query: listQuery,
    response: schemas.blockTransactionsSchema,
    errors: ['invalid_block_reference', 'block_not_found'],
    summary: 'Transactions of a block',
    description: 'In block order; `transaction_index` stays absolute on later pages.',
  },
  /** One confirmed transaction. */
  getTransaction: {
    tier: 'core',
    path: EXPLORER_PATHS.getTransaction,
    params: z.object({ txid }),
    response: schemas.transactionDetailSchema,
    errors: ['invalid_transaction_id', 'transaction_not_found'],
    summary: 'One confirmed transaction',
    description: 'Pending transactions are not shown here.',
  },
  /** Confirmed balance and nonce. */
  getAddress: {
    tier: 'core',
    path: EXPLORER_PATHS.getAddress,
    params: z.object({ address: addressParameter }),
    response: schemas.addressStateSchema,
    errors: ['invalid_address'],
    summary: 'Confirmed balance and nonce',
    description: 'A valid address without an account is a 200 with `exists` false.',
  },
  /** Global feed of confirmed transactions. */
  listTransactions: {
    tier: 'indexed',
    path: EXPLORER_PATHS.listTransactions,
    query: feedQuery,
    response: schemas.transactionListSchema,
    summary: 'Global feed of confirmed transactions',
  },
  /** Addresses ranked by balance, or in another order. */
  listAddresses: {
    tier: 'indexed',
    path: EXPLORER_PATHS.listAddresses,
    query: rankingQuery,
    response: schemas.addressListSchema,
    summary: 'Addresses ranked by balance',
    description:
      'Balance descending, then address ascending; in other orders, equal ones in the order of their appearance.',
  },
  /** Full history of an address. */
  listAddressTransactions: {
    tier: 'indexed',
    path: EXPLORER_PATHS.listAddressTransactions,
    params: z.object({ address: addressParameter }),
    query: historyQuery,
    response: schemas.addressHistorySchema,
    errors: ['invalid_address'],
    summary: 'Full history of an address',
  },
  /** Global counts and sums. */
  getStats: {
    tier: 'indexed',
    path: EXPLORER_PATHS.getStats,
    response: schemas.statsResponseSchema,
    summary: 'Global counts and sums',
    description: 'Of the indexed part of the chain: compare `indexed_height` with the status.',
  },
});

export type ExplorerRoutes = typeof explorerRoutes;

/** The routes that API-DECISIONS adds to the contract, by ID. A server may lack them. */
export const explorerAdditions = defineRoutes({
  /** A block’s bytes. */
  getRawBlock: {
    tier: 'core',
    path: EXPLORER_PATHS.getRawBlock,
    params: z.object({ height_or_hash: heightOrHash }),
    contentType: 'application/octet-stream',
    response: field(z.string(), 'The block: 118 header bytes, then 213 bytes a transaction.'),
    errors: ['invalid_block_reference', 'block_not_found', 'node_busy'],
    summary: 'A block’s bytes',
    description: 'Immutable if requested by hash.',
  },
  /** Stale blocks. */
  listStaleBlocks: {
    tier: 'core',
    path: EXPLORER_PATHS.listStaleBlocks,
    query: staleBlocksQuery,
    response: schemas.staleBlockListSchema,
    summary: 'Stale blocks',
    description: 'Highest first.',
  },
  /** Headers of the chain as bytes. */
  getHeaders: {
    tier: 'core',
    path: EXPLORER_PATHS.getHeaders,
    query: headersQuery,
    contentType: 'application/octet-stream',
    response: field(z.string(), 'Headers of 118 bytes, lowest first; none above the tip.'),
    summary: 'Headers of the chain as bytes',
  },
  /** Proof of a balance, a nonce and a history. */
  getAddressProof: {
    tier: 'core',
    path: EXPLORER_PATHS.getAddressProof,
    params: z.object({ address: addressParameter }),
    query: addressProofQuery,
    response: addressProofSchema,
    errors: ['invalid_address', 'transaction_not_found', 'proofs_unavailable', 'node_busy'],
    summary: 'Proof of a balance, a nonce and a history',
    description:
      'All of one tip. Each chunk of rows ends at the `history_before` with which the next one begins. A replica answers 503 `proofs_unavailable`: ask a node.',
  },
  /** Rank and sums of an address. */
  getAddressRank: {
    tier: 'indexed',
    path: EXPLORER_PATHS.getAddressRank,
    params: z.object({ address: addressParameter }),
    response: schemas.addressRankSchema,
    errors: ['invalid_address', 'address_not_found'],
    summary: 'Rank and sums of an address',
    description: 'Its row of the ranking by balance, and its position there.',
  },
  /** Sums of an address over a time range. */
  getAddressTotals: {
    tier: 'indexed',
    path: EXPLORER_PATHS.getAddressTotals,
    params: z.object({ address: addressParameter }),
    query: addressTotalsQuery,
    response: schemas.addressTotalsSchema,
    errors: ['invalid_address'],
    summary: 'Sums of an address over a time range',
    description: 'Of its whole history without `from_time` and `to_time`. Zeros if there is no transaction.',
  },
  /** Merkle proof of a transaction. */
  getTransactionProof: {
    tier: 'core',
    path: EXPLORER_PATHS.getTransactionProof,
    params: z.object({ txid }),
    response: schemas.transactionProofSchema,
    errors: ['invalid_transaction_id', 'transaction_not_found', 'node_busy'],
    summary: 'Merkle proof of a transaction',
    description: 'An RFC 6962 audit path.',
  },
  /** The block at a time. */
  getBlockAt: {
    tier: 'indexed',
    path: EXPLORER_PATHS.getBlockAt,
    params: z.object({ time: unixTime }),
    response: schemas.blockDetailSchema,
    errors: ['invalid_time', 'block_not_found'],
    summary: 'The block at a time',
    description: 'Of the blocks with at most this timestamp, that with the greatest timestamp.',
  },
  /** Fees of recent transfers. */
  getFees: {
    tier: 'core',
    path: EXPLORER_PATHS.getFees,
    response: feesSchema,
    summary: 'Fees of recent transfers',
  },
  /** The chain by hours, days or weeks. */
  getSeries: {
    tier: 'indexed',
    path: EXPLORER_PATHS.getSeries,
    query: seriesQuery,
    response: schemas.seriesSchema,
    summary: 'The chain by hours, days or weeks',
  },
  /** Miners of the newest blocks. */
  listMiners: {
    tier: 'indexed',
    path: EXPLORER_PATHS.listMiners,
    query: minersQuery,
    response: schemas.minerListSchema,
    summary: 'Miners of the newest blocks',
  },
  /** Totals of a miner. */
  getMiner: {
    tier: 'indexed',
    path: EXPLORER_PATHS.getMiner,
    params: z.object({ address: addressParameter }),
    response: schemas.minerSchema,
    errors: ['invalid_address'],
    summary: 'Totals of a miner',
  },
  /** Blocks of a miner. */
  listMinerBlocks: {
    tier: 'indexed',
    path: EXPLORER_PATHS.listMinerBlocks,
    params: z.object({ address: addressParameter }),
    query: minerBlocksQuery,
    response: schemas.minerBlocksSchema,
    errors: ['invalid_address'],
    summary: 'Blocks of a miner',
  },
  /** Search by prefix. */
  search: {
    tier: 'indexed',
    path: EXPLORER_PATHS.search,
    params: z.object({ prefix: identifierPrefix }),
    response: schemas.matchesSchema,
    errors: ['invalid_prefix'],
    summary: 'Search by prefix',
    description: 'At most five of each kind.',
  },
  /** New blocks and index states as they happen. */
  events: {
    tier: 'core',
    path: EXPLORER_PATHS.events,
    query: eventsQuery,
    headers: z.object({ 'Last-Event-ID': lastEventId }),
    contentType: 'text/event-stream',
    response: field(z.string(), 'Server-sent events; `x-events` has the data of each.'),
    errors: ['too_many_streams'],
    summary: 'New blocks and index states as they happen',
  },
});

export type ExplorerAdditions = typeof explorerAdditions;
