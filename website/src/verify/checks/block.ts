import {
  blockSize,
  BlockTransactions,
  checkCoinbase,
  checkTransaction,
  concatBytes,
  countTransactions,
  decodeTransactionBody,
  formatPebbles,
  isCoinbase,
  type Network,
  subsidyAt,
  type TransactionBody,
  transactionId,
  verifyTransactionSignature,
} from '@cairn/protocol';
import type { CheckResult, Reason } from '../model.ts';
import type { HeaderBytes } from './header.ts';
import { check, compare, type Findings, rule, tell } from './result.ts';
import { compareTransaction, type ShownTransaction } from './transaction.ts';

/** What the page says of the block's contents, in the API's names. */
export interface ShownContents {
  readonly transaction_count: number;
  readonly size_bytes: number;
  readonly total_fees: string;
  readonly reward: string;
}

/** A whole block's bytes, taken apart. */
export interface WholeBlock {
  readonly header: HeaderBytes;
  readonly transactions: readonly Uint8Array[];
  readonly size: number;
  readonly source: string;
}

/** Size and count are those of the bytes. */
export function checkBlockSize(block: WholeBlock, shown: ShownContents): CheckResult {
  return check('blockSize', (findings) => {
    const count = countTransactions(block.size);
    tell(findings, 'source', block.source);
    tell(findings, 'size', block.size);
    tell(findings, 'count', count);
    compare(findings, 'transaction_count', shown.transaction_count, count);
    compare(findings, 'size_bytes', shown.size_bytes, blockSize(count));
  });
}

/** Size and count of a block that was not fetched whole: only that they fit each other. */
export function checkClaimedSize(shown: ShownContents, limit: Reason): CheckResult {
  return check('blockSize', (findings) => {
    compare(findings, 'size_bytes', shown.size_bytes, blockSize(shown.transaction_count));
    findings.limit = limit;
  });
}

function columnsOf(block: WholeBlock): BlockTransactions {
  return new BlockTransactions(concatBytes(...block.transactions));
}

/**
 * Fees and reward are the sums of the bytes, and the coinbase pays subsidy and fees to the header's miner. The first
 * block has a rule of its own, which the check of the genesis covers.
 */
export function checkReward(block: WholeBlock, shown: ShownContents, network: Network): CheckResult {
  return check('reward', (findings) => {
    const { header } = block.header;
    const transactions = columnsOf(block);
    if (!rule(findings, () => void transactions.readAll())) return;
    const { totalFees: fees } = transactions;
    const reward = transactions.values[0] ?? 0n;
    tell(findings, 'source', block.source);
    if (header.height > 0) tell(findings, 'subsidy', formatPebbles(subsidyAt(header.height)));
    tell(findings, 'fees', formatPebbles(fees));
    tell(findings, 'reward', formatPebbles(reward));
    compare(findings, 'total_fees', shown.total_fees, formatPebbles(fees));
    compare(findings, 'reward', shown.reward, formatPebbles(reward));
    if (header.height > 0) rule(findings, () => checkCoinbase(header, transactions, network));
  });
}

/** The coinbase of a block that was not fetched whole: its bytes are known, the fees are the API's word. */
export function checkClaimedReward(
  coinbase: Uint8Array,
  header: HeaderBytes,
  shown: ShownContents,
  source: string,
): CheckResult {
  return check('reward', (findings) => {
    if (!rule(findings, () => void decodeTransactionBody(coinbase))) return;
    const body = decodeTransactionBody(coinbase);
    const fees = BigInt(shown.total_fees);
    tell(findings, 'source', source);
    tell(findings, 'reward', formatPebbles(body.value));
    compare(findings, 'reward', shown.reward, formatPebbles(body.value));
    judgeCoinbaseAlone(findings.problems, body, header);
    if (header.header.height > 0) {
      const expected = subsidyAt(header.header.height) + fees;
      tell(findings, 'subsidy', formatPebbles(subsidyAt(header.header.height)));
      compare(findings, 'total_fees', shown.total_fees, formatPebbles(body.value - expected + fees));
    }
    findings.limit = { code: 'fees_unknown' };
  });
}

