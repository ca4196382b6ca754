import { bytesToHex } from './bytes.ts';
import { ProtocolError } from './errors.ts';

declare const kind: unique symbol;

/**
 * A string that the compiler distinguishes from other kinds of identifiers, so that one cannot be passed for another. At run
 * time it is a plain string, and an untyped string is accepted for any kind. The type says nothing about validity or
 * existence.
 */
type Identifier<Kind extends string> = string & { readonly [kind]?: Kind };

/** ID of a block: SHA256d of its 118 header bytes as 64 lowercase hex characters in wire order. */
export type BlockId = Identifier<'BlockId'>;
/** ID of a transaction: SHA256d of its 213 bytes as 64 lowercase hex characters in wire order. */
export type TransactionId = Identifier<'TransactionId'>;
/**
 * The 34 characters of an address, or of the coinbase sender. `parseAddress` checks checksum and network; for an address
 * decoded from bytes or an API's answer only the form is known.
 */
export type Address = Identifier<'Address'>;

/** Size of a block ID or a transaction ID in bytes. */
export const ID_SIZE = 32;

const HASH = /^[0-9a-fA-F]{64}$/;

/** @param text 64 hex characters in either case @throws ProtocolError `invalid_hex` */
export function parseBlockId(text: string): BlockId {
  return parseHash(text);
}

/** @param text 64 hex characters in either case @throws ProtocolError `invalid_hex` */
export function parseTransactionId(text: string): TransactionId {
  return parseHash(text);
}

/** @param hash 32 bytes */
export function blockIdFromBytes(hash: Uint8Array): BlockId {
  return bytesToHex(hash);
}

/** @param hash 32 bytes */
export function transactionIdFromBytes(hash: Uint8Array): TransactionId {
  return bytesToHex(hash);
}

function parseHash(text: string): string {
  if (!HASH.test(text)) throw new ProtocolError('invalid_hex', 'not 64 hexadecimal digits');
  return text.toLowerCase();
}
