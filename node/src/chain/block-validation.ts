import {
  type AccountLookup,
  type BlockHeader,
  blockIdBytes,
  blockIdFromBytes,
  type BlockId,
  BlockTransactions,
  blockWork,
  checkCoinbase,
  checkMerkleRoot,
  ConsensusError,
  countTransactions,
  decodeBlockHeader,
  HEADER_SIZE,
  ProtocolError,
  StateChange,
} from '@cairn/protocol';
import type { BlockRows } from '../storage/core-index.ts';
import { digestTransactions } from './transaction-checks.ts';
import type { TransactionChecker } from './transaction-checker.ts';

/** A block as it arrived: its header is hashed and decoded once, here. */
export interface ReceivedBlock {
  readonly raw: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID, 64 lowercase hex characters. */
  readonly id: BlockId;
}

/** A block whose transactions are valid by every rule that does not depend on the accounts before it. */
export interface CheckedBlock extends ReceivedBlock {
  /** In block order, the coinbase first. */
  readonly transactions: BlockTransactions;
  /** Transaction IDs in block order, 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
}

/** A block that is valid on top of its parent, with all data that the index needs. */
export type ValidatedBlock = BlockRows;

/** @throws ProtocolError if the bytes do not have a block's size, or the header does not decode */
export function receiveBlock(raw: Uint8Array): ReceivedBlock {
  countTransactions(raw.length);
  const header = decodeBlockHeader(raw.subarray(0, HEADER_SIZE));
  return { raw, header, id: blockIdFromBytes(blockIdBytes(raw)) };
}

/**
 * Checks a block's transactions by the rules of PROTOCOL.md section 5 that do not depend on accounts: Merkle root, coinbase,
 * fields and signatures. The cheap checks come first, so that rejecting a block with another body costs little.
 * @param options.signatures false for a block whose transfers were checked before: the Merkle root proves that they are the same
 * @throws ProtocolError, ConsensusError
 */
export async function checkTransactions(
  block: ReceivedBlock,
  checker: TransactionChecker,
  { signatures = true }: { readonly signatures?: boolean } = {},
): Promise<CheckedBlock> {
  const { raw, header } = block;
  const bytes = raw.subarray(HEADER_SIZE);
  const { ids, root } = await checker.digest(bytes);
  checkMerkleRoot(header, root);
  const checking = signatures ? checker.findFault(bytes, ids) : Promise.resolve(undefined);
  checking.catch(() => undefined); // awaited below, unless the coinbase is wrong
  const transactions = new BlockTransactions(bytes).readAll();
  checkCoinbase(header, transactions, checker.network);
  const fault = await checking;
  if (fault !== undefined) throw atPosition(fault.error, fault.index + 1); // the coinbase is not among the transfers
  return { ...block, transactions, transactionIds: ids };
}

function atPosition(error: Error, index: number): Error {
  if (!(error instanceof ConsensusError)) return error;
  return new ConsensusError(error.code, `transaction ${index}: ${error.message}`, { index });
}

/**
 * Applies a checked block to the accounts before it.
 * @param lookup the accounts before it
 * @param parentWork work of the chain up to the parent
 * @throws ConsensusError `bad_nonce`, `insufficient_balance` or `balance_overflow`
 */
export function applyBlock(block: CheckedBlock, lookup: AccountLookup, parentWork: bigint): ValidatedBlock {
  const { transactions, header } = block;
  const change = new StateChange(transactions, lookup);
  for (let index = 0; index < transactions.count; index += 1) change.apply(index);
  return {
    ...block,
    accounts: change.accounts(),
    totalFees: transactions.totalFees,
    reward: transactions.values[0]!,
    work: parentWork + blockWork(header.bits),
  };
}

/** The genesis block, which is exempt from the rules. */
export function applyGenesis(raw: Uint8Array): ValidatedBlock {
  const bytes = raw.subarray(HEADER_SIZE);
  const { ids } = digestTransactions(bytes);
  const transactions = new BlockTransactions(bytes).readAll();
  return applyBlock({ ...receiveBlock(raw), transactions, transactionIds: ids }, () => undefined, 0n);
}

/**
 * True if an error of `checkTransactions` or `applyBlock` proves the block invalid; false if its bytes do not belong to its
 * header, or this node may be at fault.
 */
export function provesInvalid(error: unknown): boolean {
  if (error instanceof ProtocolError) return true;
  return error instanceof ConsensusError && error.code !== 'bad_merkle_root';
}
