import type { BlockSummary, ExplorerTransaction, TransactionProof } from '@cairn/api/explorer';
import {
  addressFromPublicKey,
  type BlockHeader,
  blockId,
  type BlockId,
  blockIdBytes,
  blockSize,
  BlockTransactions,
  blockWork,
  bytesToHex,
  checkCoinbase,
  checkTransaction as checkTransferFields,
  concatBytes,
  decodeBits,
  decodeBlockHeader,
  decodeTransaction,
  formatBits,
  formatPebbles,
  HEADER_SIZE,
  hexToBytes,
  isCoinbase,
  meetsTarget,
  merkleRoot,
  type Network,
  parseAddress,
  SIGNATURE_SIZE,
  splitBlock,
  subsidyAt,
  transactionId,
  type TransactionId,
  transactionIdBytes,
  verifyMerklePath,
  verifyTransactionSignature,
} from '@cairn/protocol';
import type { ShownTransaction } from './shown-transaction.ts';
import { type Findings, isBrokenRule } from './steps.ts';

/**
 * Checks of bytes, and of what is shown of them: header, transaction, whole block, place in a block. They ask nobody; each
 * notes what it finds.
 */

/** A header's 118 bytes and the decoded header. */
export interface HeaderBytes {
  readonly bytes: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID: the hash of the bytes. */
  readonly id: BlockId;
}

