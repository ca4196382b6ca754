import type { BlockTransactions as Rows } from '@cairn/api/explorer';
import {
  blockIdBytes,
  BlockTransactions,
  blockSize,
  blockWork,
  bytesToHex,
  checkCoinbase,
  checkTransaction as checkTransferFields,
  concatBytes,
  ConsensusError,
  countTransactions,
  decodeBits,
  decodeTransaction,
  meetsTarget,
  merkleRoot,
  type Network,
  ProtocolError,
  subsidyAt,
  transactionId,
  transactionIdBytes,
  verifyTransactionSignature,
} from '@cairn/protocol';
import { type BlockBytes, headerFields, readBlock, rowOf, summaryOf } from './decode.ts';
import { type Findings, Unavailable } from './findings.ts';
import type { BlockSubject, ProvenBlock } from './proof.ts';
import type { Proven, ProofContext } from './proof-context.ts';
import { type CheckedHeader, readHeader, type Walk } from './walk.ts';

/**
 * Proves a block: its header is in the walked chain, and its transactions give the header's Merkle root. A block too large to be
 * fetched unasked proves its header alone.
 */
export async function proveBlock(context: ProofContext, subject: BlockSubject): Promise<Proven<ProvenBlock>> {
  const { source, walk, findings, limits } = context;
  const { reference } = subject;
  findings.begin('header');
  const { block: said } = await source.api.getBlock({ height_or_hash: reference });
  const size = blockSize(said.transaction_count);
  countTransactions(size); // throws if no block can have so many
  const isWhole = size <= limits.blockBytes;
  const whole = isWhole ? readBlock(await source.rawBlock(reference, limits.blockBytes)) : undefined;
  const header = whole?.header ?? (await fetchHeader(context, said.height));
  if (reference !== (typeof reference === 'number' ? header.header.height : header.id)) {
    throw new ProtocolError(
      'invalid_block',
      `block ${header.header.height} (${header.id}) was not asked for`,
    );
  }
  const isInChain = await checkPlace(context, header);
  noteHeader(findings, header);
  const place = isInChain ? { height: header.header.height, id: header.id } : undefined;
  if (whole === undefined) {
    findings.begin('contents');
    findings.limit('large_block');
    // What the header does not have stays the server's word.
    return { value: { block: { ...said, ...headerFields(header) }, transactions: undefined }, block: place };
  }
  checkContents(findings, whole);
  checkReward(findings, whole, walk.network);
  checkTransfers(findings, whole, walk.network, limits.signatures);
  if (findings.hasFailed) return {};
  const tip = walk.tip.header.height;
  return {
    value: { block: summaryOf(whole, tip), transactions: rowsOf(whole, subject, walk) },
    block: place,
  };
}

/** The header of a height, from the walk or the server. @throws Unavailable if the server does not have it */
async function fetchHeader({ source, walk }: ProofContext, height: number): Promise<CheckedHeader> {
  const known = walk.at(height);
  if (known !== undefined) return known;
  const bytes = await source.headers(height, 1);
  if (bytes.length === 0) throw new Unavailable('gone');
  return readHeader(bytes);
}

/**
 * Checks that a block is in the walked chain. One too far below is only checked to have its own work, and limits the finding.
 * @returns true if it is in the chain
 * @throws ProtocolError if the chain has another block at its height
 */
export async function checkPlace(
  { walk, findings }: Pick<ProofContext, 'walk' | 'findings'>,
  block: CheckedHeader,
): Promise<boolean> {
  const { height } = block.header;
  checkWork(block, walk.network);
  if (walk.at(height)?.id !== block.id && height >= walk.from) await walk.extend();
  const found = await walk.linkBack(height);
  if (found?.id === block.id) return true;
  if (height >= walk.from) {
    throw new ProtocolError('invalid_block', `block ${block.id} is not the chain’s at height ${height}`);
  }
  findings.limit('far', { count: walk.from - height });
  return false;
}

/** @throws ProtocolError unless the block's ID meets its target, and this is no easier than the network allows */
export function checkWork({ bytes, header }: CheckedHeader, { proofOfWorkLimitBits: limit }: Network): void {
  const isEasy = limit !== undefined && decodeBits(header.bits) > decodeBits(limit);
  if (isEasy || !meetsTarget(blockIdBytes(bytes), header.bits)) {
    throw new ProtocolError('invalid_block_header', 'the block ID is above the target');
  }
}

/** Notes what a header says. */
export function noteHeader(findings: Findings, { header, id }: CheckedHeader): void {
  findings.note('blockId', id);
  findings.note('height', header.height);
  findings.note('time', header.timestamp);
  findings.note('miner', header.miner);
  findings.note('work', blockWork(header.bits));
}

/** Checks that the IDs of all transactions hash to the root in the header, which proves their number and order. */
export function checkContents(findings: Findings, { header, transactions }: BlockBytes): void {
  findings.begin('contents');
  const root = bytesToHex(merkleRoot(transactions.map(transactionIdBytes)));
  findings.note('count', transactions.length);
  findings.note('root', root);
  if (root !== header.header.merkleRoot) findings.problem('the transactions do not give the Merkle root');
}

/**
 * Checks that the coinbase pays exactly subsidy plus fees to the header's miner. The genesis block is free to pay what it does.
 * @throws ProtocolError, ConsensusError
 */
export function checkReward(findings: Findings, block: BlockBytes, network: Network): void {
  findings.begin('reward');
  const { header } = block.header;
  const transactions = new BlockTransactions(concatBytes(...block.transactions)).readAll();
  findings.note('subsidy', header.height > 0 ? subsidyAt(header.height) : undefined);
  findings.note('fees', transactions.totalFees);
  findings.note('reward', transactions.values[0]);
  if (header.height > 0) checkCoinbase(header, transactions, network);
}

/** Maximum number of invalid transfers that are named. */
const NAMED = 20;

/** Checks each transfer on its own: chain, addresses, amount, signature, key. @param most transfers to check */
function checkTransfers(
  findings: Findings,
  { transactions }: BlockBytes,
  network: Network,
  most: number,
): void {
  findings.begin('transfers');
  const transfers = transactions.slice(1);
  const count = Math.min(most, transfers.length);
  let invalid = 0;
  for (const [at, raw] of transfers.slice(0, count).entries()) {
    if (!isValidTransfer(raw, network)) {
      invalid += 1;
      if (invalid <= NAMED) findings.problem(`transaction ${at + 1}: ${transactionId(raw)}`);
    }
    if (at % 20 === 19) findings.progress(at + 1, count);
  }
  findings.note('signatures', count);
  if (transfers.length > count) findings.limit('many_transfers', { count: transfers.length - count });
  findings.end();
}

function isValidTransfer(raw: Uint8Array, network: Network): boolean {
  try {
    checkTransferFields(decodeTransaction(raw), network);
    return verifyTransactionSignature(raw, network);
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof ConsensusError) return false;
    throw error;
  }
}

/** A page of a block's transactions, as the API lists them. */
function rowsOf(block: BlockBytes, { offset, limit }: BlockSubject, walk: Walk): Rows {
  const { header, transactions } = block;
  const tip = walk.tip.header.height;
  const items = transactions
    .slice(offset, offset + limit)
    .map((raw, at) => rowOf(raw, offset + at, header, tip));
  return {
    network: walk.network.name,
    block: { height: header.header.height, id: header.id },
    items,
    pagination: { limit, offset, count: items.length, total: transactions.length },
  };
}
