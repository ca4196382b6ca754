import {
  type BlockId,
  blockSize,
  BlockTransactions,
  bytesToHex,
  checkCoinbase,
  checkTransaction,
  concatBytes,
  countTransactions,
  decodeTransactionBody,
  formatPebbles,
  HEADER_SIZE,
  isCoinbase,
  merkleRoot,
  type Network,
  splitBlock,
  subsidyAt,
  TRANSACTION_SIZE,
  type TransactionBody,
  transactionId,
  transactionIdBytes,
  transactionOffset,
  verifyTransactionSignature,
} from '@cairn/protocol';
import { type Findings, Unavailable } from './findings.ts';
import { type HeaderBytes, readHeader } from './header.ts';
import type { ApiSource } from './source.ts';
import { bytesOfShown, compareTransaction, type ShownTransaction } from './transaction.ts';

/** Blocks up to this size are fetched whole without being asked to: about 4,900 transactions. */
export const WHOLE_BLOCK_LIMIT = 1024 * 1024;

/** A whole block's bytes, taken apart. */
export interface WholeBlock {
  readonly header: HeaderBytes;
  readonly transactions: readonly Uint8Array[];
  readonly size: number;
  readonly source: string;
}

/** Takes a block apart. @throws ProtocolError where the bytes are no block's */
export function readBlock(raw: Uint8Array, source: string): WholeBlock {
  const header = readHeader(raw, source);
  countTransactions(raw.length);
  return { header, transactions: splitBlock(raw).transactionBytes, size: raw.length, source };
}

/** The bytes of the block that a page shows: all of them, or its beginning. */
export interface BlockBytes {
  readonly header: HeaderBytes;
  /** Absent for a block that is larger than what may be fetched. */
  readonly whole: WholeBlock | undefined;
  /** A transaction's bytes, where they were fetched. */
  readonly transactionAt: (index: number) => Uint8Array | undefined;
  readonly source: string;
}

export interface BlockBytesOptions {
  readonly reference: string | number;
  /** Transactions in the block, as the API says: decides how much is fetched. */
  readonly count: number;
  /** Of a larger block, the transaction at this place is fetched too, if it lies within the limit. */
  readonly needed: number;
  /** Bytes of a block that may be fetched whole. */
  readonly limit: number;
  readonly onProgress: (bytes: number, total: number) => void;
}

/** Fetches a block's bytes, or their beginning. @throws ProtocolError where they are no block's */
export async function fetchBlock(source: ApiSource, options: BlockBytesOptions): Promise<BlockBytes> {
  const { reference, count, needed, limit, onProgress } = options;
  const size = blockSize(count);
  const isWhole = size <= limit;
  const end = transactionOffset(needed + 1);
  const most = isWhole ? limit : end <= limit ? end : transactionOffset(1);
  const raw = await source.rawBlock(reference, most, (bytes) => onProgress(bytes, isWhole ? size : most));
  const route = `/api/v1/blocks/${reference}/raw`;
  if (isWhole) {
    const whole = readBlock(raw, route);
    return {
      header: whole.header,
      whole,
      transactionAt: (index) => whole.transactions[index],
      source: route,
    };
  }
  const transactionAt = (index: number) => {
    const bytes = raw.subarray(transactionOffset(index), transactionOffset(index + 1));
    return bytes.length === TRANSACTION_SIZE ? bytes : undefined;
  };
  return { header: readHeader(raw, route), whole: undefined, transactionAt, source: route };
}

/** Contents of a block as its page shows them, in the API's names. */
export interface ShownContents {
  readonly transaction_count: number;
  readonly size_bytes: number;
  readonly total_fees: string;
  readonly reward: string;
}

/** The IDs of all transactions hash to the root in the header. */
export function checkRoot(findings: Findings, { header, transactions, source }: WholeBlock): void {
  const root = bytesToHex(merkleRoot(transactions.map((raw) => transactionIdBytes(raw))));
  findings.tell('source', source);
  findings.tell('leaves', transactions.length);
  findings.tell('root', root);
  findings.compare('merkle_root', header.header.merkleRoot, root);
}

/** Size and count are those of the bytes. */
export function checkSize(findings: Findings, { size }: WholeBlock, shown: ShownContents): void {
  const count = countTransactions(size);
  findings.tell('size', size);
  findings.compare('transaction_count', shown.transaction_count, count);
  findings.compare('size_bytes', shown.size_bytes, blockSize(count));
}

function columnsOf({ transactions }: WholeBlock): BlockTransactions {
  return new BlockTransactions(concatBytes(...transactions)).readAll();
}

/**
 * Fees and reward are the sums of the bytes, and the coinbase pays subsidy and fees to the header's miner. The first
 * block has a rule of its own, which the step of the network covers.
 * @param shown absent for a pasted block, which claims nothing beside its bytes
 */
export function checkReward(
  findings: Findings,
  block: WholeBlock,
  network: Network,
  shown?: ShownContents,
): void {
  const { header } = block.header;
  const transactions = findings.rule(() => columnsOf(block));
  if (transactions === undefined) return;
  const fees = formatPebbles(transactions.totalFees);
  const reward = formatPebbles(transactions.values[0] ?? 0n);
  findings.tell('source', block.source);
  if (header.height > 0) findings.tell('subsidy', formatPebbles(subsidyAt(header.height)));
  findings.tell('fees', fees);
  findings.tell('reward', reward);
  if (shown !== undefined) {
    findings.compare('total_fees', shown.total_fees, fees);
    findings.compare('reward', shown.reward, reward);
  }
  if (header.height > 0) findings.rule(() => checkCoinbase(header, transactions, network));
}

