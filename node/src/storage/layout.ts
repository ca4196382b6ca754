import {
  type AccountState,
  type Address,
  ADDRESS_LENGTH,
  type BlockId,
  blockIdFromBytes,
  bytesToHex,
  HEADER_SIZE,
  hexToBytes,
  ID_SIZE,
  type TransactionId,
  transactionIdFromBytes,
} from '@cairn/protocol';
import {
  ascii,
  defineLayout,
  hex,
  rawBytes,
  readU32,
  u256,
  u32,
  u64Amount,
  u8,
  writeU32,
  type LayoutValue,
} from '@cairn/protocol/layout';

/*
 * The whole key table of `core/` (LevelDB). Integers are unsigned and big-endian, so that keys sort as numbers do.
 * `LevelStore` adds a checksum to each value.
 *
 *   00                                      → TIP: the committed tip, its work, and the end of the block files below it
 *   01 ‖ height (4)                         → BLOCK: location, header, counts and sums
 *   02 ‖ block ID (32)                      → height (4)
 *   03 ‖ transaction ID (32)                → height (4) ‖ index (4)
 *   04 ‖ address (34)                       → ACCOUNT: balance, nonce
 *   05 ‖ address (34) ‖ height (4) ‖ index (4) → nothing: the address history
 *   06 ‖ height (4)                         → UNDO: the accounts that the block changed, as they were before it
 *   07                                      → nothing: while `core/` is being rebuilt
 *   08 ‖ height (4) ‖ chunk (4)             → ID PREFIXES: the first bytes of the IDs of a chunk of the block's transactions
 *
 * No prefix has been retired yet; a retired prefix is never reused.
 */
const PREFIX = {
  tip: 0,
  block: 1,
  blockId: 2,
  transaction: 3,
  account: 4,
  history: 5,
  undo: 6,
  rebuild: 7,
  idPrefixes: 8,
} as const;

/** Format version of `core/`; an index of another version is rebuilt from the block files. */
export const FORMAT_VERSION = 4;

export const TIP_LAYOUT = defineLayout({
  format: u8,
  height: u32,
  id: hex<BlockId>(32),
  /** End of the committed records in the block files. */
  endFile: u32,
  endOffset: u32,
  /** Work of the chain up to the tip, genesis included (PROTOCOL.md section 8). */
  work: u256,
});
export type TipEntry = Readonly<LayoutValue<typeof TIP_LAYOUT.fields>>;

export const BLOCK_LAYOUT = defineLayout({
  file: u32,
  /** Offset of the block's first byte in the file. */
  offset: u32,
  transactionCount: u32,
  totalFees: u64Amount,
  reward: u64Amount,
  id: hex<BlockId>(32),
  header: rawBytes(HEADER_SIZE),
});
export type BlockEntry = Readonly<LayoutValue<typeof BLOCK_LAYOUT.fields>>;

export const ACCOUNT_LAYOUT = defineLayout({ balance: u64Amount, nonce: u32 });

/** Height of a transaction's block and its position there; also the last part of a history key. */
export const LOCATION_LAYOUT = defineLayout({ height: u32, index: u32 });
export type Location = Readonly<LayoutValue<typeof LOCATION_LAYOUT.fields>>;

const HEIGHT_LAYOUT = defineLayout({ height: u32 });

/** A height as four bytes of a value. */
export function encodeHeight(height: number): Uint8Array {
  return HEIGHT_LAYOUT.encode({ height });
}

/** The height in the first four bytes of a value. */
export function decodeHeight(value: Uint8Array): number {
  return HEIGHT_LAYOUT.decode(value).height;
}

const ADDRESS = ascii<Address>(ADDRESS_LENGTH);

export const TIP_KEY = Uint8Array.of(PREFIX.tip);
export const REBUILD_KEY = Uint8Array.of(PREFIX.rebuild);
/** Value of keys that carry no data. */
export const EMPTY_VALUE = new Uint8Array();

/** Allocated from Node's buffer pool: a full block has 39,382 keys of transactions and 78,763 of the address history. */
function newKey(prefix: number, size: number): Buffer {
  const key = Buffer.allocUnsafe(1 + size);
  key[0] = prefix;
  return key;
}

function keyOfHeight(prefix: number, height: number): Buffer {
  const key = newKey(prefix, 4);
  writeU32(key, 1, height);
  return key;
}

