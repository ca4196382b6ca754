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
import { type HeaderBytes, readHeader } from './header-checks.ts';
import type { ApiSource } from './api-source.ts';
import { bytesOfShown, compareTransaction, type ShownTransaction } from './transaction-checks.ts';

/** Largest block that is fetched whole unless the user asks for it, in bytes: about 4,900 transactions. */
export const WHOLE_BLOCK_LIMIT = 1024 * 1024;

/** A whole block's header and transactions. */
export interface WholeBlock {
  readonly header: HeaderBytes;
  readonly transactions: readonly Uint8Array[];
  readonly size: number;
  readonly source: string;
}

/** Splits a block into header and transactions. @throws ProtocolError if the bytes are not a block */
export function readBlock(raw: Uint8Array, source: string): WholeBlock {
  const header = readHeader(raw, source);
  countTransactions(raw.length);
  return { header, transactions: splitBlock(raw).transactionBytes, size: raw.length, source };
}

/** Bytes of a page's block: all, or the beginning of a large one. */
export interface BlockBytes {
  readonly header: HeaderBytes;
  /** Absent for a block that was not fetched whole. */
  readonly whole: WholeBlock | undefined;
  /** Bytes of a transaction; `undefined` if they were not fetched. */
  readonly transactionAt: (index: number) => Uint8Array | undefined;
  readonly source: string;
}

interface BlockBytesOptions {
  readonly reference: string | number;
  /** Transactions in the block, as the API says: decides whether it is fetched whole. */
  readonly count: number;
  /** Index of a transaction to fetch of a large block, if it lies within the limit. */
  readonly needed: number;
  /** Most bytes to fetch. */
  readonly limit: number;
  readonly onProgress: (bytes: number, total: number) => void;
}

/** Fetches a block, or the beginning of a large one. @throws ProtocolError if the bytes are not a block */
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
interface ShownContents {
  readonly transaction_count: number;
  readonly size_bytes: number;
  readonly total_fees: string;
  readonly reward: string;
}

/** Checks that the IDs of all transactions hash to the root in the header. */
export function checkRoot(findings: Findings, { header, transactions, source }: WholeBlock): void {
  const root = bytesToHex(merkleRoot(transactions.map((raw) => transactionIdBytes(raw))));
  findings.note('source', source);
  findings.note('leaves', transactions.length);
  findings.note('root', root);
  findings.compare('merkle_root', header.header.merkleRoot, root);
}

/** Checks size and number of transactions. */
export function checkSize(findings: Findings, { size }: WholeBlock, shown: ShownContents): void {
  const count = countTransactions(size);
  findings.note('size', size);
  findings.compare('transaction_count', shown.transaction_count, count);
  findings.compare('size_bytes', shown.size_bytes, blockSize(count));
}

function columnsOf({ transactions }: WholeBlock): BlockTransactions {
  return new BlockTransactions(concatBytes(...transactions)).readAll();
}

/**
 * Checks fees and reward against the bytes, and that the coinbase pays subsidy and fees to the header's miner. The genesis
 * block has other rules, which the network step covers.
 * @param shown absent for a pasted block
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
  findings.note('source', block.source);
  if (header.height > 0) findings.note('subsidy', formatPebbles(subsidyAt(header.height)));
  findings.note('fees', fees);
  findings.note('reward', reward);
  if (shown !== undefined) {
    findings.compare('total_fees', shown.total_fees, fees);
    findings.compare('reward', shown.reward, reward);
  }
  if (header.height > 0) findings.rule(() => checkCoinbase(header, transactions, network));
}

/** Checks the reward of a block that was not fetched whole: the fees are then the API's claim. */
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

/** Checks a coinbase, and the fees in it if the whole block was fetched. @returns the decoded coinbase */
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
  findings.note('source', `${source} [${HEADER_SIZE}–]`);
  findings.note('reward', formatPebbles(body.value));
  if (header.height > 0) findings.note('subsidy', formatPebbles(subsidyAt(header.height)));
  if (whole === undefined) findings.limit = { code: 'fees_unknown' };
  else if (header.height > 0 && network !== undefined) {
    findings.rule(() => checkCoinbase(header, columnsOf(whole), network));
  }
  return body;
}

/** Most signatures of a block that are verified unless the user asks for all: about two milliseconds each. */
export const SIGNATURE_LIMIT = 300;
/** Most invalid transfers that are reported. */
const NAMED = 20;

/**
 * Checks each transfer on its own: chain, addresses, amount, signature, key.
 * @param most signatures to verify; the number left out is reported
 * @param onProgress called now and then with the number of checked transfers
 */
export function checkTransfers(
  findings: Findings,
  { transactions, source }: WholeBlock,
  { network, most, onProgress }: { network: Network; most: number; onProgress: (done: number) => void },
): void {
  const transfers = transactions.slice(1);
  for (const [index, raw] of transfers.slice(0, most).entries()) {
    if (!isValidTransfer(raw, network) && findings.problems.length < NAMED) {
      findings.problems.push(`transaction ${index + 1}: ${transactionId(raw)}`);
    }
    if (index % 20 === 19) onProgress(index + 1);
  }
  findings.note('source', source);
  findings.note('signatures', Math.min(most, transfers.length));
  if (transfers.length > most) findings.limit = { code: 'many_transfers', count: transfers.length - most };
}

function isValidTransfer(raw: Uint8Array, network: Network): boolean {
  try {
    checkTransaction(decodeTransactionBody(raw), network);
    return verifyTransactionSignature(raw, network);
  } catch {
    return false; // malformed, or against a rule
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
  /** Position in the block of the first row. */
  readonly offset: number;
  /** Most rows of the page. */
  readonly limit: number;
  /** Transactions in the block, as the list says. */
  readonly total: number;
}

/**
 * Checks that each listed transaction is the one at its position in the block, and that none is missing. If the block was not
 * fetched whole, each row's fields must hash to its ID, and its position is the API's claim.
 * @param count transactions in the block
 */
export function checkRows(findings: Findings, shown: ShownRows, block: BlockBytes, count: number): void {
  const { header, id } = block.header;
  const { items, offset, limit, total } = shown;
  findings.note('source', block.source);
  findings.note('count', items.length);
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
 * Encodes an answer's fields in 213 bytes.
 * @throws Unavailable if the answer has no signature, which is optional in the contract; ProtocolError if a field does not
 *   fit
 */
export function bytesOfAnswer(shown: ShownTransaction): Uint8Array {
  if (shown.unlock_sig === null) throw new Unavailable('not_supported');
  return bytesOfShown(shown);
}