/** The coinbase of a block that was not fetched whole: its bytes are known, the fees are the API's word. */
export function checkClaimedReward(findings: Findings, block: BlockBytes, shown: ShownContents): void {
  const { header } = block.header;
  const body = checkFirstTransaction(findings, block.transactionAt(0) ?? new Uint8Array(), block);
  if (body === undefined) return;
  findings.compare('reward', shown.reward, formatPebbles(body.value));
  if (header.height > 0) {
    const fees = formatPebbles(body.value - subsidyAt(header.height));
    findings.compare('total_fees', shown.total_fees, fees);
  }
}

/** A coinbase looked at by itself, with its whole block where that is at hand. @returns what it holds */
export function checkFirstTransaction(
  findings: Findings,
  raw: Uint8Array,
  { header: { header, source }, whole }: BlockBytes,
  network?: Network,
): TransactionBody | undefined {
  const body = findings.rule(() => decodeTransactionBody(raw));
  if (body === undefined) return undefined;
  if (!isCoinbase(body)) findings.problems.push('the first transaction is no coinbase');
  if (body.nonce !== header.height) findings.problems.push('its nonce is not the height');
  if (body.fee !== 0n) findings.problems.push('it has a fee');
  if (body.toAddress !== header.miner) findings.problems.push("it does not pay the header's miner");
  findings.tell('source', `${source} [${HEADER_SIZE}–]`);
  findings.tell('reward', formatPebbles(body.value));
  if (header.height > 0) findings.tell('subsidy', formatPebbles(subsidyAt(header.height)));
  if (whole === undefined) findings.limit = { code: 'fees_unknown' };
  else if (header.height > 0 && network !== undefined) {
    findings.rule(() => checkCoinbase(header, columnsOf(whole), network));
  }
  return body;
}

/** Signatures that are verified of a block without being asked to: about two milliseconds each. */
export const SIGNATURE_LIMIT = 300;
/** Bad transfers that are named at most. */
const NAMED = 20;

/**
 * Each transfer keeps the rules that need nothing else: chain, addresses, amount, signature, key.
 * @param most signatures at most; the rest is left out and said so
 * @param onProgress called now and then with the number that are done
 */
export function checkTransfers(
  findings: Findings,
  { transactions, source }: WholeBlock,
  { network, most, onProgress }: { network: Network; most: number; onProgress: (done: number) => void },
): void {
  const transfers = transactions.slice(1);
  for (const [index, raw] of transfers.slice(0, most).entries()) {
    if (!isGoodTransfer(raw, network) && findings.problems.length < NAMED) {
      findings.problems.push(`transaction ${index + 1}: ${transactionId(raw)}`);
    }
    if (index % 20 === 19) onProgress(index + 1);
  }
  findings.tell('source', source);
  findings.tell('signatures', Math.min(most, transfers.length));
  if (transfers.length > most) findings.limit = { code: 'many_transfers', count: transfers.length - most };
}

function isGoodTransfer(raw: Uint8Array, network: Network): boolean {
  try {
    checkTransaction(decodeTransactionBody(raw), network);
    return verifyTransactionSignature(raw, network);
  } catch {
    return false; // malformed or against a rule: either way it is named as a bad one
  }
}

/** A row of the page's list of transactions. */
export interface ShownRow extends ShownTransaction {
  readonly transaction_index: number;
  readonly block_height: number;
  readonly block_id: BlockId;
  readonly block_timestamp: number;
}

/** The transactions that the page lists. */
export interface ShownRows {
  readonly items: readonly ShownRow[];
  /** Position in the block at which the list begins. */
  readonly offset: number;
  /** Rows that the page has room for. */
  readonly limit: number;
  /** Transactions in the block, as the list says. */
  readonly total: number;
}

/**
 * Every transaction that the page lists is what the bytes at its place hold, and none is left out. Without the block's
 * bytes each row's own fields must hash to its ID; its position is then the API's word.
 * @param count transactions in the block
 */
export function checkRows(findings: Findings, shown: ShownRows, block: BlockBytes, count: number): void {
  const { header, id } = block.header;
  const { items, offset, limit, total } = shown;
  findings.tell('source', block.source);
  findings.tell('count', items.length);
  findings.compare('pagination.total', total, count);
  findings.compare('items.length', items.length, Math.max(0, Math.min(limit, count - offset)));
  for (const [place, row] of items.entries()) {
    findings.compare(`items[${place}].transaction_index`, row.transaction_index, offset + place);
    const prefix = `[${row.transaction_index}].`;
    findings.compare(`${prefix}block_height`, row.block_height, header.height);
    findings.compare(`${prefix}block_id`, row.block_id, id);
    findings.compare(`${prefix}block_timestamp`, row.block_timestamp, header.timestamp);
    const raw = block.whole === undefined ? bytesOfAnswer(row) : block.transactionAt(row.transaction_index);
    if (raw === undefined) {
      findings.problems.push(`${prefix}id: the block has no transaction there`);
      continue;
    }
    findings.compare(`${prefix}id`, row.id, transactionId(raw));
    compareTransaction(findings, raw, row, prefix);
  }
  if (block.whole === undefined) findings.limit = { code: 'large_block', count };
}

/**
 * The 213 bytes that an answer's fields encode.
 * @throws Unavailable where the answer leaves the signature out, as the contract lets it; ProtocolError where a field
 *   does not fit
 */
export function bytesOfAnswer(shown: ShownTransaction): Uint8Array {
  if (shown.unlock_sig === null) throw new Unavailable('not_supported');
  return bytesOfShown(shown);
}
