import type { ParseResult } from '../route/parse-result.ts';
import { MAX_UINT32 } from '../schema/primitives.ts';

/** A block by height, or by ID as 64 lowercase hex characters. */
export type BlockLocator =
  { readonly kind: 'height'; readonly height: number } | { readonly kind: 'id'; readonly id: string };

const HASH = /^[0-9a-fA-F]{64}$/;
const DECIMAL = /^[0-9]+$/;

/**
 * Reads `{height_or_hash}` (section 4.1): exactly 64 hex characters are a block ID even if all are digits, in either
 * case; other ASCII digits are a height, leading zeros allowed, if its value fits uint32. Anything else, a sign, white
 * space or another script's digits included, is no reference.
 */
export function parseBlockReference(text: string): ParseResult<BlockLocator, 'invalid_block_reference'> {
  if (HASH.test(text)) return { ok: true, value: { kind: 'id', id: text.toLowerCase() } };
  const height = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (height <= MAX_UINT32) return { ok: true, value: { kind: 'height', height } };
  return { ok: false, error: 'invalid_block_reference' };
}

/** Reads `{txid}` (section 4.1): 64 hex characters in either case, lowercase in the result. */
export function parseTransactionId(text: string): ParseResult<string, 'invalid_transaction_id'> {
  if (!HASH.test(text)) return { ok: false, error: 'invalid_transaction_id' };
  return { ok: true, value: text.toLowerCase() };
}
