/*
 * The whole key table of `core/` (LevelDB). Integers are unsigned and big-endian, so that keys sort as numbers do.
 *
 *   00                                         → TIP: the tip, its work, and how far the rows account for the block files
 *   01 ‖ height (4)                            → BLOCKS: location, header, counts and sums
 *   02 ‖ block ID (32)                         → BLOCK_IDS: height (4)
 *   03 ‖ transaction ID (32)                   → TRANSACTIONS: height (4) ‖ index (4)
 *   04 ‖ prefix of a bucket, as text of 0 and 1 → BUCKET_HASHES: the hash of its records (32)
 *   05 ‖ address (34) ‖ height (4) ‖ index (4) → HISTORY: the history after the transaction (32)
 *   06 ‖ height (4)                            → UNDO: the accounts that the block changed, as they were before it
 *   07                                         → BUILDING: nothing; while `core/` is made anew from the block files
 *   08 ‖ prefix of a bucket                    → BUCKETS: the records of up to 8 accounts (82 each), ascending by slot
 *   09 ‖ block ID (32)                         → LEFT: a block in the block files that is not in the chain: header and location
 */
import {
  type AccountRecord,
  ACCOUNT_RECORD_SIZE,
  type Address,
  ADDRESS_LENGTH,
  type BlockId,
  bytesToHex,
  decodeAccountRecord,
  EMPTY_HISTORY,
  encodeAccountRecord,
  HEADER_SIZE,
  ID_SIZE,
} from '@cairn/protocol';
import {
  ascii,
  defineLayout,
  hex,
  rawBytes,
  u256,
  u32,
  u64Amount,
  u8,
  type FieldCodec,
  type Fields,
  type Layout,
  type LayoutValue,
} from '@cairn/protocol/layout';
import type { LevelBatch } from './level.ts';

/** Format version of `core/`; an index of another version is made anew from the block files. */
export const FORMAT_VERSION = 7;

/** Bounds of a range of keys, both included. */
interface KeyRange {
  readonly gte: Uint8Array;
  readonly lte: Uint8Array;
}

/** A kind of row: how its keys and values are written. */
interface Table<Key, Value> {
  /** @throws RangeError for a value that the key cannot hold */
  key(key: Key): Uint8Array;
  readKey(key: Uint8Array): Key;
  /** True for the key of one of its rows. */
  has(key: Uint8Array): boolean;
  /** The keys from one to another, both included. */
  range(first: Key, last: Key): KeyRange;
  encode(value: Value): Uint8Array;
  decode(bytes: Uint8Array): Value;
  put(batch: LevelBatch, key: Key, value: Value): void;
  del(batch: LevelBatch, key: Key): void;
}

type ValueCodec<Value> = Pick<Table<never, Value>, 'encode' | 'decode'>;

/** @param value a field that all rows have, or a codec for values of various sizes */
function defineTable<Key, Value>(
  prefix: number,
  key: FieldCodec<Key>,
  value: FieldCodec<Value> | ValueCodec<Value>,
): Table<Key, Value> {
  const writeKey = (fields: Key): Uint8Array => {
    const bytes = new Uint8Array(1 + key.size);
    bytes[0] = prefix;
    key.write(bytes, 1, fields);
    return bytes;
  };
  const isField = 'size' in value;
  const writeValue = (row: Value): Uint8Array => {
    if (!isField) return value.encode(row);
    const bytes = new Uint8Array(value.size);
    value.write(bytes, 0, row);
    return bytes;
  };
  return {
    key: writeKey,
    readKey: (bytes) => key.read(bytes, 1),
    has: (bytes) => bytes[0] === prefix,
    range: (first, last) => ({ gte: writeKey(first), lte: writeKey(last) }),
    encode: writeValue,
    decode: isField ? (bytes) => value.read(bytes, 0) : (bytes) => value.decode(bytes),
    put: (batch, fields, row) => void batch.put(writeKey(fields), writeValue(row)),
    del: (batch, fields) => void batch.del(writeKey(fields)),
  };
}

