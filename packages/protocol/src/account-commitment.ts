import { ADDRESS_LENGTH, COINBASE_SENDER, isValidAddress } from './address.ts';
import type { BlockHeader } from './block-header.ts';
import { compareBytes, concatBytes, equalBytes, hexToBytes } from './bytes.ts';
import { ProtocolError } from './errors.ts';
import { sha256, sha256d } from './hash.ts';
import type { Address } from './identifiers.ts';
import { ascii, defineLayout, rawBytes, u32, u64Amount, writeU32, type LayoutValue } from './layout.ts';
import { verifyMerklePath } from './merkle.ts';
import type { Network } from './networks.ts';
import {
  decodeTransactionBody,
  requireTransactionSize,
  SIGNED_PART_SIZE,
  TRANSACTION_LAYOUT,
  TRANSACTION_SIZE,
} from './transaction.ts';

/*
 * The account commitment (PROTOCOL.md section 9): each coinbase contains the root of a tree over the records of all accounts
 * after its block. Whoever has the block's header can check an address's balance, its nonce, and that no transaction of it was
 * left out.
 */

const HASH_SIZE = 32;
/** First byte of what is hashed for a bucket, an inner node and a link of a history. */
export const BUCKET_TAG = 0x10;
export const NODE_TAG = 0x11;
const HISTORY_TAG = 0x12;

/** Most records in a bucket; a subtree with more is split. */
export const BUCKET_CAPACITY = 8;
/** Most levels of the tree: the bits of a slot. */
const MAX_DEPTH = 8 * HASH_SIZE;
/** Most hashes on the Merkle path of a coinbase: a block has at most 39,382 transactions. */
const MAX_COINBASE_PATH = 16;

/** Offset of the account root in a coinbase: the first 32 bytes of its `unlock_sig`. */
export const ACCOUNT_ROOT_OFFSET = TRANSACTION_LAYOUT.offsetOf('unlockSig');
/** Hash of an empty subtree: 32 zero bytes. */
export const EMPTY_SUBTREE = new Uint8Array(HASH_SIZE);
/** History of an address that no transaction names: 32 zero bytes. */
export const EMPTY_HISTORY = new Uint8Array(HASH_SIZE);

const ADDRESS = ascii<Address>(ADDRESS_LENGTH);
/** Reused by `accountSlot`. */
const addressInput = new Uint8Array(ADDRESS_LENGTH);

const RECORD_LAYOUT = defineLayout({
  address: ADDRESS,
  /** Pebbles. */
  balance: u64Amount,
  /** Nonce of the last outgoing transaction; 0 before the first. */
  nonce: u32,
  /** Transactions that name the address, at least 1; one to itself counts once. */
  count: u32,
  /** 32 bytes: `extendHistory` over those transactions. */
  history: rawBytes(HASH_SIZE),
});

/** What the chain commits to for one account. */
export type AccountRecord = Readonly<LayoutValue<typeof RECORD_LAYOUT.fields>>;
/** Size of a record in bytes: 82. */
export const ACCOUNT_RECORD_SIZE = RECORD_LAYOUT.size;

/** The 82 bytes of a record. @throws ProtocolError `invalid_account_record` when a field does not fit */
export function encodeAccountRecord(record: AccountRecord): Uint8Array {
  return checked(() => RECORD_LAYOUT.encode(record));
}

/** @param bytes 82 from `offset` on @throws ProtocolError `invalid_account_record` */
export function decodeAccountRecord(bytes: Uint8Array, offset = 0): AccountRecord {
  if (bytes.length - offset < ACCOUNT_RECORD_SIZE) {
    throw new ProtocolError('invalid_account_record', `a record has ${ACCOUNT_RECORD_SIZE} bytes`);
  }
  return checked(() => RECORD_LAYOUT.decode(bytes, offset));
}

function checked<Result>(convert: () => Result): Result {
  try {
    return convert();
  } catch (error) {
    if (error instanceof RangeError) throw new ProtocolError('invalid_account_record', error.message);
    throw error;
  }
}

/** Place of an account in the tree: the SHA-256 of its address. 32 bytes. @param address 34 ASCII characters */
export function accountSlot(address: Address): Uint8Array {
  ADDRESS.write(addressInput, 0, address);
  return sha256(addressInput);
}

/** The slot of a record's address. @param record 82 bytes from `offset` on */
function recordSlot(record: Uint8Array, offset = 0): Uint8Array {
  return sha256(record.subarray(offset, offset + ADDRESS_LENGTH));
}

/** One bit of a slot. @param index 0 for the highest bit of the first byte, up to 255 */
export function slotBit(slot: Uint8Array, index: number): 0 | 1 {
  return ((slot[index >> 3]! >> (7 - (index & 7))) & 1) as 0 | 1;
}

/** Reused buffers for what is hashed. */
const bucketInput = new Uint8Array(1 + BUCKET_CAPACITY * ACCOUNT_RECORD_SIZE).fill(BUCKET_TAG, 0, 1);
const nodeInput = new Uint8Array(1 + 2 * HASH_SIZE).fill(NODE_TAG, 0, 1);

