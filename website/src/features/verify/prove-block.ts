import { headerFields } from '@cairn/api/explorer';
import {
  blockSize,
  checkCoinbase,
  checkMerkleRoot,
  countTransactions,
  merkleRoot,
  ProtocolError,
  transactionIdBytes,
  verifyTransaction,
} from '@cairn/protocol';
import { type BlockBytes, readBlock, rowOf, summaryOf } from './decode.ts';
import { placeOf, type ProofContext, type Proven } from './checks.ts';
import type { BlockSubject, ProvenBlock } from './proof.ts';
import { BYTES_TIMEOUT } from './limits.ts';
import type { Walk } from './walk.ts';

/**
 * Proves a block: its header is in the walked chain, its transactions give the header's Merkle root, and those of the page are signed.
 * A block too large to be fetched unasked proves its header alone.
 */
export async function proveBlock(
  { api, walk, checks, limits }: ProofContext,
  { reference, offset, limit }: BlockSubject,
): Promise<Proven<ProvenBlock>> {
  checks.begin('header');
  const { block: said } = await api.getBlock({ height_or_hash: reference });
  const size = blockSize(said.transaction_count);
  countTransactions(size);
  const whole =
    size > limits.blockBytes
      ? undefined
      : readBlock(await api.getRawBlock({ height_or_hash: reference }, BYTES_TIMEOUT));
  const header = whole?.header ?? (await walk.fetch(said.height));
  const { height } = header.header;
  if (reference !== (typeof reference === 'number' ? height : header.id)) {
    throw new ProtocolError('invalid_block', `block ${height} (${header.id}) was not asked for`);
  }
  const block = await placeOf({ walk, checks }, header);
  checks.begin('contents');
  if (whole === undefined) {
    checks.limit('large_block');
    // What the header does not have stays the server's word.
    const summary = { ...said, ...headerFields(header) };
    return { value: () => ({ block: summary, transactions: undefined }), block };
  }
  const { transactions } = whole;
  checks.count(transactions.length);
  const page = transactions.slice(offset, offset + limit);
  checkContents(whole, page, walk);
  const moved = String(whole.columns.values.slice(1).reduce((sum, value) => sum + value, 0n));
  const pagination = { limit, offset, count: page.length, total: transactions.length };
  const value = () => {
    const tip = walk.tip.header.height;
    const items = page.map((raw, at) => rowOf(raw, offset + at, header, tip));
    const list = { network: walk.network.name, block: { height, id: header.id }, items, pagination };
    return { block: summaryOf(whole, tip), transactions: list, moved };
  };
  return { value, block };
}

/**
 * Checks that the IDs of all transactions hash to the root in the header, which proves their number and order; that the coinbase
 * pays exactly subsidy plus fees to the miner, but for the genesis block's; and each shown transfer on its own.
 * @throws ConsensusError, ProtocolError
 */
function checkContents(
  { header: { header }, transactions, columns }: BlockBytes,
  shown: readonly Uint8Array[],
  { network }: Walk,
): void {
  checkMerkleRoot(header, merkleRoot(transactions.map(transactionIdBytes)));
  if (header.height > 0) checkCoinbase(header, columns, network);
  for (const raw of shown) verifyTransaction(raw, network);
}
