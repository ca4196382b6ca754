import { parseAddress } from './address.ts';
import { blockId, blockIdBytes, type BlockHeader, decodeBlockHeader } from './block-header.ts';
import { hexToBytes } from './bytes.ts';
import { ConsensusError } from './consensus/consensus-error.ts';
import { checkTransaction } from './consensus/transaction-rules.ts';
import { decodeBits, meetsTarget } from './difficulty.ts';
import { ProtocolError } from './errors.ts';
import type { BlockId, TransactionId } from './identifiers.ts';
import { verifyMerklePath } from './merkle.ts';
import { easiestBits, findNetworkByChainId, type Network } from './networks.ts';
import {
  decodeTransaction,
  isCoinbase,
  type Transaction,
  transactionId,
  transactionIdBytes,
  verifyTransactionSignature,
} from './transaction.ts';

/** A transaction with the path to the header of its block, as a receipt of it carries them. */
export interface PaymentEvidence {
  /** 213 bytes. */
  readonly transaction: Uint8Array;
  /** Zero-based position in the block; 0 is the coinbase. */
  readonly index: number;
  /** Transactions in the block. */
  readonly count: number;
  /** RFC 6962 audit path, nearest hash first: 32 bytes each. */
  readonly path: readonly Uint8Array[];
  /** 118 bytes. */
  readonly header: Uint8Array;
}

/** What a receipt proves. */
export interface VerifiedPayment {
  readonly network: Network;
  readonly transaction: Transaction;
  readonly id: TransactionId;
  readonly header: BlockHeader;
  readonly blockId: BlockId;
}

/**
 * Verifies a payment without a node: the sender has signed it (a coinbase, at position 0 alone, has no signature), it is in the
 * block, and the block has the work that its header states, on a network of section 1. It does not prove that the block is in a
 * chain: for that its ID must be in a `HeaderChain`; nor that the sender had the coins, or `count`, which a path does not show.
 * @param given network of which it must be; a fork's receipts can be told by it alone. By default any network of section 1
 * @throws ProtocolError `invalid_transaction`, `invalid_merkle_proof`, `invalid_block_header`
 * @example
 * const { transaction, header, blockId } = verifyPayment(receipt);
 * if (chain.add(receipt.header).id === blockId) console.log(transaction.toAddress, transaction.value, header.height);
 */
export function verifyPayment(evidence: PaymentEvidence, given?: Network): VerifiedPayment {
  const { transaction: raw, index, count, path } = evidence;
  const { network, transaction, id } = verifyTransaction(raw, given);
  if (isCoinbase(transaction) !== (index === 0)) refuse('a coinbase, and nothing else, is at position 0');

  const header = decodeBlockHeader(evidence.header);
  const root = hexToBytes(header.merkleRoot);
  if (!verifyMerklePath({ leaf: transactionIdBytes(raw), index, size: count, path, root })) {
    throw new ProtocolError('invalid_merkle_proof', 'the path does not lead to the Merkle root');
  }
  if (
    isCoinbase(transaction) &&
    (transaction.nonce !== header.height || transaction.toAddress !== header.miner)
  ) {
    refuse('a coinbase has the height and the miner of its block');
  }
  verifyWork(evidence.header, network);
  return { network, transaction, id, header, blockId: blockId(evidence.header) };
}

/**
 * Verifies a transaction by its 213 bytes alone: it is of a network of section 1 and keeps the rules that need no chain, and its
 * sender has signed it. A coinbase has no signature: anybody can write one.
 * @param given network of which it must be
 * @throws ProtocolError `invalid_transaction`
 */
export function verifyTransaction(
  raw: Uint8Array,
  given?: Network,
): Pick<VerifiedPayment, 'network' | 'transaction' | 'id'> {
  const transaction = decodeTransaction(raw);
  const network = given ?? findNetworkByChainId(transaction.chain);
  if (network === undefined) refuse(`chain ${transaction.chain} is no network's`);
  if (transaction.chain !== network.chainId) refuse(`not of ${network.name}`);
  checkOwnRules(raw, transaction, network);
  return { network, transaction, id: transactionId(raw) };
}

/**
 * Verifies that a block has the work that its header states, and no easier target than its network allows.
 * @param header 118 bytes
 * @throws ProtocolError `invalid_block_header`
 */
export function verifyWork(header: Uint8Array, network: Network): void {
  const limit = easiestBits(network);
  if (limit === undefined) throw new ProtocolError('invalid_block_header', `${network.name} has no blocks`);
  const { bits } = decodeBlockHeader(header);
  if (decodeBits(bits) > decodeBits(limit) || !meetsTarget(blockIdBytes(header), bits)) {
    throw new ProtocolError('invalid_block_header', 'the block ID is above the target');
  }
}

function checkOwnRules(raw: Uint8Array, transaction: Transaction, network: Network): void {
  if (isCoinbase(transaction)) {
    parseAddress(transaction.toAddress, network);
    return;
  }
  try {
    checkTransaction(transaction, network);
  } catch (error) {
    if (error instanceof ConsensusError) refuse(error.message);
    throw error;
  }
  if (!verifyTransactionSignature(raw, network))
    refuse('the signature is not one of these bytes by the sender’s key');
}

function refuse(why: string): never {
  throw new ProtocolError('invalid_transaction', why);
}
