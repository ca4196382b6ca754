/** Answers of the private RPC. */
import * as z from 'zod/mini';
import {
  address,
  amount,
  apiVersion,
  blockId,
  chainId,
  count,
  feesSchema,
  field,
  fourBytes,
  heightOrNone,
  network,
  nodeVersion,
  object,
  port,
  sender,
  transactionFields,
  uint32,
  unlockSignature,
} from '../schema.ts';

const mempoolAvailable = field(
  z.boolean(),
  'Whether the pending store could be read consistently. Sending must be disabled while it is false.',
);

/** Interface document, section 2.8: no chain ID here. */
export const rpcHealthSchema = object('RpcHealth', 'The process is running.', {
  ok: field(z.boolean(), 'Always true.'),
  network,
  api_version: apiVersion,
});
export type RpcHealth = z.output<typeof rpcHealthSchema>;

export const rpcPeerSchema = object('RpcPeer', 'A connected peer; its height is its claim.', {
  host: field(z.string(), 'Remote host.'),
  port: field(port, 'Remote port.'),
  inbound: field(z.boolean(), 'Whether the peer dialed this node.'),
  height: field(heightOrNone, 'Advertised in its handshake; untrusted.'),
  last_seen: field(z.number().check(z.gte(0)), 'Unix seconds with fraction.'),
});
export type RpcPeer = z.output<typeof rpcPeerSchema>;

/** Interface document, section 2.8. */
export const rpcStatusSchema = object('RpcStatus', 'The node, its chain and its peers.', {
  network,
  chain_id: chainId,
  magic: field(fourBytes, 'Network magic bytes.'),
  data_dir: field(z.string(), 'Path of the data directory.'),
  api_version: apiVersion,
  initialized: field(z.boolean(), 'Whether a canonical chain is stored.'),
  height: field(heightOrNone, 'Height of the tip; -1 while uninitialized.'),
  best_peer_height: field(heightOrNone, 'Highest advertisement among connected peers; untrusted.'),
  peer_count: field(count, 'Connected peers.'),
  peers: z.array(rpcPeerSchema),
  syncing: field(z.boolean(), 'Whether the node is fetching blocks.'),
  ready: field(
    z.boolean(),
    'Initialized, not syncing, and at least as high as every connected advertisement. Not finality.',
  ),
  node_version: nodeVersion,
  signatures: field(
    z.optional(z.enum(['native', 'wasm', 'javascript'])),
    'How the node verifies signatures: wasm on machines without a build of libsecp256k1, a third as fast.',
  ),
  suggested_fees: field(
    z.optional(feesSchema),
    'Fees of recent transfers, each at least what the mempool takes now.',
  ),
  clock_offset_seconds: field(
    z.optional(z.int()),
    'Seconds that the clock of a devnet is ahead of its machine’s; absent while it is not moved.',
  ),
  fork_height: field(
    z.optional(uint32),
    'Of a fork: height of the newest block of the public chain. A transfer of this chain is valid there too.',
  ),
});
export type RpcStatus = z.output<typeof rpcStatusSchema>;

/** Interface document, section 2.8. */
export const rpcAccountSchema = object(
  'RpcAccount',
  'Confirmed and pending-aware state of an account; zeros without a confirmed record.',
  {
    network,
    address: field(address, 'The requested address.'),
    balance: field(amount, 'Confirmed balance in pebbles.'),
    spendable_balance: field(amount, 'Balance after the contiguous pending outgoing sequence, in pebbles.'),
    nonce: field(uint32, 'Nonce of the last confirmed outgoing transaction.'),
    next_nonce: field(z.int().check(z.gte(1)), 'Next nonce after the pending sequence.'),
    pending_outgoing_count: field(count, 'Transactions in that sequence.'),
    mempool_available: mempoolAvailable,
  },
);
export type RpcAccount = z.output<typeof rpcAccountSchema>;

/** Interface document, section 2.8: an item of the history, and the receipt of a submission. */
export const rpcTransactionSchema = object(
  'RpcTransaction',
  'A transaction of an account, pending or confirmed.',
  {
    ...transactionFields,
    status: field(z.enum(['pending', 'confirmed']), 'Pending is local admission only, and volatile.'),
    block_height: field(z.nullable(uint32), 'Height of the containing block; null while pending.'),
    timestamp: field(z.nullable(uint32), 'Unix seconds of the containing block; null while pending.'),
  },
);
export type RpcTransaction = z.output<typeof rpcTransactionSchema>;

/** Interface document, section 4.2, account history. */
export const rpcHistorySchema = object(
  'RpcHistory',
  'Transactions of an account, newest first; pending ones on the first page only.',
  {
    network,
    address: field(address, 'The requested address.'),
    mempool_available: mempoolAvailable,
    transactions: z.array(rpcTransactionSchema),
    next_cursor: field(
      z.nullable(z.string()),
      'Opaque: pass it back unchanged for the next page; null at the end.',
    ),
  },
);
export type RpcHistory = z.output<typeof rpcHistorySchema>;

export const rpcBlockTransactionSchema = object(
  'RpcBlockTransaction',
  'A transaction of a block with all its fields.',
  {
    ...transactionFields,
    unlock_sig: field(unlockSignature, 'Public signature and key, 128 bytes in hex.'),
  },
);
export type RpcBlockTransaction = z.output<typeof rpcBlockTransactionSchema>;

/** Interface document, section 2.8: a block by height, with all transactions. */
export const rpcBlockSchema = object('RpcBlock', 'One canonical block with all its transactions.', {
  network,
  version: field(uint32, 'Block format version.'),
  id: field(blockId, 'Block ID.'),
  prev_block_hash: field(blockId, 'ID of the block below.'),
  height: field(uint32, 'Canonical height.'),
  miner: field(sender, 'Address that gets the reward.'),
  timestamp: field(uint32, 'Unix seconds.'),
  bits: field(fourBytes, 'Compact target of the proof of work.'),
  nonce: field(uint32, 'Proof-of-work nonce.'),
  txns: z.array(rpcBlockTransactionSchema),
});
export type RpcBlock = z.output<typeof rpcBlockSchema>;

/** Body of a submission: hex in either case; the server checks that it is 213 bytes. */
export const submitBodySchema = object('SubmitBody', 'One signed transaction.', {
  raw: field(z.string().check(z.regex(/^(?:[0-9a-fA-F]{2})*$/)), 'The 213 bytes in hex: 426 characters.'),
});
export type SubmitBody = z.output<typeof submitBodySchema>;

/** Interface document, section 4.2, submit: accepted locally, neither mined nor final. */
export const submitReceiptSchema = object(
  'SubmitReceipt',
  'The transaction is pending on the node. It is not mined.',
  {
    network,
    accepted: field(z.literal(true), 'Local admission succeeded.'),
    broadcast: field(z.boolean(), 'Whether a peer accepted it: relay_count > 0.'),
    relay_count: field(count, 'Peers that accepted it or had it; 0 is still an acceptance.'),
    transaction: rpcTransactionSchema,
  },
);
export type SubmitReceipt = z.output<typeof submitReceiptSchema>;
