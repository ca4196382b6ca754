import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import { address, amount, count, uint32 } from '../../schema/primitives.ts';
import { network, pagination } from './common.ts';
import { explorerTransactionSchema } from './transaction.ts';

/** Section 2.4. */
export const addressStateSchema = component(
  'AddressState',
  'Confirmed state of an address. One without an account has `exists` false and zeros.',
  z.object({
    network,
    address: field(address, 'The address that was asked for.'),
    exists: field(z.boolean(), 'Whether a confirmed transaction names the address.'),
    balance: field(amount, 'Confirmed balance in pebbles.'),
    nonce: field(uint32, 'Nonce of the last confirmed outgoing transaction; 0 before the first.'),
  }),
);
export type AddressState = z.output<typeof addressStateSchema>;

/** Section 2.5. */
export const addressSummarySchema = component(
  'AddressSummary',
  'An address in the ranking by balance, as the projection sees it.',
  z.object({
    address: field(address, 'The address.'),
    balance: field(amount, 'Balance in pebbles.'),
    nonce: field(uint32, 'Nonce of its last outgoing transaction.'),
    total_received: field(amount, 'Sum of the values received, coinbases included, in pebbles.'),
    total_sent: field(amount, 'Sum of the values sent, fees apart, in pebbles.'),
    total_fees: field(amount, 'Sum of the fees paid, in pebbles.'),
    transaction_count: field(count, 'Transactions that name the address; one to itself counts once.'),
    first_seen_height: field(uint32, 'Height of the first block that names it.'),
    last_seen_height: field(uint32, 'Height of the newest block that names it.'),
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
  'Confirmed transactions that name one address, newest first.',
  z.object({
    network,
    address: field(address, 'The address that was asked for.'),
    items: z.array(explorerTransactionSchema),
    pagination,
  }),
);
export type AddressHistory = z.output<typeof addressHistorySchema>;
