import type { BlockSummary, ExplorerTransaction } from '@cairn/api/explorer';
import {
  type BlockHeader,
  blockId,
  type BlockId,
  blockIdBytes,
  blockSize,
  BlockTransactions,
  blockWork,
  bytesToHex,
  checkCoinbase,
  checkTransaction,
  concatBytes,
  decodeBits,
  decodeBlockHeader,
  decodeTransactionBody,
  formatBits,
  HEADER_SIZE,
  meetsTarget,
  merkleRoot,
  type Network,
  splitBlock,
  subsidyAt,
  transactionId,
  transactionIdBytes,
  verifyTransactionSignature,
} from '@cairn/protocol';
import { type Findings, isBrokenRule } from './findings.ts';
import { fieldsOf } from './transaction-checks.ts';

/** A header's 118 bytes, the decoded header, and the source of the bytes. */
export interface HeaderBytes {
  readonly bytes: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID: the hash of the bytes. */
  readonly id: BlockId;
  /** API route that served the bytes; absent for the user's input. */
  readonly source?: string | undefined;
}

/** Reads the header at the beginning of some bytes. @throws ProtocolError if they are not a header */
export function readHeader(bytes: Uint8Array, source?: string): HeaderBytes {
  const own = bytes.slice(0, HEADER_SIZE);
  return { bytes: own, header: decodeBlockHeader(own), id: blockId(own), source };
}

/** A whole block. */
export interface BlockBytes {
  readonly header: HeaderBytes;
  /** 213 bytes each, the coinbase first. */
  readonly transactions: readonly Uint8Array[];
}

/** Splits a block into header and transactions. @throws ProtocolError if the bytes are not a block */
export function readBlock(raw: Uint8Array, source?: string): BlockBytes {
  return { header: readHeader(raw, source), transactions: splitBlock(raw).transactionBytes };
}

/** Checks the ID and every header field that the page shows against the bytes. */
export function checkShownHeader(findings: Findings, { header, id }: HeaderBytes, shown: BlockSummary): void {
  findings.compareAll(shown, {
    id,
    version: header.version,
    height: header.height,
    prev_block_hash: header.previousBlockId,
    merkle_root: header.merkleRoot,
    miner: header.miner,
    timestamp: header.timestamp,
    bits: formatBits(header.bits),
    nonce: header.nonce,
  });
}

/**
 * Checks the proof of work: the block ID as a number is at most the target of the header's bits.
 * @param network if given, the bits are also checked against its easiest target, if it has one
 * @throws ProtocolError for bits that are not a target
 */
export function checkWork(
  findings: Findings,
  { bytes, header, id, source }: HeaderBytes,
  network?: Network,
): void {
  findings.note('source', source);
  findings.note('id', id);
  const target = decodeBits(header.bits);
  const easiest = network?.proofOfWorkLimitBits;
  if (easiest !== undefined && target > decodeBits(easiest)) {
    findings.compare('bits', formatBits(header.bits), formatBits(easiest));
  }
  findings.note('target', target.toString(16).padStart(64, '0'));
  findings.note('work', Number(blockWork(header.bits)));
  if (!meetsTarget(blockIdBytes(bytes), header.bits)) findings.problems.push('the ID is above the target');
}

/** Checks that the IDs of all transactions hash to the root in the header, which also proves their number and order. */
export function checkRoot(findings: Findings, { header, transactions }: BlockBytes): void {
  const root = bytesToHex(merkleRoot(transactions.map(transactionIdBytes)));
  findings.note('source', header.source);
  findings.note('leaves', transactions.length);
  findings.note('root', root);
  findings.compare('merkle_root', header.header.merkleRoot, root);
}

/** Checks the shown number of transactions and the shown size of the block. */
export function checkSize(findings: Findings, { transactions }: BlockBytes, shown: BlockSummary): void {
  const { length } = transactions;
  findings.compareAll(shown, { transaction_count: length, size_bytes: blockSize(length) });
}

/**
 * Checks the shown sums, and that the coinbase pays exactly subsidy plus fees to the header's miner. The second check does
 * not apply to the genesis block, which a page's network step compares byte for byte.
 * @param shown absent for a pasted block, and on a coinbase's page
 * @throws ProtocolError, ConsensusError
 */
export function checkReward(
  findings: Findings,
  block: BlockBytes,
  network: Network,
  shown?: BlockSummary,
): void {
  const { header, source } = block.header;
  const transactions = new BlockTransactions(concatBytes(...block.transactions)).readAll();
  const { totalFees } = transactions;
  const reward = transactions.values[0]!;
  findings.note('source', source);
  findings.note('subsidy', header.height > 0 ? subsidyAt(header.height) : undefined);
  findings.note('fees', totalFees);
  findings.note('reward', reward);
  if (shown !== undefined) {
    findings.compareAll(shown, { total_fees: `${totalFees}`, reward: `${reward}` });
  }
  if (header.height > 0) checkCoinbase(header, transactions, network);
}

/** Maximum number of invalid transfers that are reported. */
const NAMED = 20;

/**
 * Checks each transfer on its own: chain, addresses, amount, signature, key.
 * @param most transfers to check; the number left out is reported
 */
export function checkTransfers(
  findings: Findings,
  { header, transactions }: BlockBytes,
  network: Network,
  most: number,
): void {
  const transfers = transactions.slice(1);
  const count = Math.min(most, transfers.length);
  for (const [index, raw] of transfers.slice(0, count).entries()) {
    if (!isValidTransfer(raw, network) && findings.problems.length < NAMED) {
      findings.problems.push(`transaction ${index + 1}: ${transactionId(raw)}`);
    }
    if (index % 20 === 19) findings.progress(index + 1, count);
  }
  findings.note('source', header.source);
  findings.note('signatures', count);
  if (transfers.length > count) findings.limit = { code: 'many_transfers', count: transfers.length - count };
}

function isValidTransfer(raw: Uint8Array, network: Network): boolean {
  try {
    checkTransaction(decodeTransactionBody(raw), network);
    return verifyTransactionSignature(raw, network);
  } catch (error) {
    if (isBrokenRule(error)) return false;
    throw error;
  }
}

/** The transactions that the page lists. */
export interface ShownRows {
  readonly items: readonly Omit<ExplorerTransaction, 'confirmations'>[];
  /** Position in the block of the first row. */
  readonly offset: number;
  /** Rows of a full page. */
  readonly limit: number;
  /** Transactions in the block, as the list says. */
  readonly total: number;
}

/** Checks that each listed transaction is the one at its position in the block, and that none is missing. */
export function checkRows(
  findings: Findings,
  { items, offset, limit, total }: ShownRows,
  { header: { header, id, source }, transactions }: BlockBytes,
): void {
  const { length } = transactions;
  findings.note('source', source);
  findings.note('count', items.length);
  findings.compare('pagination.total', total, length);
  findings.compare('items.length', items.length, Math.max(0, Math.min(limit, length - offset)));
  const block = { block_height: header.height, block_id: id, block_timestamp: header.timestamp };
  for (const [row, raw] of transactions.slice(offset, offset + items.length).entries()) {
    const index = offset + row;
    const computed = { transaction_index: index, ...block, ...fieldsOf(raw) };
    findings.compareAll(items[row]!, computed, `[${index}].`);
  }
}