function keyOfId(prefix: number, id: Uint8Array, key = newKey(prefix, id.length)): Buffer {
  key.set(id, 1);
  return key;
}

function keyOfAddress(prefix: number, address: Address, key = newKey(prefix, ADDRESS_LENGTH)): Buffer {
  ADDRESS.write(key, 1, address);
  return key;
}

/** Buffers that a writer reuses for every key and value of one kind; LevelDB copies them immediately. */
interface Scratch {
  readonly transactionKey: Buffer;
  readonly accountKey: Buffer;
  readonly historyKey: Buffer;
  readonly location: Buffer;
}

export function newScratch(): Scratch {
  return {
    transactionKey: newKey(PREFIX.transaction, ID_SIZE),
    accountKey: newKey(PREFIX.account, ADDRESS_LENGTH),
    historyKey: newKey(PREFIX.history, ADDRESS_LENGTH + LOCATION_LAYOUT.size),
    location: Buffer.alloc(LOCATION_LAYOUT.size),
  };
}

/** A transaction's location as the eight bytes of a value. */
export function encodeLocation({ height, index }: Location, bytes: Buffer): Buffer {
  writeU32(bytes, 0, height);
  writeU32(bytes, 4, index);
  return bytes;
}

/** Key of a block's entry. */
export function blockKey(height: number): Uint8Array {
  return keyOfHeight(PREFIX.block, height);
}

/** @param id 64 hex characters */
export function blockIdKey(id: BlockId): Uint8Array {
  return keyOfId(PREFIX.blockId, hexToBytes(id));
}

/** @param id 32 bytes @param key a buffer for it, from `newScratch` */
export function transactionKey(id: Uint8Array, key?: Buffer): Buffer {
  return keyOfId(PREFIX.transaction, id, key);
}

/** @param key a buffer for it, from `newScratch` @throws RangeError unless the address is 34 visible ASCII characters */
export function accountKey(address: Address, key?: Buffer): Buffer {
  return keyOfAddress(PREFIX.account, address, key);
}

/** Bounds of a range of keys. */
interface KeyRange {
  readonly gte: Uint8Array;
  readonly lt: Uint8Array;
}

/** Keys of the blocks whose IDs begin with these hex digits. */
export function blockIdRange(digits: string): KeyRange {
  return idRange(PREFIX.blockId, digits);
}

/** Keys of the transactions whose IDs begin with these hex digits. */
export function transactionRange(digits: string): KeyRange {
  return idRange(PREFIX.transaction, digits);
}

/** Keys of the accounts whose addresses begin with these ASCII characters. */
export function accountRange(characters: string): KeyRange {
  const start = Uint8Array.of(PREFIX.account, ...Buffer.from(characters, 'ascii'));
  return { gte: start, lt: Uint8Array.of(...start, 0xff) };
}

function idRange(prefix: number, digits: string): KeyRange {
  const bound = (fill: string) => hexToBytes(digits.padEnd(2 * ID_SIZE, fill));
  return { gte: keyOfId(prefix, bound('0')), lt: Uint8Array.of(prefix, ...bound('f'), 0) };
}

/** The ID in the key of a block's ID. */
export function readBlockIdKey(key: Uint8Array): BlockId {
  return blockIdFromBytes(key.subarray(1));
}

/** The ID in the key of a transaction. */
export function readTransactionKey(key: Uint8Array): TransactionId {
  return transactionIdFromBytes(key.subarray(1));
}

/** The address in an account's key. */
export function readAccountKey(key: Uint8Array): Address {
  return ADDRESS.read(key, 1);
}

/** Key of a block's undo record. */
export function undoKey(height: number): Uint8Array {
  return keyOfHeight(PREFIX.undo, height);
}

/** Offset of the index in a history key, the only part in which keys of one address and block differ. */
export const HISTORY_INDEX_OFFSET = 1 + ADDRESS_LENGTH + 4;

/**
 * @param key a buffer for it, from `newScratch`
 * @throws RangeError unless the address is 34 visible ASCII characters
 */
