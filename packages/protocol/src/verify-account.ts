import {
  ACCOUNT_RECORD_SIZE,
  type AccountProofProblem,
  type AccountRecord,
  EMPTY_HISTORY,
  foldHistory,
  type ShownTransaction,
  verifyAccountProof,
} from './account-commitment.ts';
import { COINBASE_SENDER } from './address.ts';
import { type BlockHeader, blockId, decodeBlockHeader, HEADER_SIZE } from './block-header.ts';
import { equalBytes, hexToBytes } from './bytes.ts';
import { ProtocolError } from './errors.ts';
import type { Address, BlockId, TransactionId } from './identifiers.ts';
import type { Network } from './networks.ts';
import { decodeTransaction, type Transaction, TRANSACTION_SIZE, transactionId } from './transaction.ts';

const HASH_SIZE = 32;

/** An answer of `GET /api/v1/addresses/{address}/proof`, from anybody: bytes in hexadecimal digits. */
export interface AccountAnswer {
  readonly network: string;
  readonly address: string;
  readonly block_height: number;
  readonly block_id: string;
  readonly header: string;
  readonly coinbase: string;
  readonly coinbase_path: readonly string[];
  readonly bucket: readonly string[];
  readonly siblings: readonly string[];
  /** With `?rows=N`: newest first. */
  readonly rows?:
    | readonly { readonly height: number; readonly index: number; readonly raw: string }[]
    | undefined;
  /** With `?rows=N`: the history before the oldest row. */
  readonly history_before?: string | undefined;
}

/** A transaction of an address, decoded from bytes that its history contains. */
export interface AccountRow extends ShownTransaction {
  /** `undefined` for a coinbase: its history has the first 85 bytes, so the last 128 (`unlockSig`), and the ID, are not proven. */
  readonly id: TransactionId | undefined;
  readonly transaction: Transaction;
}

/** An account after the block of a header, and the newest part of its history, all of it computed from checked bytes. */
export interface VerifiedAccount {
  /** Not proven to be in a chain: compare `id` with a block of a `HeaderChain`. */
  readonly header: BlockHeader;
  readonly id: BlockId;
  /** `undefined` for an address that no transaction names. */
  readonly record: AccountRecord | undefined;
  /** Newest first, none left out. */
  readonly rows: readonly AccountRow[];
  /** 32 bytes: the history before the oldest row, to which older rows must fold. */
  readonly before: Uint8Array;
  /** Transactions of the address that are older than the oldest row; 0 if the history was read to its end. */
  readonly missing: number;
}

export interface AccountQuestion {
  /** What was asked for: an answer of another address is refused. */
  readonly address: Address;
  readonly network: Network;
  /** The verified chunk after which this one was asked for, with `before=HEIGHT-INDEX` of its oldest row. */
  readonly newer?: VerifiedAccount | undefined;
}

/**
 * Checks a whole answer of the proof route (PROTOCOL.md section 9): the header gives the block's ID, the coinbase is in the block,
 * its account root contains the record or shows that there is none, and the rows are the newest transactions of the address, none
 * missing, invented, altered or out of order. Nobody needs to be trusted for it but the chain that the header belongs to, which a
 * `HeaderChain` checks.
 *
 * A longer history is read in chunks of up to 100 rows: ask again with `before` of the oldest row, and pass the chunk as `newer`.
 * @throws ProtocolError `invalid_account_proof` with `data.reason`, an `AccountProofProblem`; another code for malformed bytes
 * @example
 * const url = `https://explorer.example/api/v1/addresses/${address}/proof?rows=100`;
 * const answer = await (await fetch(url)).json();
 * const { header, id, record, rows, missing } = verifyAccount(answer, { address, network });
 * if (chain.height !== header.height || chain.id !== id) throw new Error('not the tip of the checked chain');
 * console.log(formatCoins(record?.balance ?? 0n), 'CRN after', rows.length + missing, 'transactions');
 */