function judgeCoinbaseAlone(problems: string[], body: TransactionBody, { header }: HeaderBytes): void {
  if (!isCoinbase(body)) problems.push('the first transaction is no coinbase');
  if (body.nonce !== header.height) problems.push('its nonce is not the height');
  if (body.fee !== 0n) problems.push('it has a fee');
  if (body.toAddress !== header.miner) problems.push("it does not pay the header's miner");
}

/** Rules of a coinbase that is looked at by itself, with its whole block where that is at hand. */
export function checkCoinbaseAlone(
  raw: Uint8Array,
  header: HeaderBytes,
  block: WholeBlock | undefined,
  network: Network,
): CheckResult {
  return check('coinbase', (findings) => {
    if (!rule(findings, () => void decodeTransactionBody(raw))) return;
    const body = decodeTransactionBody(raw);
    const { height } = header.header;
    judgeCoinbaseAlone(findings.problems, body, header);
    tell(findings, 'source', block?.source ?? header.source);
    tell(findings, 'reward', formatPebbles(body.value));
    if (height === 0) return;
    tell(findings, 'subsidy', formatPebbles(subsidyAt(height)));
    if (block === undefined) findings.limit = { code: 'fees_unknown' };
    else rule(findings, () => checkCoinbase(header.header, columnsOf(block).readAll(), network));
  });
}

/** Signatures that are verified of a block without being asked to: about two milliseconds each. */
export const SIGNATURE_LIMIT = 300;

/**
 * Each transfer keeps the rules that need nothing else: chain, addresses, amount, signature, key.
 * @param onProgress called now and then with the number that are done
 * @param most signatures at most; the rest is left out and said so
 */
export function judgeTransfers(
  block: WholeBlock,
  network: Network,
  onProgress: (done: number) => void,
  most: number,
): CheckResult {
  const problems: string[] = [];
  const transfers = block.transactions.slice(1);
  for (const [index, raw] of transfers.slice(0, most).entries()) {
    if (!isGoodTransfer(raw, network)) problems.push(`transaction ${index + 1}: ${transactionId(raw)}`);
    if (index % 20 === 19) onProgress(index + 1);
  }
  return check('transfers', (findings) => {
    findings.problems.push(...problems.slice(0, 20));
    tell(findings, 'source', block.source);
    tell(findings, 'signatures', Math.min(most, transfers.length));
    if (transfers.length > most) findings.limit = { code: 'many_transfers', count: transfers.length - most };
  });
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
  readonly block_id: string;
  readonly block_timestamp: number;
}

/** What the page lists of the block's transactions. */
export interface ShownRows {
  readonly items: readonly ShownRow[];
  /** Position in the block at which the list begins. */
  readonly offset: number;
  /** Rows that the page has room for. */
  readonly limit: number;
  /** Transactions in the block, as the list says. */
  readonly total: number;
}

/** The list has all the rows that belong on it, each once and in order. @param count transactions in the block */
export function compareListing(findings: Findings, shown: ShownRows, count: number): void {
  const { items, offset, limit, total } = shown;
  compare(findings, 'pagination.total', total, count);
  compare(findings, 'items.length', items.length, Math.max(0, Math.min(limit, count - offset)));
  for (const [place, row] of items.entries()) {
    compare(findings, `items[${place}].transaction_index`, row.transaction_index, offset + place);
  }
}

/** Every transaction that the page lists is what the bytes at its place hold, and none is left out. */
export function checkRows(shown: ShownRows, block: WholeBlock): CheckResult {
  const { header, id } = block.header;
  return check('rows', (findings) => {
    tell(findings, 'source', block.source);
    tell(findings, 'count', shown.items.length);
    compareListing(findings, shown, block.transactions.length);
    for (const row of shown.items) {
      const prefix = `[${row.transaction_index}].`;
      compare(findings, `${prefix}block_height`, row.block_height, header.height);
      compare(findings, `${prefix}block_id`, row.block_id, id);
      compare(findings, `${prefix}block_timestamp`, row.block_timestamp, header.timestamp);
      const raw = block.transactions[row.transaction_index];
      if (raw === undefined) {
        findings.problems.push(`${prefix}id: the block has no transaction there`);
        continue;
      }
      compare(findings, `${prefix}id`, row.id, transactionId(raw));
      compareTransaction(findings, raw, row, prefix);
    }
  });
}