export function historyKey(
  address: Address,
  { height, index }: Location,
  key = newKey(PREFIX.history, ADDRESS_LENGTH + LOCATION_LAYOUT.size),
): Buffer {
  keyOfAddress(PREFIX.history, address, key);
  writeU32(key, 1 + ADDRESS_LENGTH, height);
  writeU32(key, HISTORY_INDEX_OFFSET, index);
  return key;
}

/** Transactions whose ID prefixes are stored in one value (a chunk); the last chunk of a block may have fewer. */
export const PREFIXES_PER_CHUNK = 64;
/**
 * Bytes of an ID prefix. To check a page of 100 transactions, two or three chunks of prefixes are read, instead of an entry
 * for each ID. Damaged bytes match a prefix with a probability of 1 in 2^32.
 */
export const ID_PREFIX_SIZE = 4;

/** Key of a chunk of ID prefixes. @param chunk position in the block, divided by `PREFIXES_PER_CHUNK` */
export function idPrefixesKey(height: number, chunk: number): Uint8Array {
  const key = newKey(PREFIX.idPrefixes, 8);
  writeU32(key, 1, height);
  writeU32(key, 5, chunk);
  return key;
}

/** Height and index at the end of a history key. */
export function readHistoryKey(key: Uint8Array): Location {
  return LOCATION_LAYOUT.decode(key, 1 + ADDRESS_LENGTH);
}

/** Bounds of all block entries followed by all block IDs. */
export const BLOCKS_AND_IDS = { gte: Uint8Array.of(PREFIX.block), lt: Uint8Array.of(PREFIX.blockId + 1) };

/** True for the key of a block's entry, as opposed to that of a block ID. */
export function isBlockKey(key: Uint8Array): boolean {
  return key[0] === PREFIX.block;
}

/** Height at the end of a block key. */
export function readBlockKey(key: Uint8Array): number {
  return readU32(key, 1);
}

/** One account as it was before a block; `state` is `undefined` for one that did not exist. */
export interface UndoEntry {
  readonly address: Address;
  readonly state: AccountState | undefined;
}

const UNDO_LAYOUT = defineLayout({
  address: ascii<Address>(ADDRESS_LENGTH),
  /** 1 if the account existed before the block, else 0. */
  existed: u8,
  balance: u64Amount,
  nonce: u32,
});

/** The value under a block's undo key: its entries one after another, 47 bytes each. */
export function encodeUndo(entries: readonly UndoEntry[]): Uint8Array {
  const bytes = new Uint8Array(entries.length * UNDO_LAYOUT.size);
  entries.forEach(({ address, state }, index) => {
    const { balance, nonce } = state ?? { balance: 0n, nonce: 0 };
    const entry = { address, existed: state === undefined ? 0 : 1, balance, nonce };
    UNDO_LAYOUT.write(bytes, index * UNDO_LAYOUT.size, entry);
  });
  return bytes;
}

/** @throws RangeError if an address is not ASCII text */
export function decodeUndo(bytes: Uint8Array): UndoEntry[] {
  return Array.from({ length: bytes.length / UNDO_LAYOUT.size }, (_, index) => {
    const { address, existed, balance, nonce } = UNDO_LAYOUT.decode(bytes, index * UNDO_LAYOUT.size);
    return { address, state: existed === 1 ? { balance, nonce } : undefined };
  });
}

/** Describes an entry of `core/` for the node's operator. */
export function describeKey(key: Uint8Array): string {
  const address = (): string => ADDRESS.read(key, 1);
  switch (key[0]) {
    case PREFIX.tip:
      return 'the tip';
    case PREFIX.block:
      return `block ${readU32(key, 1)}`;
    case PREFIX.blockId:
      return `the height of block ${bytesToHex(key.subarray(1))}`;
    case PREFIX.transaction:
      return `the location of transaction ${bytesToHex(key.subarray(1))}`;
    case PREFIX.account:
      return `the account of ${address()}`;
    case PREFIX.history: {
      const { height, index } = readHistoryKey(key);
      return `transaction ${index} of block ${height} in the history of ${address()}`;
    }
    case PREFIX.undo:
      return `the undo record of block ${readU32(key, 1)}`;
    case PREFIX.idPrefixes: {
      const first = readU32(key, 5) * PREFIXES_PER_CHUNK;
      return `the ID prefixes of block ${readU32(key, 1)}'s transactions from ${first} on`;
    }
    default:
      return `key ${bytesToHex(key)}`;
  }
}