/**
 * Hash of a subtree with at most 8 records.
 * @param records 82 bytes each, one after another, ascending by slot
 * @returns 32 bytes
 * @throws RangeError for more than 8 records
 */
export function bucketHash(records: Uint8Array): Uint8Array {
  if (records.length === 0) return EMPTY_SUBTREE;
  bucketInput.set(records, 1);
  return sha256(bucketInput.subarray(0, 1 + records.length));
}

/** Hash of a subtree with more than 8 records. @param left 32 bytes @param right 32 bytes @returns 32 bytes */
export function accountNodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + HASH_SIZE);
  return sha256(nodeInput);
}

/**
 * The account root of a set of records, computed from nothing; a node keeps the tree instead.
 * @param records 82 bytes each, of different addresses, in any order
 * @returns 32 bytes
 */
export function accountRoot(records: Iterable<Uint8Array>): Uint8Array {
  const leaves = Array.from(records, (record) => ({ record, slot: recordSlot(record) }));
  leaves.sort((a, b) => compareBytes(a.slot, b.slot));
  return subtreeHash(leaves, 0);
}

function subtreeHash(leaves: readonly { record: Uint8Array; slot: Uint8Array }[], depth: number): Uint8Array {
  if (leaves.length <= BUCKET_CAPACITY) return bucketHash(concatBytes(...leaves.map(({ record }) => record)));
  const firstRight = leaves.findIndex(({ slot }) => slotBit(slot, depth) === 1);
  const middle = firstRight === -1 ? leaves.length : firstRight;
  return accountNodeHash(
    subtreeHash(leaves.slice(0, middle), depth + 1),
    subtreeHash(leaves.slice(middle), depth + 1),
  );
}

/** A transaction in the history of an address. */
export interface HistoryEntry {
  readonly height: number;
  /** Zero-based position in its block; 0 for the coinbase alone. */
  readonly index: number;
  /** 32 bytes from `historyId`. */
  readonly id: Uint8Array;
}

/**
 * What a history commits to of one transaction: its ID; of a coinbase SHA-256d of its first 85 bytes, because its last 128
 * hold the commitment itself.
 * @param raw the 213 bytes
 * @param index its position in the block
 * @returns 32 bytes
 * @throws ProtocolError `invalid_transaction` unless there are exactly 213 bytes
 */
export function historyId(raw: Uint8Array, index: number): Uint8Array {
  requireTransactionSize(raw);
  return sha256d(index === 0 ? raw.subarray(0, SIGNED_PART_SIZE) : raw);
}

const linkInput = new Uint8Array(1 + HASH_SIZE + 4 + 4 + HASH_SIZE).fill(HISTORY_TAG, 0, 1);

/** The history of an address after one more transaction. @param history 32 bytes before it @returns 32 bytes */
export function extendHistory(history: Uint8Array, { height, index, id }: HistoryEntry): Uint8Array {
  linkInput.set(history, 1);
  writeU32(linkInput, 1 + HASH_SIZE, height);
  writeU32(linkInput, 5 + HASH_SIZE, index);
  linkInput.set(id, 9 + HASH_SIZE);
  return sha256(linkInput);
}

/** A transaction of an address, as somebody shows it. */
export interface ShownTransaction extends Omit<HistoryEntry, 'id'> {
  /** The 213 bytes. */
  readonly raw: Uint8Array;
}

/**
 * The history of an address after these transactions. If it equals the record's `history`, then they are the newest ones, and
 * none of them is missing, invented, altered or out of order. If there are also `count` of them, from `EMPTY_HISTORY` on, then
 * they are all.
 * @param before 32 bytes: the history before the first of them
 * @param transactions oldest first
 * @returns 32 bytes
 * @throws ProtocolError `invalid_transaction` for one that does not have 213 bytes
 * @example
 * const shown = rows.map(({ height, index, raw }) => ({ height, index, raw }));
 * const isComplete =
 *   shown.length === record.count && equalBytes(foldHistory(EMPTY_HISTORY, shown), record.history);
 */
export function foldHistory(before: Uint8Array, transactions: Iterable<ShownTransaction>): Uint8Array {
  let history = before;
  for (const { height, index, raw } of transactions) {
    history = extendHistory(history, { height, index, id: historyId(raw, index) });
  }
  return history;
}

/** Where an address's record is, or would be. */
export interface AccountPath {
  readonly address: Address;
  /** The records of the bucket in which its slot ends, 82 bytes each, ascending by slot; possibly none. */
  readonly bucket: readonly Uint8Array[];
  /** The hash of the other subtree on each level, 32 bytes each, from the bucket up. */
  readonly siblings: readonly Uint8Array[];
}

/** Proof of an account by a block's header. */
export interface AccountProof extends AccountPath {
  /** The 213 bytes of the block's coinbase. */
  readonly coinbase: Uint8Array;
  /** Its Merkle path, nearest hash first. */
  readonly coinbasePath: readonly Uint8Array[];
}

/** What a proof contradicts. */
export type AccountProofProblem =
  | 'address'
  | 'header'
  | 'bucket'
  | 'siblings'
  | 'root'
  | 'coinbase'
  | 'coinbase_path'
  | 'history';