/** A layout as a single field. */
function fieldOf<F extends Fields>(layout: Layout<F>): FieldCodec<Readonly<LayoutValue<F>>> {
  return {
    size: layout.size,
    read: (bytes, offset) => layout.decode(bytes, offset),
    write: (bytes, offset, value) => layout.write(bytes, offset, value),
  };
}

const ADDRESS = ascii<Address>(ADDRESS_LENGTH);

/** The key of a table with a single row, or the value of a row that says nothing. */
const NOTHING: FieldCodec<void> = { size: 0, read: () => undefined, write: () => undefined };

const TIP_LAYOUT = defineLayout({
  format: u8,
  height: u32,
  id: hex<BlockId>(ID_SIZE),
  /** How far the rows account for the block files, possibly beyond the tip's record. */
  endFile: u32,
  endOffset: u32,
  /** Work of the chain up to the tip, genesis included (PROTOCOL.md section 8). */
  work: u256,
});
export type TipEntry = Readonly<LayoutValue<typeof TIP_LAYOUT.fields>>;

const BLOCK_LAYOUT = defineLayout({
  file: u32,
  /** Offset of the block's first byte in the file. */
  offset: u32,
  transactionCount: u32,
  totalFees: u64Amount,
  reward: u64Amount,
  id: hex<BlockId>(ID_SIZE),
  header: rawBytes(HEADER_SIZE),
});
const HEADER_AT = BLOCK_LAYOUT.offsetOf('header');
type BlockEntry = Readonly<LayoutValue<typeof BLOCK_LAYOUT.fields>>;

const LEFT_LAYOUT = defineLayout({
  file: u32,
  /** Offset of the block's first byte in the file. */
  offset: u32,
  /** Bytes of the block. */
  sizeBytes: u32,
  header: rawBytes(HEADER_SIZE),
});
export type LeftEntry = Readonly<LayoutValue<typeof LEFT_LAYOUT.fields>>;

/** Height of a transaction's block and its position there. */
const LOCATION_LAYOUT = defineLayout({ height: u32, index: u32 });
export type Location = Readonly<LayoutValue<typeof LOCATION_LAYOUT.fields>>;

const HISTORY_KEY = defineLayout({ address: ADDRESS, height: u32, index: u32 });

/** One account as it was before a block; `record` is `undefined` for one that did not exist. */
export interface UndoEntry {
  readonly address: Address;
  readonly record: AccountRecord | undefined;
}

/** The entries one after another: 1 if the account existed before the block, else 0; and its record (82). */
const UNDO_ENTRIES: ValueCodec<readonly UndoEntry[]> = {
  encode(entries) {
    const bytes = new Uint8Array(entries.length * UNDO_SIZE);
    entries.forEach(({ address, record }, index) => {
      bytes[index * UNDO_SIZE] = record === undefined ? 0 : 1;
      const written = record ?? { address, balance: 0n, nonce: 0, count: 0, history: EMPTY_HISTORY };
      bytes.set(encodeAccountRecord(written), index * UNDO_SIZE + 1);
    });
    return bytes;
  },
  decode: (bytes) =>
    Array.from({ length: bytes.length / UNDO_SIZE }, (_, index) => {
      const record = decodeAccountRecord(bytes, index * UNDO_SIZE + 1);
      return { address: record.address, record: bytes[index * UNDO_SIZE] === 1 ? record : undefined };
    }),
};
const UNDO_SIZE = 1 + ACCOUNT_RECORD_SIZE;