export function verifyAccount(
  answer: AccountAnswer,
  { address, network, newer }: AccountQuestion,
): VerifiedAccount {
  if (answer.address !== address) refuse('address', `of ${answer.address}, not of ${address}`);
  if (answer.network !== network.name) refuse('header', `of ${answer.network}, not of ${network.name}`);
  const headerBytes = bytesOf('header', answer.header, HEADER_SIZE);
  const header = decodeBlockHeader(headerBytes);
  const id = blockId(headerBytes);
  if (answer.block_id !== id) refuse('header', 'it does not give the block ID');
  if (answer.block_height !== header.height) refuse('header', 'it is of another height');
  const proof = {
    address,
    coinbase: bytesOf('coinbase', answer.coinbase, TRANSACTION_SIZE),
    coinbasePath: listOf('coinbase_path', answer.coinbase_path, HASH_SIZE),
    bucket: listOf('bucket', answer.bucket, ACCOUNT_RECORD_SIZE),
    siblings: listOf('siblings', answer.siblings, HASH_SIZE),
  };
  const record = verifyAccountProof(proof, header, network);
  const expected = newer?.before ?? record?.history ?? EMPTY_HISTORY;
  const count = newer?.missing ?? record?.count ?? 0;
  if (answer.rows === undefined) return { header, id, record, rows: [], before: expected, missing: count };

  const rows = arrayOf('history', answer.rows).map((row) => readRow(row, address, network));
  const newest = newer?.rows.at(-1) ?? { height: header.height + 1, index: 0 };
  for (const [position, row] of rows.entries()) {
    if (!isOlder(row, rows[position - 1] ?? newest)) refuse('history', 'rows out of order');
  }
  const before = bytesOf('history', answer.history_before, HASH_SIZE);
  if (!equalBytes(foldHistory(before, rows.toReversed()), expected)) {
    refuse('history', 'the rows do not give the history of the record');
  }
  const missing = count - rows.length;
  if (missing < 0 || (missing === 0) !== equalBytes(before, EMPTY_HISTORY)) {
    refuse('history', 'not as many transactions as the record counts');
  }
  return { header, id, record, rows, before, missing };
}

type Location = Pick<ShownTransaction, 'height' | 'index'>;

const isOlder = (one: Location, other: Location): boolean =>
  one.height === other.height ? one.index < other.index : one.height < other.height;

function readRow(
  { height, index, raw: hex }: NonNullable<AccountAnswer['rows']>[number],
  address: Address,
  network: Network,
): AccountRow {
  const raw = bytesOf('history', hex, TRANSACTION_SIZE);
  const transaction = decodeTransaction(raw);
  const { chain, fromAddress, toAddress } = transaction;
  if (chain !== network.chainId) refuse('history', `a row is not of ${network.name}`);
  if (fromAddress !== address && toAddress !== address) refuse('history', 'a row does not name the address');
  if ((fromAddress === COINBASE_SENDER) !== (index === 0)) refuse('history', 'a coinbase at another place');
  return { height, index, raw, transaction, id: index === 0 ? undefined : transactionId(raw) };
}

function refuse(reason: AccountProofProblem, message: string): never {
  throw new ProtocolError('invalid_account_proof', message, { reason });
}

function bytesOf(reason: AccountProofProblem, hex: unknown, size: number): Uint8Array {
  if (typeof hex !== 'string' || hex.length !== 2 * size) refuse(reason, `not ${size} bytes`);
  return hexToBytes(hex);
}

function arrayOf<Item>(reason: AccountProofProblem, list: readonly Item[]): readonly Item[] {
  return Array.isArray(list) ? list : refuse(reason, 'not a list');
}

const listOf = (reason: AccountProofProblem, list: readonly string[], size: number): Uint8Array[] =>
  arrayOf(reason, list).map((hex) => bytesOf(reason, hex, size));
