import {
  type AccountLookup,
  type BlockHeader,
  blockIdBytes,
  blockIdFromBytes,
  type BlockId,
  type BlockToApply,
  BlockTransactions,
  blockWork,
  type AccountsOfBlock,
  checkAccountRoot,
  checkCoinbase,
  checkMerkleRoot,
  ConsensusError,
  countTransactions,
  decodeBlockHeader,
  HEADER_SIZE,
  ProtocolError,
  StateChange,
} from '@cairn/protocol';
import type { Turn } from '../runtime.ts';
import { AccountTree, type TreeChange } from '../storage/account-tree.ts';
import type { Accounts, BlockRows } from '../storage/core-store.ts';
import type { TransactionChecker } from './transaction-checker.ts';
import { digestTransactions } from './transaction-checks.ts';

/** A block as it arrived: its header is hashed and decoded once, here. */
export interface ReceivedBlock {
  readonly raw: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID, 64 lowercase hex characters. */
  readonly id: BlockId;
}

/** A block whose body belongs to its header, with a valid coinbase. */
export interface CheckedBlock extends ReceivedBlock {
  /** In block order, the coinbase first. */
  readonly transactions: BlockTransactions;
  /** Transaction IDs in block order, 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
}

/** A block that is valid on top of its parent, with all data that the index needs. */
export type ValidatedBlock = BlockRows & TreeChange;

/** @throws ProtocolError if the bytes do not have a block's size, or the header does not decode */
export function receiveBlock(raw: Uint8Array): ReceivedBlock {
  countTransactions(raw.length);
  const header = decodeBlockHeader(raw.subarray(0, HEADER_SIZE));
  return { raw, header, id: blockIdFromBytes(blockIdBytes(raw)) };
}

/**
 * Checks that a block's body belongs to its header, and its coinbase (PROTOCOL.md section 5).
 * @throws ProtocolError, ConsensusError
 */
export async function checkTransactions(
  block: ReceivedBlock,
  checker: TransactionChecker,
): Promise<CheckedBlock> {
  const { raw, header } = block;
  const bytes = raw.subarray(HEADER_SIZE);
  const digesting = checker.digest(bytes);
  const reading = readColumns(bytes); // while a thread hashes them
  reading.catch(() => undefined); // the Merkle root comes first: it tells whether the bytes belong to the header
  const { ids, root } = await digesting;
  checkMerkleRoot(header, root);
  const transactions = await reading;
  checkCoinbase(header, transactions, checker.network);
  return { ...block, transactions, transactionIds: ids };
}

async function readColumns(bytes: Uint8Array): Promise<BlockTransactions> {
  return new BlockTransactions(bytes).readAll();
}

/**
 * Checks the fields and signatures of a block's transfers, in threads. Not needed for a block of which they were checked before: the
 * Merkle root proves that they are the same.
 * @throws ProtocolError, ConsensusError
 */
export function checkTransfers(
  { raw, transactionIds }: CheckedBlock,
  checker: TransactionChecker,
): Promise<void> {
  return checker.checkTransfers(raw.subarray(HEADER_SIZE), transactionIds);
}

/**
 * Applies a checked block to the accounts before it, and compares the account root in its coinbase with that of the accounts after it.
 * Lets other events run meanwhile.
 * @param parentWork work of the chain up to the parent
 * @throws ConsensusError `bad_nonce`, `insufficient_balance`, `balance_overflow`, `count_overflow` or `bad_account_root`
 */
export async function applyBlock(
  block: CheckedBlock,
  before: Accounts,
  parentWork: bigint,
  turn: Turn,
): Promise<ValidatedBlock> {
  const { transactions, transactionIds, header } = block;
  const accounts = await changeAccounts(
    { height: header.height, transactions, transactionIds },
    (address) => before.account(address),
    turn,
  );
  const { tree, buckets } = await before.tree.withMany(accounts.after, before, turn);
  checkAccountRoot(transactions.raw(0), tree.root);
  return {
    ...block,
    accounts,
    tree,
    buckets,
    totalFees: transactions.totalFees,
    reward: transactions.values[0]!,
    work: parentWork + blockWork(header.bits),
  };
}

/** The accounts before the genesis block. */
export const NO_ACCOUNTS: Accounts = {
  tree: AccountTree.empty,
  account: () => undefined,
  bucket: () => new Uint8Array(),
};

/** The genesis block, which is exempt from the rules. */
export function applyGenesis(raw: Uint8Array, turn: Turn): Promise<ValidatedBlock> {
  const bytes = raw.subarray(HEADER_SIZE);
  const transactions = new BlockTransactions(bytes).readAll();
  return applyBlock(
    { ...receiveBlock(raw), transactions, transactionIds: digestTransactions(bytes).ids },
    NO_ACCOUNTS,
    0n,
    turn,
  );
}

/**
 * The account root after a block that is being made (PROTOCOL.md section 9). Lets other events run meanwhile.
 * @param lookup of the accounts in `before` @param block its coinbase with any account root, and any ID
 * @returns 32 bytes
 * @throws ConsensusError as `applyBlock`
 */
export async function accountRootAfter(
  before: Accounts,
  lookup: AccountLookup,
  block: BlockToApply,
  turn: Turn,
): Promise<Uint8Array> {
  const { after } = await changeAccounts(block, lookup, turn);
  const { tree } = await before.tree.withMany(after, before, turn);
  return tree.root;
}

/** Transactions that are applied in one task: some 10 ms. */
const TRANSACTIONS_PER_TURN = 2_000;

async function changeAccounts(
  block: BlockToApply,
  lookup: AccountLookup,
  turn: Turn,
): Promise<AccountsOfBlock> {
  const change = new StateChange(block, lookup);
  for (let index = 0; index < block.transactions.count; index += 1) {
    if (index > 0 && index % TRANSACTIONS_PER_TURN === 0) await turn();
    change.apply(index);
  }
  return change.accounts();
}

/**
 * True if an error of `checkTransactions` or `applyBlock` proves the block invalid; false if its bytes do not belong to its
 * header, or this node may be at fault.
 */
export function provesInvalid(error: unknown): boolean {
  if (error instanceof ProtocolError) return true;
  return error instanceof ConsensusError && error.code !== 'bad_merkle_root';
}