/** A table whose keys are the prefixes of buckets, as text of 0 and 1. */
function defineBucketTable(prefix: number): Table<string, Uint8Array> {
  const keyOf = (bits: string): Uint8Array => {
    const bytes = new Uint8Array(1 + bits.length);
    bytes[0] = prefix;
    for (let index = 0; index < bits.length; index += 1) bytes[1 + index] = bits.charCodeAt(index);
    return bytes;
  };
  return {
    key: keyOf,
    readKey: (bytes) => String.fromCharCode(...bytes.subarray(1)),
    has: (bytes) => bytes[0] === prefix,
    range: (first, last) => ({ gte: keyOf(first), lte: keyOf(last) }),
    encode: (bytes) => bytes,
    decode: (bytes) => bytes,
    put: (batch, bits, bytes) => void batch.put(keyOf(bits), bytes),
    del: (batch, bits) => void batch.del(keyOf(bits)),
  };
}

export const TIP = defineTable<void, TipEntry>(0, NOTHING, fieldOf(TIP_LAYOUT));
export const BLOCKS = defineTable<number, BlockEntry>(1, u32, fieldOf(BLOCK_LAYOUT));
export const BLOCK_IDS = defineTable<BlockId, number>(2, hex(ID_SIZE), u32);
/** Keys are the 32 bytes of an ID. */
export const TRANSACTIONS = defineTable<Uint8Array, Location>(3, rawBytes(ID_SIZE), fieldOf(LOCATION_LAYOUT));
export const BUCKET_HASHES = defineBucketTable(4);
export const HISTORY = defineTable<Readonly<LayoutValue<typeof HISTORY_KEY.fields>>, Uint8Array>(
  5,
  fieldOf(HISTORY_KEY),
  rawBytes(EMPTY_HISTORY.length),
);
export const UNDO = defineTable<number, readonly UndoEntry[]>(6, u32, UNDO_ENTRIES);
export const BUILDING = defineTable<void, void>(7, NOTHING, NOTHING);
export const BUCKETS = defineBucketTable(8);
export const LEFT = defineTable<BlockId, LeftEntry>(9, hex(ID_SIZE), fieldOf(LEFT_LAYOUT));

/** True for the key of a row that only readers ask for: the validation of blocks needs none of them. */
export const isForReaders = (key: Uint8Array): boolean => TRANSACTIONS.has(key) || HISTORY.has(key);

/** By prefix, for an operator. */
const KINDS = [
  'tip',
  'block',
  'block ID',
  'transaction',
  'bucket hash',
  'history',
  'undo',
  'mark',
  'bucket',
  'left block',
];

/** The header in a row of `BLOCKS`, without decoding the rest. */
export function headerIn(blockRow: Uint8Array): Uint8Array {
  return blockRow.subarray(HEADER_AT, HEADER_AT + HEADER_SIZE);
}

/** After every location. */
export const LAST_LOCATION: Location = { height: 0xffff_ffff, index: 0xffff_ffff };

/** The lowest and the highest ID that begin with these hex digits. */
export function idsStartingWith(digits: string): [first: string, last: string] {
  return [digits.padEnd(2 * ID_SIZE, '0'), digits.padEnd(2 * ID_SIZE, 'f')];
}

/** Keys of the histories of addresses after one that begin with these visible ASCII characters. @param after empty for the first */
export function addressRange(characters: string, after: string) {
  const first = { address: characters.padEnd(ADDRESS_LENGTH, '!'), height: 0, index: 0 };
  const { gte, lte } = HISTORY.range(first, {
    address: characters.padEnd(ADDRESS_LENGTH, '~'),
    ...LAST_LOCATION,
  });
  return after === '' ? { gte, lte } : { gt: HISTORY.key({ address: after, ...LAST_LOCATION }), lte };
}

/** Keys of an address's history before a location. */
export function historyRange(address: Address, before: Location) {
  return { gte: HISTORY.key({ address, height: 0, index: 0 }), lt: HISTORY.key({ address, ...before }) };
}

/** Describes a row of `core/` for the node's operator. */
export function describeKey(key: Uint8Array): string {
  return `the ${KINDS[key[0]!] ?? 'unknown'} entry ${bytesToHex(key.subarray(1))}`;
}
