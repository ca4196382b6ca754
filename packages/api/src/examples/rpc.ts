import type { RouteOutput } from '../route/route.ts';
import type { RpcRoutes } from '../rpc/routes.ts';
import type { RpcTransaction } from '../rpc/schemas.ts';
import { ADDRESS, blockSummary, CHAIN_ID, NETWORK, TIP_HEIGHT, transaction } from './chain.ts';

const confirmed: RpcTransaction = {
  id: transaction.id,
  chain: transaction.chain,
  nonce: transaction.nonce,
  fee: transaction.fee,
  value: transaction.value,
  from_address: transaction.from_address,
  to_address: transaction.to_address,
  status: 'confirmed',
  block_height: transaction.block_height,
  timestamp: transaction.block_timestamp,
};
const pending: RpcTransaction = { ...confirmed, status: 'pending', block_height: null, timestamp: null };

/** A successful answer of every route of the private RPC, for tests of its clients. */
export const rpcExamples: { readonly [Id in keyof RpcRoutes]: RouteOutput<RpcRoutes[Id]> } = {
  health: { ok: true, network: NETWORK, api_version: 1 },
  status: {
    network: NETWORK,
    chain_id: CHAIN_ID,
    magic: 'ca19e003',
    data_dir: '/home/operator/.cairn/devnet',
    api_version: 1,
    initialized: true,
    height: TIP_HEIGHT,
    best_peer_height: TIP_HEIGHT,
    peer_count: 1,
    peers: [{ host: '127.0.0.1', port: 28_445, inbound: false, height: 12, last_seen: 1_767_226_120.25 }],
    syncing: false,
    ready: true,
  },
  getAccount: {
    network: NETWORK,
    address: ADDRESS,
    balance: '99833026976209',
    spendable_balance: '99738838965356',
    nonce: 4,
    next_nonce: 6,
    pending_outgoing_count: 1,
    mempool_available: true,
  },
  listAccountTransactions: {
    network: NETWORK,
    address: ADDRESS,
    mempool_available: true,
    transactions: [{ ...pending, nonce: 5 }, confirmed],
    next_cursor: 'latest',
  },
  getBlock: {
    network: NETWORK,
    version: blockSummary.version,
    id: blockSummary.id,
    prev_block_hash: blockSummary.prev_block_hash,
    height: blockSummary.height,
    miner: blockSummary.miner,
    timestamp: blockSummary.timestamp,
    bits: blockSummary.bits,
    nonce: blockSummary.nonce,
    txns: [
      {
        id: transaction.id,
        chain: transaction.chain,
        nonce: transaction.nonce,
        fee: transaction.fee,
        value: transaction.value,
        from_address: transaction.from_address,
        to_address: transaction.to_address,
        unlock_sig: transaction.unlock_sig ?? '',
      },
    ],
  },
  submitTransaction: {
    network: NETWORK,
    accepted: true,
    broadcast: true,
    relay_count: 1,
    transaction: pending,
  },
};
