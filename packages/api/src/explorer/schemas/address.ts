import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import { address, amount, count, uint32 } from '../../schema/primitives.ts';
import { network, pagination } from './common.ts';
import { explorerTransactionSchema } from './transaction.ts';

/** Interface document, section 2.4. */
export const addressStateSchema = component(
  'AddressState',
  'Confirmed state of an address; if it has no account, `exists` is false and the rest zero.',
  z.object({
    network,
    address: field(address, 'The requested address.'),
    exists: field(z.boolean(), 'Whether the address has a confirmed transaction.'),
    balance: field(amount, 'Confirmed balance in pebbles.'),
    nonce: field(uint32, 'Nonce of the last confirmed outgoing transaction; 0 before the first.'),
  }),
);
export type AddressState = z.output<typeof addressStateSchema>;

/** Interface document, section 2.5. */
export const addressSummarySchema = component(
  'AddressSummary',
  'An address in the ranking by balance, from the projection.',
  z.object({
    address: field(address, 'The address.'),
    balance: field(amount, 'Balance in pebbles.'),
    nonce: field(uint32, 'Nonce of its last outgoing transaction.'),
    total_received: field(amount, 'Sum of the values received, including coinbases, in pebbles.'),
    total_sent: field(amount, 'Sum of the values sent, without fees, in pebbles.'),
    total_fees: field(amount, 'Sum of the fees paid, in pebbles.'),
    transaction_count: field(count, 'Transactions from or to the address; one to itself counts once.'),
    first_seen_height: field(uint32, 'Height of the first block with such a transaction.'),
    last_seen_height: field(uint32, 'Height of the newest block with such a transaction.'),
  }),
);
export type AddressSummary = z.output<typeof addressSummarySchema>;

/** Envelope of the ranking (API-DECISIONS): balance descending, then address ascending. */
export const addressListSchema = component(
  'AddressList',
  'Addresses, richest first.',
  z.object({ network, items: z.array(addressSummarySchema), pagination }),
);
export type AddressList = z.output<typeof addressListSchema>;

export const addressHistorySchema = component(
  'AddressHistory',
  'Confirmed transactions from or to an address, newest first.',
  z.object({
    network,
    address: field(address, 'The requested address.'),
    items: z.array(explorerTransactionSchema),
    pagination,
  }),
);
export type AddressHistory = z.output<typeof addressHistorySchema>;
