import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import {
  address,
  amount,
  blockId,
  count,
  hash,
  sender,
  transactionId,
  uint32,
  unlockSignature,
} from '../../schema/primitives.ts';
import { network, pagination } from './common.ts';

const transactionFields = {
  id: field(transactionId, 'Transaction ID: SHA-256d of the 213 bytes.'),
  chain: field(uint32, 'Chain ID that the transaction is bound to.'),
  nonce: field(uint32, 'The sender’s nonce, or the block’s height for a coinbase.'),
  fee: field(amount, 'Fee in pebbles.'),
  value: field(amount, 'Transferred value in pebbles.'),
  from_address: field(sender, 'Sender, or 34 zeros for a coinbase.'),
  to_address: field(address, 'Recipient.'),
  unlock_sig: field(z.nullable(unlockSignature), 'Public signature and key, 128 bytes in hex. Not a secret.'),
  block_height: field(uint32, 'Height of the containing block.'),
  block_id: field(blockId, 'ID of the containing block.'),
  block_timestamp: field(uint32, 'Unix seconds of the containing block.'),
  transaction_index: field(count, 'Zero-based position in the block; 0 is the coinbase.'),
  confirmations: field(count, 'Depth of the containing block in this node’s chain. Not finality.'),
  is_coinbase: field(z.optional(z.boolean()), 'Whether this is the block’s coinbase.'),
  direction: field(
    z.optional(z.enum(['in', 'out', 'self'])),
    'In an address history: direction from the view of that address. Not a consensus field.',
  ),
};

/** Interface document, section 2.3. */
export const explorerTransactionSchema = component(
  'Transaction',
  'A confirmed transaction and its position in the chain.',
  z.object(transactionFields),
);
export type ExplorerTransaction = z.output<typeof explorerTransactionSchema>;

/** The answer to a transaction look-up: the transaction and its network. */
export const transactionDetailSchema = component(
  'TransactionDetail',
  'A confirmed transaction and its network.',
  z.object({ network: z.optional(network), ...transactionFields }),
);
export type TransactionDetail = z.output<typeof transactionDetailSchema>;

/** Envelope of the global feed (API-DECISIONS): newest first. */
export const transactionListSchema = component(
  'TransactionList',
  'Confirmed transactions, newest first.',
  z.object({ network, items: z.array(explorerTransactionSchema), pagination }),
);
export type TransactionList = z.output<typeof transactionListSchema>;

/** Addition of API-DECISIONS: an RFC 6962 audit path, nearest sibling first. */
export const transactionProofSchema = component(
  'TransactionProof',
  'Proof that a block contains a transaction: hash its ID up the path and compare with the Merkle root.',
  z.object({
    network,
    id: field(transactionId, 'Transaction ID.'),
    block_height: field(uint32, 'Height of the containing block.'),
    block_id: field(blockId, 'ID of the containing block.'),
    transaction_index: field(count, 'Zero-based position in the block.'),
    merkle_root: field(hash, 'Merkle root in that block’s header.'),
    path: field(z.array(hash), 'RFC 6962 audit path, nearest sibling first.'),
  }),
);
export type TransactionProof = z.output<typeof transactionProofSchema>;