function refuse(reason: AccountProofProblem, message: string): never {
  throw new ProtocolError('invalid_account_proof', message, { reason });
}

/**
 * Checks a record, or that the address has none, against an account root.
 * @param root 32 bytes
 * @returns `undefined` if the address is proven unused
 * @throws ProtocolError `invalid_account_proof` with `data.reason`, an `AccountProofProblem`
 */
export function verifyAccountPath(
  { address, bucket, siblings }: AccountPath,
  root: Uint8Array,
  network: Network,
): AccountRecord | undefined {
  if (!isValidAddress(address, network)) refuse('address', `not an address of ${network.name}`);
  if (siblings.length > MAX_DEPTH) refuse('siblings', `more than ${MAX_DEPTH} levels`);
  if (siblings.some(({ length }) => length !== HASH_SIZE)) refuse('siblings', 'a sibling is not 32 bytes');
  if (bucket.length > BUCKET_CAPACITY) refuse('bucket', `more than ${BUCKET_CAPACITY} records`);
  if (bucket.some(({ length }) => length !== ACCOUNT_RECORD_SIZE))
    refuse('bucket', 'a record is not 82 bytes');
  const slot = accountSlot(address);
  const slots = bucket.map((record) => recordSlot(record));
  const depth = siblings.length;
  slots.forEach((other, index) => {
    if (index > 0 && compareBytes(slots[index - 1]!, other) >= 0) refuse('bucket', 'records out of order');
    for (let bit = 0; bit < depth; bit += 1) {
      if (slotBit(other, bit) !== slotBit(slot, bit)) refuse('bucket', 'a record of another bucket');
    }
  });
  let hash = bucketHash(concatBytes(...bucket));
  siblings.forEach((sibling, level) => {
    const isRight = slotBit(slot, depth - 1 - level) === 1;
    hash = isRight ? accountNodeHash(sibling, hash) : accountNodeHash(hash, sibling);
  });
  if (!equalBytes(hash, root)) refuse('root', 'the records do not give the account root');
  const own = slots.findIndex((other) => equalBytes(other, slot));
  return own === -1 ? undefined : decodeAccountRecord(bucket[own]!);
}

/**
 * Checks a record, or that the address has none, after the block with this header. The caller knows from elsewhere that the
 * header belongs to the chain, and how much work is on it.
 * @returns `undefined` if the address is proven unused
 * @throws ProtocolError `invalid_account_proof` with `data.reason`, an `AccountProofProblem`
 * @example
 * const proof = {
 *   address,
 *   bucket: answer.bucket.map(hexToBytes),
 *   siblings: answer.siblings.map(hexToBytes),
 *   coinbase: hexToBytes(answer.coinbase),
 *   coinbasePath: answer.coinbase_path.map(hexToBytes),
 * };
 * const record = verifyAccountProof(proof, decodeBlockHeader(checkedHeader), getNetwork('testnet'));
 * console.log(record === undefined ? 'unused' : formatCoins(record.balance));
 */
export function verifyAccountProof(
  { coinbase, coinbasePath, ...path }: AccountProof,
  header: Pick<BlockHeader, 'height' | 'miner' | 'merkleRoot'>,
  network: Network,
): AccountRecord | undefined {
  if (coinbase.length !== TRANSACTION_SIZE) refuse('coinbase', `it does not have ${TRANSACTION_SIZE} bytes`);
  const { chain, fromAddress, toAddress, nonce } = coinbaseBody(coinbase);
  if (fromAddress !== COINBASE_SENDER) refuse('coinbase', 'not a coinbase');
  if (chain !== network.chainId) refuse('coinbase', `not of ${network.name}`);
  if (nonce !== header.height) refuse('coinbase', "its nonce is not the block's height");
  if (toAddress !== header.miner) refuse('coinbase', "it does not pay the block's miner");
  if (coinbasePath.length > MAX_COINBASE_PATH)
    refuse('coinbase_path', `more than ${MAX_COINBASE_PATH} hashes`);
  const inBlock = verifyMerklePath({
    leaf: sha256d(coinbase),
    index: 0,
    // The block's transaction count is unknown here; at index 0, any of the path's length gives the same hashes.
    size: 2 ** coinbasePath.length,
    path: coinbasePath,
    root: hexToBytes(header.merkleRoot),
  });
  if (!inBlock) refuse('coinbase_path', "it does not give the block's Merkle root");
  return verifyAccountPath(path, accountRootOf(coinbase), network);
}

function coinbaseBody(coinbase: Uint8Array): ReturnType<typeof decodeTransactionBody> {
  try {
    return decodeTransactionBody(coinbase);
  } catch (error) {
    if (error instanceof ProtocolError) refuse('coinbase', error.message);
    throw error;
  }
}

/** The account root that a coinbase contains: a view of 32 of its bytes. @param coinbase 213 bytes, or the block's transactions */
export function accountRootOf(coinbase: Uint8Array): Uint8Array {
  return coinbase.subarray(ACCOUNT_ROOT_OFFSET, ACCOUNT_ROOT_OFFSET + HASH_SIZE);
}
