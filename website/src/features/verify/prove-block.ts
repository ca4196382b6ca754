import {
  blockSize,
  checkCoinbase,
  checkMerkleRoot,
  checkTransaction,
  ConsensusError,
  countTransactions,
  decodeTransaction,
  merkleRoot,
  type Network,
  ProtocolError,
  transactionId,
  transactionIdBytes,
  verifyTransactionSignature,
} from '@cairn/protocol';
import { type BlockBytes, headerFields, readBlock, rowOf, summaryOf } from './decode.ts';
import type { ProofContext, Proven } from './checks.ts';
import { headerAt, placeOf } from './place.ts';
import type { BlockSubject, ProvenBlock } from './proof.ts';

/**
 * Proves a block: its header is in the walked chain, and its transactions give the header's Merkle root. A block too large to be
 * fetched unasked proves its header alone.
 */
export async function proveBlock(
  context: ProofContext,
  { reference, offset, limit }: BlockSubject,
): Promise<Proven<ProvenBlock>> {
  const { source, walk, checks } = context;
  checks.begin('header');
  const { block: said } = await source.api.getBlock({ height_or_hash: reference });
  const whole = await fetchWhole(context, reference, said.transaction_count);
  const header = whole?.header ?? (await headerAt(context, said.height));
  const { height } = header.header;
  if (reference !== (typeof reference === 'number' ? height : header.id)) {
    throw new ProtocolError('invalid_block', `block ${height} (${header.id}) was not asked for`);
  }
  const block = await placeOf(context, header);
  checks.begin('contents');
  if (whole === undefined) {
    checks.limit('large_block');
    // What the header does not have stays the server's word.
    const summary = { ...said, ...headerFields(header) };
    return { value: () => ({ block: summary, transactions: undefined }), block };
  }
  checkContents(context, whole);
  const page = whole.transactions.slice(offset, offset + limit);
  const pagination = { limit, offset, count: page.length, total: whole.transactions.length };
  const value = () => {
    const tip = walk.tip.header.height;
    const items = page.map((raw, at) => rowOf(raw, offset + at, header, tip));
    const list = { network: walk.network.name, block: { height, id: header.id }, items, pagination };
    return { block: summaryOf(whole, tip), transactions: list };
  };
  return { value, block };
}

/**
 * A whole block; `undefined` if it is too large to be fetched unasked.
 * @param count of its transactions, as the server says
 * @throws ProtocolError if no block can have so many
 */
export async function fetchWhole(
  { source, limits }: ProofContext,
  reference: string | number,
  count: number,
): Promise<BlockBytes | undefined> {
  const size = blockSize(count);
  countTransactions(size);
  if (size > limits.blockBytes) return undefined;
  return readBlock(await source.rawBlock(reference, limits.blockBytes));
}

/** Maximum number of invalid transfers that are named. */
const NAMED = 20;

/**
 * Checks that the IDs of all transactions hash to the root in the header, which proves their number and order; that the coinbase
 * pays exactly subsidy plus fees to the miner, but for the genesis block's; and each transfer on its own.
 * @throws ConsensusError
 */
function checkContents(
  { checks, limits, walk }: ProofContext,
  { header: { header }, transactions, columns }: BlockBytes,
): void {
  checks.count(transactions.length);
  checkMerkleRoot(header, merkleRoot(transactions.map(transactionIdBytes)));
  if (header.height > 0) checkCoinbase(header, columns, walk.network);
  const checked = transactions.slice(1, 1 + limits.signatures);
  const invalid: string[] = [];
  for (const [at, raw] of checked.entries()) {
    if (!isValidTransfer(raw, walk.network)) invalid.push(`transaction ${at + 1}: ${transactionId(raw)}`);
    if (at % 20 === 19) checks.progress(at + 1, checked.length);
  }
  invalid.slice(0, NAMED).forEach((one) => checks.problem(one));
  const left = transactions.length - 1 - checked.length;
  if (left > 0) checks.limit('many_transfers', { count: left });
}

function isValidTransfer(raw: Uint8Array, network: Network): boolean {
  try {
    checkTransaction(decodeTransaction(raw), network);
    return verifyTransactionSignature(raw, network);
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof ConsensusError) return false;
    throw error;
  }
}
