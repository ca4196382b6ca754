import {
  checkTransaction as checkTransferFields,
  bytesToHex,
  decodeTransaction,
  hexToBytes,
  isCoinbase,
  merklePath,
  type Network,
  parseAddress,
  ProtocolError,
  transactionId,
  transactionIdBytes,
  verifyMerklePath,
  verifyTransactionSignature,
  blockSize,
} from '@cairn/protocol';
import type { TransactionDetail } from '@cairn/api/explorer';
import { type BlockBytes, readBlock, rowOf } from './decode.ts';
import { type Findings, Unavailable } from './findings.ts';
import type { ProvenTransaction, TransactionSubject } from './proof.ts';
import { checkContents, checkPlace, checkReward, noteHeader } from './prove-block.ts';
import { formatReceiptText } from './receipts.ts';
import { encodeFields } from './shown-transaction.ts';
import type { Proven, ProofContext } from './proof-context.ts';
import { type CheckedHeader, readHeader } from './walk.ts';

/**
 * Proves a transaction: its bytes hash to its ID, its sender signed them, and it is in a block of the walked chain. The server
 * only says where to look. In a block too large to be fetched unasked, its position is not proven, and there is no receipt.
 */
export async function proveTransaction(
  context: ProofContext,
  { id }: TransactionSubject,
): Promise<Proven<ProvenTransaction>> {
  const { source, walk, findings, limits } = context;
  findings.begin('transaction');
  const said = await source.api.getTransaction({ txid: id });
  const { block: saidBlock } = await source.api.getBlock({ height_or_hash: said.block_id });
  const isWhole = blockSize(saidBlock.transaction_count) <= limits.blockBytes;
  const whole = isWhole ? readBlock(await source.rawBlock(said.block_id, limits.blockBytes)) : undefined;
  const index = whole?.transactions.findIndex((one) => transactionId(one) === id) ?? said.transaction_index;
  if (whole === undefined && said.unlock_sig === null) throw new Unavailable('not_supported');
  const raw = whole === undefined ? encodeFields(said) : whole.transactions[index];
  if (raw === undefined || transactionId(raw) !== id) {
    throw new ProtocolError('invalid_transaction', 'no such transaction in the block that the server names');
  }
  checkTransaction(findings, raw, walk.network);
  if (whole !== undefined && isCoinbase(decodeTransaction(raw))) checkReward(findings, whole, walk.network);
  if (!isCoinbase(decodeTransaction(raw))) checkSignature(findings, raw, walk.network);

  const header = whole?.header ?? (await fetchHeader(context, said.block_height));
  if (whole === undefined) await checkPath(context, raw, said, header, saidBlock.transaction_count);
  else checkContents(findings, whole);
  findings.begin('header');
  const isInChain = await checkPlace(context, header);
  noteHeader(findings, header);
  findings.end();
  if (findings.hasFailed) return {};
  const tip = walk.tip.header.height;
  const value = { network: walk.network.name, tip_id: walk.tip.id, ...rowOf(raw, index, header, tip) };
  const block = isInChain ? { height: header.header.height, id: header.id } : undefined;
  return { value, block, receipt: whole && receiptOf(whole, index, id) };
}

function receiptOf({ header, transactions }: BlockBytes, index: number, id: string) {
  const text = formatReceiptText({
    index,
    count: transactions.length,
    transaction: transactions[index]!,
    header: header.bytes,
    path: merklePath(transactions.map(transactionIdBytes), index),
  });
  return { name: `cairn-proof-${id.slice(0, 12)}.txt`, text };
}

/** Notes what the bytes say; chain, addresses and amount obey the network's rules. @throws ProtocolError, ConsensusError */
export function checkTransaction(findings: Findings, raw: Uint8Array, network: Network): void {
  const transaction = decodeTransaction(raw);
  const isReward = isCoinbase(transaction);
  findings.note('transactionId', transactionId(raw));
  findings.note('network', `${network.name} (${network.chainId})`);
  findings.note('from', isReward ? undefined : transaction.fromAddress);
  findings.note('to', transaction.toAddress);
  findings.note('amount', transaction.value);
  findings.note('fee', isReward ? undefined : transaction.fee);
  findings.note('nonce', transaction.nonce);
  if (transaction.chain !== network.chainId) findings.problem(`chain ${transaction.chain}`);
  if (isReward) parseAddress(transaction.toAddress, network);
  else checkTransferFields(transaction, network);
}

/** Checks the signature, and that its key hashes to the sender's address. */
export function checkSignature(findings: Findings, raw: Uint8Array, network: Network): void {
  findings.begin('signature');
  findings.note('publicKey', bytesToHex(decodeTransaction(raw).unlockSig.subarray(64)));
  if (!verifyTransactionSignature(raw, network)) {
    findings.problem('the signature is not one of these bytes by the sender’s key');
  }
}

async function fetchHeader({ source, walk }: ProofContext, height: number) {
  const known = walk.at(height) ?? (await walk.linkBack(height));
  if (known !== undefined) return known;
  const bytes = await source.headers(height, 1);
  if (bytes.length === 0) throw new Unavailable('gone');
  return readHeader(bytes);
}

/** Checks the server's Merkle path. How many leaves the tree has, on which the position depends, it does not prove. */
async function checkPath(
  { source, findings }: ProofContext,
  raw: Uint8Array,
  { id, transaction_index: index }: TransactionDetail,
  { header }: CheckedHeader,
  size: number,
): Promise<void> {
  findings.begin('contents');
  const { path } = await source.api.getTransactionProof({ txid: id });
  const leaf = transactionIdBytes(raw);
  const root = hexToBytes(header.merkleRoot);
  if (!verifyMerklePath({ leaf, root, path: path.map(hexToBytes), index, size })) {
    findings.problem('the path does not lead to the Merkle root');
  }
  findings.limit('size_unknown');
}
