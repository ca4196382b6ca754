/**
 * The scalars of both interfaces as zod schemas, and how schemas are documented in the OpenAPI documents. Schemas of `zod/mini` are
 * interpreted; those of `zod` are compiled by `new Function`, which the Content-Security-Policy of website and wallet forbids.
 */
import { type Address, type BlockId, MAX_U32, MAX_U64, type TransactionId } from '@cairn/protocol';
import * as z from 'zod/mini';

/** Documentation of a schema in an OpenAPI document. An `id` makes the schema a component. */
export interface SchemaDocumentation {
  readonly id?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** Documentation of all schemas of this package, separate from zod's global registry, which other code may use. */
export const documentation: z.core.$ZodRegistry<SchemaDocumentation> = z.registry<SchemaDocumentation>();

/** Returns a copy of `schema` with the description of one field; zod adds what is known of `schema`, but its `id`. */
export function field<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  const copy = z.clone(schema);
  documentation.add(copy, { description });
  return copy;
}

/** Makes `schema` a named component of the OpenAPI documents and returns it. */
export function component<Schema extends z.ZodMiniType>(
  id: string,
  description: string,
  schema: Schema,
): Schema {
  documentation.add(schema, { ...documentation.get(schema), id, description });
  return schema;
}

/** An object of an answer, as a component. Unknown fields are ignored. */
export function object<Shape extends z.core.$ZodLooseShape>(id: string, description: string, shape: Shape) {
  return component(id, description, z.object(shape));
}

/** An object of a request, as a component. Unknown fields are refused. */
export function strictObject<Shape extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: Shape,
) {
  return component(id, description, z.strictObject(shape));
}

/** Adds an example to a schema, and returns it. */
function documented<Schema extends z.ZodMiniType>(schema: Schema, example: string): Schema {
  documentation.add(schema, { examples: [example] });
  return schema;
}

/** A string of this form, as a branded identifier if the caller wants one. */
function text<Text extends string = string>(form: RegExp, example: string): z.ZodMiniType<Text, string> {
  const schema: z.ZodMiniType = z.string().check(z.regex(form));
  return documented(schema as z.ZodMiniType<Text, string>, example);
}

/**
 * An amount in pebbles, the smallest unit: an unsigned 64-bit integer as canonical decimal digits (interface document,
 * section 2.1).
 */
export const amount = documented(
  z.string().check(
    z.maxLength(20),
    z.regex(/^(?:0|[1-9][0-9]{0,19})$/, { abort: true }),
    z.refine((digits) => BigInt(digits) <= MAX_U64, 'above the unsigned 64-bit range'),
  ),
  '5000000000',
);

const HASH = /^[0-9a-f]{64}$/;
const EXAMPLE_HASH = '27bc0a160c7b18cf212bfcfee29da820aabace90c996c397d28db857b9dbed99';
const EXAMPLE_ADDRESS = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';

/** A Merkle root or another hash: 32 bytes as 64 lowercase hex characters (interface document, section 2.1). */
export const hash = text(HASH, EXAMPLE_HASH);
export const blockId = text<BlockId>(HASH, EXAMPLE_HASH);
export const transactionId = text<TransactionId>(HASH, EXAMPLE_HASH);

/**
 * An address of 34 Base58 characters (interface document, section 2.1). The checksum is not checked, because that requires
 * the network.
 */
export const address = text<Address>(/^[1-9A-HJ-NP-Za-km-z]{34}$/, EXAMPLE_ADDRESS);
/** A sender: an address, or 34 zeros for a coinbase (interface document, section 2.3). */
export const sender = text<Address>(/^(?:0{34}|[1-9A-HJ-NP-Za-km-z]{34})$/, EXAMPLE_ADDRESS);
/** Four bytes as eight lowercase hex characters: compact target or network magic. */
export const fourBytes = text(/^[0-9a-f]{8}$/, '207fffff');
/** 128 bytes of signature and public key in hex (interface document, section 2.3). */
export const unlockSignature = text(/^[0-9a-f]{256}$/, 'ab'.repeat(128));

