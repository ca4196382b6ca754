import { parseBlockId } from '@cairn/protocol';
import type { ExplorerAdditions } from '../explorer/additions.ts';
import type { ExplorerRoutes } from '../explorer/routes.ts';
import type { TipEvent } from '../explorer/schemas.ts';
import type { RouteOutput } from '../route/route.ts';
import { ADDRESS, blockSummary, CHAIN_ID, NETWORK, TIP_HEIGHT, TIP_ID, transaction } from './chain.ts';

type Documented = ExplorerRoutes &
  Pick<
    ExplorerAdditions,
    | 'getMiner'
    | 'getSeries'
    | 'getTransactionProof'
    | 'listMinerBlocks'
    | 'listMiners'
    | 'listStaleBlocks'
    | 'search'
  >;

const tip: TipEvent = { network: NETWORK, ...blockSummary, confirmations: 1 };

/**
 * The start of an event stream: the reconnection time with the ID of the current tip (no event), the event of a new block,
 * and a keep-alive comment.
 */
export const eventStreamExample = `retry: 3000\nid: 0-${blockSummary.prev_block_hash}\n\nevent: tip\nid: ${tip.height}-${tip.id}\ndata: ${JSON.stringify(tip)}\n\n: open\n\n`;

/** A successful answer of every JSON route of the Explorer API, for the OpenAPI document and for tests. */
export const explorerExamples: { readonly [Id in keyof Documented]: RouteOutput<Documented[Id]> } = {
  health: { ok: true, network: NETWORK, chain_id: CHAIN_ID, api_version: 1 },
  status: {
    network: NETWORK,
    chain_id: CHAIN_ID,
    api_version: 1,
    initialized: true,
    height: TIP_HEIGHT,
    tip_id: TIP_ID,
    ready: true,
    syncing: false,
    index: {
      enabled: true,
      ready: true,
      state: 'ready',
      indexed_height: TIP_HEIGHT,
      target_height: TIP_HEIGHT,
      progress: 100,
    },
    capabilities: {
      block_list: true,
      block_lookup: true,
      block_transactions: true,
      transaction_lookup: true,
      address_state: true,
      transaction_feed: true,
      address_ranking: true,
      address_history: true,
      aggregate_stats: true,
    },
  },
  features: {
    api_version: 1,
    features: {
      core: { enabled: true, ready: true },
      explorer_index: { enabled: true, ready: true, state: 'ready' },
    },
  },
  listBlocks: {
    network: NETWORK,
    items: [blockSummary],
    pagination: { limit: 1, offset: 0, count: 1, total: 13, before_height: 2, next_before_height: 1 },
  },
  getBlock: { network: NETWORK, block: blockSummary },
  listBlockTransactions: {
    network: NETWORK,
    block: { height: blockSummary.height, id: blockSummary.id },
    items: [transaction],
    pagination: { limit: 25, offset: 3, count: 1, total: 4 },
  },
  getTransaction: { network: NETWORK, ...transaction },
  getAddress: {
    network: NETWORK,
    address: ADDRESS,
    exists: true,
    balance: '99833026976209',
    nonce: 4,
  },
  listTransactions: {
    network: NETWORK,
    items: [transaction],
    pagination: { limit: 1, offset: 36, count: 1, total: 43 },
  },
  listAddresses: {
    network: NETWORK,
    items: [
      {
        address: ADDRESS,
        balance: '99833026976209',
        nonce: 4,
        total_received: '100138923572112',
        total_sent: '305896581389',
        total_fees: '14514',
        transaction_count: 9,
        first_seen_height: 0,
        last_seen_height: 12,
      },
    ],
    pagination: { limit: 1, offset: 9, count: 1, total: 10 },
  },
  listAddressTransactions: {
    network: NETWORK,
    address: ADDRESS,
    items: [{ ...transaction, direction: 'out' }],
    pagination: { limit: 1, offset: 6, count: 1, total: 9 },
  },
  getStats: {
    network: NETWORK,
    stats: {
      network: NETWORK,
      chain_id: CHAIN_ID,
      indexed_height: TIP_HEIGHT,
      indexed_block_id: TIP_ID,
      blocks: 13,
      transactions: 43,
      addresses: 10,
      total_fees: '54776',
      total_transferred: '901404533023720',
      total_rewards: '1000060000054776',
    },
  },
  getSeries: {
    network: NETWORK,
    figure: 'transactions',
    step_seconds: 86_400,
    from: 1_767_225_600,
    indexed_height: TIP_HEIGHT,
    values: [1_440, 1_502, 311],
  },
  listMiners: {
    network: NETWORK,
    indexed_height: TIP_HEIGHT,
    blocks: 12,
    miners: 2,
    items: [
      {
        address: ADDRESS,
        blocks: 9,
        share: 0.75,
        rewards: '45000041082',
        fees: '41082',
        last_height: 12,
      },
    ],
    others: { miners: 1, blocks: 3 },
  },
  getMiner: {
    network: NETWORK,
    address: ADDRESS,
    indexed_height: TIP_HEIGHT,
    blocks: 9,
    rewards: '45000041082',
    fees: '41082',
    first_height: 1,
    last_height: 12,
  },
  listMinerBlocks: {
    network: NETWORK,
    address: ADDRESS,
    items: [blockSummary],
    pagination: { limit: 1, offset: 0, count: 1, total: 9, before_height: 2, next_before_height: 1 },
  },
  search: {
    network: NETWORK,
    blocks: [],
    transactions: [{ id: transaction.id, block_height: blockSummary.height }],
    addresses: [],
  },
  listStaleBlocks: {
    network: NETWORK,
    items: [
      {
        id: parseBlockId('b1'.repeat(32)),
        height: TIP_HEIGHT,
        prev_block_hash: blockSummary.id,
        timestamp: blockSummary.timestamp,
        miner: ADDRESS,
        transaction_count: 1,
        canonical_id: TIP_ID,
      },
    ],
  },
  getTransactionProof: {
    network: NETWORK,
    id: transaction.id,
    block_height: blockSummary.height,
    block_id: blockSummary.id,
    transaction_index: 3,
    merkle_root: 'bee3ba42d8267f016ea1a61fc4bc3d295b947fd5af6f5a42846aca6bf39a19ec',
    path: [
      'aff3a5ec655e787474ce21d17cf11669863c777e24331049cfbf1f9e0306428e',
      '33d63dd2befcded301691c97a48f17ba378bebad7994f4bad90dc95eb87d8efd',
    ],
  },
};
