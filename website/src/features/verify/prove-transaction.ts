import type { TransactionDetail } from '@cairn/api/explorer';
import {
  checkCoinbase,
  hexToBytes,
  merklePath,
  type PaymentEvidence,
  ProtocolError,
  transactionId,
  transactionIdBytes,
  verifyPayment,
} from '@cairn/protocol';
import { type BlockBytes, rowOf } from './decode.ts';
import { encodeFields } from './encode-fields.ts';
import { type ProofContext, type Proven, Unavailable } from './checks.ts';
import { headerAt, placeOf } from './place.ts';
import type { TransactionSubject } from './proof.ts';
import { fetchWhole } from './prove-block.ts';
import { formatReceiptText } from './receipts.ts';
import { readHeader } from './walk.ts';

/**
 * Proves a transaction: its bytes hash to its ID, its sender signed them, and it is in a block of the walked chain. The server
 * only says where to look. In a block too large to be fetched unasked, its position is not proven, and there is no receipt.
 */
export async function proveTransaction(
  context: ProofContext,
  { id }: TransactionSubject,
): Promise<Proven<TransactionDetail>> {
  const { source, walk, checks } = context;
  checks.begin('transaction');
  const said = await source.api.getTransaction({ txid: id });
  const { block: saidBlock } = await source.api.getBlock({ height_or_hash: said.block_id });
  const whole = await fetchWhole(context, said.block_id, saidBlock.transaction_count);
  const evidence =
    whole === undefined
      ? await fetchEvidence(context, said, saidBlock.transaction_count)
      : evidenceIn(whole, id);
  const { transaction: raw, index } = evidence;
  if (index === 0) checks.rename('coinbase');
  const payment = verifyPayment(evidence);
  if (payment.id !== id || payment.network !== walk.network) {
    throw new ProtocolError(
      'invalid_transaction',
      `${payment.id} of ${payment.network.name} was not asked for`,
    );
  }
  const header = readHeader(evidence.header);
  const { height } = header.header;
  // What a coinbase may pay depends on the fees of the whole block.
  if (index === 0 && whole === undefined) checks.limit('large_block');
  if (index === 0 && whole !== undefined && height > 0) {
    checkCoinbase(header.header, whole.columns, walk.network);
  }
  checks.begin('header');
  const block = await placeOf(context, header);
  // How many leaves the Merkle tree has, on which the position depends, a path does not prove.
  if (whole === undefined) checks.limit('size_unknown');
  const value = () => ({
    network: walk.network.name,
    tip_id: walk.tip.id,
    ...rowOf(raw, index, header, walk.tip.header.height),
  });
  const name = `cairn-proof-${id.slice(0, 12)}.txt`;
  return { value, block, receipt: whole && { name, text: formatReceiptText(evidence) } };
}

/** With a path that was computed from all transactions: it also proves their number. */
function evidenceIn({ header, transactions }: BlockBytes, id: string): PaymentEvidence {
  const index = transactions.findIndex((one) => transactionId(one) === id);
  const transaction = transactions[index];
  if (transaction === undefined) {
    throw new ProtocolError('invalid_transaction', 'no such transaction in the block that the server names');
  }
  const path = merklePath(transactions.map(transactionIdBytes), index);
  return { transaction, index, count: transactions.length, path, header: header.bytes };
}

async function fetchEvidence(
  context: ProofContext,
  said: TransactionDetail,
  count: number,
): Promise<PaymentEvidence> {
  if (said.unlock_sig === null) throw new Unavailable('not_supported');
  const header = await headerAt(context, said.block_height);
  const { path } = await context.source.api.getTransactionProof({ txid: said.id });
  const place = { index: said.transaction_index, count, path: path.map(hexToBytes) };
  return { transaction: encodeFields(said), header: header.bytes, ...place };
}