/** An unsigned 32-bit integer as a JSON number: heights, nonces, versions, Unix seconds. */
export const uint32 = z.int().check(z.gte(0), z.lte(MAX_U32));
/** A height, or -1 before the first block (interface document, section 2.7). */
export const heightOrNone = z.int().check(z.gte(-1), z.lte(MAX_U32));
/** A count as a JSON number, exact up to 2^53 − 1. */
export const count = z.int().check(z.gte(0));
/** A TCP port. */
export const port = z.int().check(z.gte(0), z.lte(65_535));

/**
 * A path parameter: a segment of this form, parsed. Anything else is the error `code` of the route's 400.
 * @param parse returns `undefined` for a segment of this form without a value
 */
export function segment<Value, Input extends string | number = string>(
  code: string,
  form: RegExp,
  parse: (text: string) => Value | undefined,
  { description, example }: { readonly description: string; readonly example: string },
): z.ZodMiniType<Value, Input> {
  const text = z.string(code).check(z.regex(form, code));
  documentation.add(text, { description, examples: [example] });
  const schema: z.ZodMiniType = z.pipe(
    text,
    z.transform((input: string, { issues }) => {
      const value = parse(input);
      if (value === undefined) issues.push({ code: 'custom', message: code, input });
      return value;
    }),
  );
  return schema as z.ZodMiniType<Value, Input>;
}

/** The integer that decimal digits stand for, with a sign or without; any other text stays as it is. */
function readInteger(text: unknown): unknown {
  if (typeof text !== 'string' || !/^[+-]?[0-9]+$/.test(text)) return text;
  // Zod knows safe integers only; every bound is far below them. Adding 0 turns −0 into 0.
  return Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER) + 0;
}

/**
 * An integer of a query, with inclusive bounds; its input is decimal digits.
 * @param read reads the text; what is not a number is refused
 */
export function integer(
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
  description: string,
  read: (text: unknown) => unknown = readInteger,
): z.ZodMiniType<number, number> {
  const schema: z.ZodMiniType = z.pipe(z.transform(read), z.int().check(z.gte(minimum), z.lte(maximum)));
  documentation.add(schema, { description });
  return schema as z.ZodMiniType<number, number>;
}

/** Name of a network: any string, so that a client recognizes an unknown network instead of reporting an invalid answer. */
export const networkName = documented(z.string().check(z.minLength(1), z.maxLength(64)), 'devnet');

// Fields that several answers have.
export const network = field(networkName, 'Name of the network that the node serves.');
export const chainId = field(uint32, 'Chain ID of that network.');
export const nodeVersion = field(z.optional(z.string()), 'Version of the node’s software, like 0.2.0.');
export const apiVersion = field(uint32, 'Version of this interface: 1.');

/** What a transaction consists of, in both interfaces. */
export const transactionFields = {
  id: field(transactionId, 'Transaction ID: SHA-256d of the 213 bytes.'),
  chain: field(uint32, 'Chain ID that the transaction is bound to.'),
  nonce: field(uint32, 'The sender’s nonce, or the block’s height for a coinbase.'),
  fee: field(amount, 'Fee in pebbles.'),
  value: field(amount, 'Transferred value in pebbles.'),
  from_address: field(sender, 'Sender, or 34 zeros for a coinbase.'),
  to_address: field(address, 'Recipient.'),
};

/** Fees that suffice for a transfer, from those of recent blocks; in both interfaces (API-DECISIONS). */
export const feesSchema = object('Fees', 'Fees of recent transfers, in pebbles.', {
  next_block: field(amount, 'The 90th percentile.'),
  few_blocks: field(amount, 'The median.'),
  economy: field(amount, 'The 10th percentile.'),
  sampled_blocks: field(count, 'Blocks with transfers that were looked at, at most 20.'),
});
export type Fees = z.output<typeof feesSchema>;
