import './jitless.ts';
import { type Address, type BlockId, MAX_U32, MAX_U64, type TransactionId } from '@cairn/protocol';
import * as z from 'zod/mini';
import { documentation } from './documentation.ts';

/** Length of an unlock signature in hex characters: 128 bytes of public signature and key. */
const UNLOCK_SIGNATURE_HEX = 256;
const BASE58 = '[1-9A-HJ-NP-Za-km-z]{34}';

function isUint64(digits: string): boolean {
  return BigInt(digits) <= MAX_U64;
}

/** Adds an example to a schema, and returns it. */
function documented<Schema extends z.ZodMiniType>(schema: Schema, example: unknown): Schema {
  documentation.add(schema, { examples: [example] });
  return schema;
}

/**
 * An amount in pebbles, the smallest unit: an unsigned 64-bit integer as canonical decimal digits (interface document,
 * section 2.1).
 */
export const amount = documented(
  z
    .string()
    .check(
      z.maxLength(20),
      z.regex(/^(?:0|[1-9][0-9]{0,19})$/, { abort: true }),
      z.refine(isUint64, 'above the unsigned 64-bit range'),
    ),
  '5000000000',
);

/** The same schema with the branded type of an identifier for the strings that it accepts. */
function branded<Identifier extends string>(schema: z.ZodMiniString): z.ZodMiniType<Identifier, string> {
  return schema as unknown as z.ZodMiniType<Identifier, string>;
}

/** A Merkle root or another hash: 32 bytes as 64 lowercase hex characters (interface document, section 2.1). */
export const hash = documented(
  z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  '12e01aea1c97789c6fd773e649ceacbabc44c2cfd6eb0c62083579aa2c30a67c',
);

/** A block ID (interface document, section 2.1). */
export const blockId: z.ZodMiniType<BlockId, string> = branded(hash);

/** A transaction ID (interface document, section 2.1). */
export const transactionId: z.ZodMiniType<TransactionId, string> = branded(hash);

/**
 * An address of 34 Base58 characters (interface document, section 2.1). The checksum is not checked, because that requires
 * the network.
 */
export const address = documented(
  branded<Address>(z.string().check(z.regex(new RegExp(`^${BASE58}$`)))),
  'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3',
);

/** A sender: an address, or 34 zeros for a coinbase (interface document, section 2.3). */
export const sender = documented(
  branded<Address>(z.string().check(z.regex(new RegExp(`^(?:0{34}|${BASE58})$`)))),
  'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3',
);

/** Four bytes as eight lowercase hex characters: compact target or network magic. */
export const fourBytes = documented(z.string().check(z.regex(/^[0-9a-f]{8}$/)), '207fffff');

/** 128 bytes of signature and public key in hex (interface document, section 2.3). */
export const unlockSignature = documented(
  z.string().check(z.regex(/^[0-9a-f]{256}$/)),
  'ab'.repeat(UNLOCK_SIGNATURE_HEX / 2),
);

/** An unsigned 32-bit integer as a JSON number: heights, nonces, versions, Unix seconds. */
export const uint32 = z.int().check(z.gte(0), z.lte(MAX_U32));

/** A height, or -1 before the first block (interface document, section 2.7). */
export const heightOrNone = z.int().check(z.gte(-1), z.lte(MAX_U32));

/** A count as a JSON number, exact up to 2^53 − 1. */
export const count = z.int().check(z.gte(0));

/** A TCP port. */
export const port = z.int().check(z.gte(0), z.lte(65_535));

/** Name of a network: any string, so that a client recognizes an unknown network instead of reporting an invalid answer. */
export const networkName = documented(z.string().check(z.minLength(1), z.maxLength(64)), 'devnet');