/** Reads the header at the beginning of some bytes. @throws ProtocolError if they are not a header */
export function readHeader(bytes: Uint8Array): HeaderBytes {
  const own = bytes.slice(0, HEADER_SIZE);
  return { bytes: own, header: decodeBlockHeader(own), id: blockId(own) };
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
export function checkWork(findings: Findings, { bytes, header, id }: HeaderBytes, network?: Network): void {
  findings.note('blockId', id);
  findings.note('height', header.height);
  findings.note('time', header.timestamp);
  findings.note('miner', header.miner);
  const target = decodeBits(header.bits);
  const easiest = network?.proofOfWorkLimitBits;
  if (easiest !== undefined && target > decodeBits(easiest)) {
    findings.compare('bits', formatBits(header.bits), formatBits(easiest));
  }
  findings.note('target', target.toString(16).padStart(64, '0'));
  findings.note('work', Number(blockWork(header.bits)));
  if (!meetsTarget(blockIdBytes(bytes), header.bits)) findings.problems.push('the ID is above the target');
}

type TransactionFields = { readonly [Name in keyof ShownTransaction]-?: NonNullable<ShownTransaction[Name]> };

/** The ID and the fields of a transaction's bytes, in the API's names. @throws ProtocolError */
export function fieldsOf(raw: Uint8Array): TransactionFields {
  const transaction = decodeTransaction(raw);
  return {
    id: transactionId(raw),
    chain: transaction.chain,
    nonce: transaction.nonce,
    fee: formatPebbles(transaction.fee),
    value: formatPebbles(transaction.value),
    from_address: transaction.fromAddress,
    to_address: transaction.toAddress,
    unlock_sig: bytesToHex(transaction.unlockSig),
    is_coinbase: isCoinbase(transaction),
  };
}

/** A transaction's 213 bytes, and the network that they must belong to. */
export interface TransactionBytes {
  readonly raw: Uint8Array;
  readonly network: Network;
}

/**
 * Checks the shown ID and fields against the bytes, and chain, addresses and amount against the network's rules. Of a
 * coinbase, only the chain and the recipient's address are checked against these rules.
 */
export function checkTransaction(
  findings: Findings,
  { raw, network }: TransactionBytes,
  shown: Partial<ShownTransaction> = {},
): void {
  const fields = fieldsOf(raw);
  const transaction = decodeTransaction(raw);
  findings.note('transactionId', fields.id);
  findings.note('network', `${network.name} (${network.chainId})`);
  findings.note('from', fields.is_coinbase ? undefined : transaction.fromAddress);
  findings.note('to', transaction.toAddress);
  findings.note('amount', transaction.value);
  findings.note('fee', fields.is_coinbase ? undefined : transaction.fee);
  findings.note('nonce', transaction.nonce);
  findings.compareAll(shown, fields);
  findings.compare('chain', transaction.chain, network.chainId);
  if (isCoinbase(transaction)) parseAddress(transaction.toAddress, network);
  else checkTransferFields(transaction, network);
}

/** Checks the signature, and that its key hashes to the sender's address. */
export function checkSignature(findings: Findings, { raw, network }: TransactionBytes): void {
  const publicKey = decodeTransaction(raw).unlockSig.subarray(SIGNATURE_SIZE);
  findings.note('address', addressFromPublicKey(publicKey, network));
  if (!verifyTransactionSignature(raw, network)) {
    findings.problems.push('the signature is not one of these bytes by the sender’s key');
  }
}

/** A whole block. */
export interface BlockBytes {
  readonly header: HeaderBytes;
  /** 213 bytes each, the coinbase first. */
  readonly transactions: readonly Uint8Array[];
}

/** Splits a block into header and transactions. @throws ProtocolError if the bytes are not a block */
export function readBlock(raw: Uint8Array): BlockBytes {
  return { header: readHeader(raw), transactions: splitBlock(raw).transactionBytes };
}

/**
 * Checks that the IDs of all transactions hash to the root in the header, which also proves their number and order, and the shown
 * number and size.
 */
export function checkContents(
  findings: Findings,
  { header, transactions }: BlockBytes,
  shown: Partial<Pick<BlockSummary, 'transaction_count' | 'size_bytes'>> = {},
): void {
  const { length } = transactions;
  const root = bytesToHex(merkleRoot(transactions.map(transactionIdBytes)));
  findings.note('root', root);
  findings.compare('merkle_root', header.header.merkleRoot, root);
  findings.compareAll(shown, { transaction_count: length, size_bytes: blockSize(length) });
}

/**
 * Checks the shown sums, and that the coinbase pays exactly subsidy plus fees to the header's miner. The second check does
 * not apply to the genesis block, which a page's chain step compares with its own.
 * @throws ProtocolError, ConsensusError
 */
export function checkReward(
  findings: Findings,
  block: BlockBytes,
  network: Network,
  shown: Partial<Pick<BlockSummary, 'total_fees' | 'reward'>> = {},
): void {
  const { header } = block.header;
  const transactions = new BlockTransactions(concatBytes(...block.transactions)).readAll();
  const { totalFees } = transactions;
  const reward = transactions.values[0]!;
  findings.note('subsidy', header.height > 0 ? subsidyAt(header.height) : undefined);
  findings.note('fees', totalFees);
  findings.note('reward', reward);
  findings.compareAll(shown, { total_fees: `${totalFees}`, reward: `${reward}` });
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
  { transactions }: BlockBytes,
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
  findings.note('signatures', count);
  if (transfers.length > count) findings.limit = { code: 'many_transfers', count: transfers.length - count };
}

function isValidTransfer(raw: Uint8Array, network: Network): boolean {
  try {
    checkTransferFields(decodeTransaction(raw), network);
    return verifyTransactionSignature(raw, network);
  } catch (error) {
    if (isBrokenRule(error)) return false;
    throw error;
  }
}

/** The transactions that a page lists. */
export interface ShownRows {
  readonly items: readonly Omit<ExplorerTransaction, 'confirmations'>[];
  /** Position of the first row. */
  readonly offset: number;
  /** Rows of a full page. */
  readonly limit: number;
  /** Transactions in all, as the list says. */
  readonly total: number;
}

/** Checks that each listed transaction is the one at its position in the block, and that none is missing. */
export function checkRows(
  findings: Findings,
  { items, offset, limit, total }: ShownRows,
  { header: { header, id }, transactions }: BlockBytes,
): void {
  const { length } = transactions;
  findings.compare('pagination.total', total, length);
  findings.compare('items.length', items.length, Math.max(0, Math.min(limit, length - offset)));
  const block = { block_height: header.height, block_id: id, block_timestamp: header.timestamp };
  for (const [row, raw] of transactions.slice(offset, offset + items.length).entries()) {
    const computed = { transaction_index: offset + row, ...block, ...fieldsOf(raw) };
    findings.compareAll(items[row]!, computed, `[${offset + row}].`);
  }
}

/** A Merkle proof as the API states it, or a receipt, from whose bytes the rest follows. */
type ProofClaim = Pick<TransactionProof, 'transaction_index' | 'path'> &
  Partial<Omit<TransactionProof, 'network'>>;

/**
 * Checks that the path leads from the transaction's ID to the root in the header, at its position in a tree of this size. Whether
 * the tree has this size, on which the position depends, a path does not prove.
 * @param of.id computed from the transaction's bytes
 * @param of.size leaves of the tree
 */
export function checkProof(
  findings: Findings,
  proof: ProofClaim,
  of: { id: TransactionId; header: HeaderBytes; size: number },
): void {
  const { id, header, size } = of;
  const { height: block_height, merkleRoot: merkle_root } = header.header;
  findings.compareAll(proof, { id, block_id: header.id, block_height, merkle_root }, 'proof.');
  const path = proof.path.map(hexToBytes);
  const [leaf, root] = [hexToBytes(id), hexToBytes(merkle_root)];
  if (!verifyMerklePath({ leaf, root, path, index: proof.transaction_index, size })) {
    findings.problems.push('the path does not lead to the root');
  }
}
