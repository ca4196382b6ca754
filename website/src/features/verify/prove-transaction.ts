import { encodeFields, type TransactionDetail } from '@cairn/api/explorer';
import {
  blockSize,
  formatPaymentReceipt,
  hexToBytes,
  ProtocolError,
  splitBlock,
  type TransactionId,
  transactionId,
  verifyPayment,
} from '@cairn/protocol';
import { BYTES_TIMEOUT } from './limits.ts';
import { rowOf } from './decode.ts';
import { placeOf, type ProofContext, type Proven } from './checks.ts';
import type { TransactionSubject } from './proof.ts';
import { ProofError } from './proof-error.ts';

/**
 * Proves a transaction: its bytes hash to its ID, its sender signed them, and they are in a block of the walked chain, by the path to
 * its Merkle root. Its position there stays the server's word, because a path does not show how many leaves the tree has.
 */
export async function proveTransaction(
  context: ProofContext,
  { id }: TransactionSubject,
): Promise<Proven<TransactionDetail>> {
  const { api, walk, checks } = context;
  checks.begin('transaction');
  const said = await api.getTransaction({ txid: id });
  if (said.unlock_sig === null) throw new ProofError('refused');
  const index = said.transaction_index;
  if (index === 0) checks.rename('coinbase');
  const [header, { block }, { path }] = await Promise.all([
    walk.fetch(said.block_height),
    api.getBlock({ height_or_hash: said.block_height }),
    api.getTransactionProof({ txid: id }),
  ]);
  const evidence = {
    transaction: await bytesOf(context, said, id, block.transaction_count),
    index,
    count: block.transaction_count,
    path: path.map(hexToBytes),
    header: header.bytes,
  };
  verifyPayment(evidence, walk.network);
  checks.begin('header');
  const place = await placeOf(context, header);
  return {
    value: () => ({
      network: walk.network.name,
      tip_id: walk.tip.id,
      ...rowOf(evidence.transaction, index, header, walk.tip.header.height),
    }),
    block: place,
    receipt: { name: `cairn-proof-${id.slice(0, 12)}.txt`, text: formatPaymentReceipt(evidence) },
  };
}

/** The bytes with this ID: the server's fields give them or, if it lies about one, the block has them, unless it is large. */
async function bytesOf(
  { api, limits }: ProofContext,
  said: TransactionDetail,
  id: TransactionId,
  count: number,
): Promise<Uint8Array> {
  const given = encodeFields(said);
  if (transactionId(given) === id) return given;
  const isLarge = blockSize(count) > limits.blockBytes;
  const raw = isLarge
    ? undefined
    : await api.getRawBlock({ height_or_hash: said.block_height }, BYTES_TIMEOUT);
  const found = raw && splitBlock(raw).transactionBytes.find((one) => transactionId(one) === id);
  if (found === undefined) throw new ProtocolError('invalid_transaction', 'its fields do not give its ID');
  return found;
}
