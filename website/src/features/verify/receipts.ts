import { addressProofSchema, transactionProofSchema } from '@cairn/api/explorer';
import { HEADER_SIZE, TRANSACTION_SIZE } from '@cairn/protocol';
import * as z from 'zod/mini';

export const hexOf = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)));

/** Maximum length of a Merkle path: a tree of 2^32 leaves. */
const MAX_PATH = 32;

const { network, ...proofFields } = transactionProofSchema.shape;

/** The proof and, in a receipt that this website has made, all that its check needs without the API. */
export const receiptSchema = z.object({
  format: z.optional(z.enum(['cairn-evidence-1'])),
  network: z.optional(network),
  proof: z.object({ ...proofFields, path: z.array(hexOf(32)).check(z.maxLength(MAX_PATH)) }),
  transaction: z.optional(hexOf(TRANSACTION_SIZE)),
  /** Header of the transaction's block. */
  header: z.optional(hexOf(HEADER_SIZE)),
  /** Leaves of the Merkle tree. */
  transaction_count: z.optional(z.int().check(z.gte(0))),
  /** Header of block 1, if the network's difficulty rule needs its time. */
  anchor: z.optional(hexOf(HEADER_SIZE)),
  /** Headers of the blocks on top, lowest first. */
  headers_above: z.optional(z.array(hexOf(HEADER_SIZE))),
});

/** A receipt that can be stored and checked without the API, or the API's proof alone. */
export type Receipt = z.output<typeof receiptSchema>;

const { history_before: _before, ...balanceFields } = addressProofSchema.shape;

/** The API's proof of an address and, in a receipt that this website has made, what it proves. */
export const balanceReceiptSchema = z.object({
  format: z.optional(z.enum(['cairn-balance-1'])),
  ...balanceFields,
  exists: z.optional(z.boolean()),
  /** Pebbles. */
  balance: z.optional(z.string()),
  nonce: z.optional(z.int()),
});

/** Receipt of an address's balance at a block, which can be stored and checked without the API. */
export type BalanceReceipt = z.output<typeof balanceReceiptSchema>;
