/** The proof of an address (PROTOCOL.md section 9): its query and its answer. */
import type { HistoryEntry } from '@cairn/protocol';
import * as z from 'zod/mini';
import { address, blockId, field, hash, integer, network, object, uint32 } from '../schema.ts';
import { EXPLORER_LIMITS } from './limits.ts';

const RECORD_HEX = /^[0-9a-f]{164}$/;
const HEADER_HEX = /^[0-9a-f]{236}$/;
const TRANSACTION_HEX = /^[0-9a-f]{426}$/;

const hexText = (form: RegExp): z.ZodMiniType<string, string> => z.string().check(z.regex(form));

const historyRow = object('HistoryRow', 'A transaction of the address, as bytes.', {
  height: field(uint32, 'Height of its block.'),
  index: field(uint32, 'Zero-based position in that block; 0 is the coinbase.'),
  raw: field(hexText(TRANSACTION_HEX), 'The transaction: 213 bytes.'),
});

export const addressProofSchema = object(
  'AddressProof',
  'Proof of an account, or that the address has none, by the header of the tip.',
  {
    network,
    address: field(address, 'The requested address.'),
    block_height: field(uint32, 'Height of the tip that the proof is of.'),
    block_id: field(blockId, 'ID of that tip.'),
    header: field(hexText(HEADER_HEX), 'Its header: 118 bytes.'),
    coinbase: field(
      hexText(TRANSACTION_HEX),
      'Its coinbase: 213 bytes, with the account root in bytes 85 to 116.',
    ),
    coinbase_path: field(
      z.array(hash).check(z.maxLength(16)),
      'Merkle path of the coinbase, nearest hash first.',
    ),
    bucket: field(
      z.array(hexText(RECORD_HEX)).check(z.maxLength(8)),
      'The records where the address belongs: 82 bytes each.',
    ),
    siblings: field(z.array(hash).check(z.maxLength(256)), 'One hash a level, from the bucket up.'),
    rows: field(
      z.optional(z.array(historyRow).check(z.maxLength(EXPLORER_LIMITS.proofRows.maximum))),
      'With `rows`: the newest transactions of the address that are older than `before`, newest first.',
    ),
    history_before: field(
      z.optional(hash),
      'With `rows` or `before`: the history of the address before the oldest of the rows, or before `before` if there are none.',
    ),
  },
);
export type AddressProof = z.output<typeof addressProofSchema>;

const LOCATION = /^(0|[1-9][0-9]{0,9})-(0|[1-9][0-9]{0,9})$/;

/** Parses `before`: height and index of a transaction. @returns `undefined` for another form: 422 */
export function parseLocation(text: string): Omit<HistoryEntry, 'id'> | undefined {
  const [, height, index] = LOCATION.exec(text) ?? [];
  if (height === undefined || index === undefined) return undefined;
  const location = { height: Number(height), index: Number(index) };
  return location.height <= 0xffff_ffff && location.index <= 0xffff_ffff ? location : undefined;
}

export const addressProofQuery = z.object({
  before: field(
    z.optional(
      z
        .string()
        .check(z.refine((text) => parseLocation(text) !== undefined, { message: 'before is HEIGHT-INDEX' })),
    ),
    'A transaction of the address as `HEIGHT-INDEX`: adds the history before it.',
  ),
  rows: field(
    z.optional(integer(EXPLORER_LIMITS.proofRows, '')),
    'Adds at most this many transactions of the address: the newest ones older than `before`, and the history before them.',
  ),
});
