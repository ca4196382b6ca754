import {
  type AccountLookup,
  type BlockHeader,
  blockId,
  type BlockId,
  BlockTransactions,
  blockWork,
  type ChangedAccounts,
  checkCoinbase,
  checkHeader,
  checkMerkleRoot,
  ConsensusError,
  countTransactions,
  decodeBlockHeader,
  expectedBits,
  HEADER_SIZE,
  type HeaderContext,
  MEDIAN_TIME_SPAN,
  type Network,
  StateChange,
} from '@cairn/protocol';
import type { ChainTip } from './chain-reader.ts';
import { forEachIndexYielding } from './scheduling.ts';
import type { LoadedTransactions, TransactionChecker } from './transaction-checker.ts';
import { digestTransactions, type TransferFault } from './transaction-checks.ts';

/** Height of the ASERT anchor block (PROTOCOL.md section 5). */
const ASERT_ANCHOR_HEIGHT = 1;

/** A block that is valid on top of its parent, with all data that the index needs. */
export interface ValidatedBlock {
  readonly raw: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID, 64 hex characters. */
  readonly id: BlockId;
  /** In block order, the coinbase first. */
  readonly transactions: BlockTransactions;
  /** Transaction IDs in block order, 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
  /** Accounts of every address in the block, before and after it. */
  readonly accounts: ChangedAccounts;
  /** Pebbles. */
  readonly totalFees: bigint;
  /** Pebbles. */
  readonly reward: bigint;
  /** Work of the chain up to this block, genesis included (PROTOCOL.md section 8). */
  readonly work: bigint;
}

/** The context of a block's validation. */
export interface ValidationContext {
  readonly header: HeaderContext;
  /** Work of the chain up to the parent. */
  readonly parentWork: bigint;
  /** The state before the block. */
  readonly lookup: AccountLookup;
  readonly checker: TransactionChecker;
  /** The block's transactions if they are already loaded; the checker loads them otherwise. */
  readonly loaded?: LoadedTransactions | undefined;
  /**
   * False for a block from the node's own files: its transfers and their signatures were validated on arrival, and the Merkle
   * root proves that they are the same transfers. True by default.
   */
  readonly validateTransfers?: boolean;
}

/**
 * Header rules for the block after `parent`, for validation and for mining.
 * @param timestampAt timestamp, in Unix seconds, of the parent or an earlier block
 */
export function nextBlockContext(
  network: Network,
  parent: ChainTip,
  timestampAt: (height: number) => number,
): HeaderContext {
  const first = Math.max(0, parent.height - MEDIAN_TIME_SPAN + 1);
  const lastTimestamps = Array.from({ length: parent.height - first + 1 }, (_, index) =>
    timestampAt(first + index),
  );
  const anchor = parent.height < ASERT_ANCHOR_HEIGHT ? undefined : timestampAt(ASERT_ANCHOR_HEIGHT);
  const evaluated = { height: parent.height, timestamp: lastTimestamps.at(-1)! };
  return { network, parent, lastTimestamps, bits: expectedBits(network, evaluated, anchor) };
}

/** Applies the genesis block, which is exempt from the rules. */
export async function applyGenesis(raw: Uint8Array): Promise<ValidatedBlock> {
  const { ids } = digestTransactions(raw.subarray(HEADER_SIZE));
  const transactions = await readTransactions(raw);
  const accounts = await applyTransactions(transactions, () => undefined);
  return toValidatedBlock(
    raw,
    decodeBlockHeader(raw.subarray(0, HEADER_SIZE)),
    transactions,
    ids,
    accounts,
    0n,
  );
}

/**
 * Validates a block by every rule of PROTOCOL.md section 5; `validateTransfers: false` leaves out the fields and signatures of
 * transfers. Cheap checks come first, so that rejecting an invalid block costs little. Other threads check the fields and
 * signatures of transfers while this one applies them to the state.
 * @throws ProtocolError if the bytes are not a block, ConsensusError if a rule is broken
 */
export async function validateBlock(raw: Uint8Array, context: ValidationContext): Promise<ValidatedBlock> {
  let { loaded } = context;
  try {
    countTransactions(raw.length);
    const headerBytes = raw.subarray(0, HEADER_SIZE);
    const header = decodeBlockHeader(headerBytes);
    checkHeader(header, headerBytes, context.header);
    loaded ??= context.checker.load(raw.subarray(HEADER_SIZE));
    const { ids, root } = await loaded.digest();
    checkMerkleRoot(header, root);
    const faults = awaitedLater(context.validateTransfers === false ? NO_FAULT : loaded.findFault(ids));
    const transactions = await readTransactions(raw);
    checkCoinbase(header, transactions, context.header.network);
    const applied = awaitedLater(applyTransactions(transactions, context.lookup));
    const fault = await faults;
    if (fault !== undefined) throw withPosition(fault);
    return toValidatedBlock(raw, header, transactions, ids, await applied, context.parentWork);
  } finally {
    loaded?.release();
  }
}

/**
 * Validates the transactions of a side block by every rule that does not depend on the state before it.
 * @param header the block's header, already validated
 * @throws ProtocolError, ConsensusError
 */
export async function validateSideBlock(
  raw: Uint8Array,
  header: BlockHeader,
  { network, checker }: { readonly network: Network; readonly checker: TransactionChecker },
): Promise<void> {
  const loaded = checker.load(raw.subarray(HEADER_SIZE));
  try {
    const { ids, root } = await loaded.digest();
    checkMerkleRoot(header, root);
    const faults = awaitedLater(loaded.findFault(ids));
    checkCoinbase(header, await readTransactions(raw), network);
    const fault = await faults;
    if (fault !== undefined) throw withPosition(fault);
  } finally {
    loaded.release();
  }
}

const NO_FAULT = Promise.resolve(undefined);

/** Marks a promise's rejection as handled: it is awaited later, or not at all if another error is thrown first. */
function awaitedLater<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}

/** Decodes a block's transactions, yielding to the event loop. @throws ProtocolError `invalid_transaction` */
export async function readTransactions(raw: Uint8Array): Promise<BlockTransactions> {
  const transactions = new BlockTransactions(raw.subarray(HEADER_SIZE));
  await forEachIndexYielding(transactions.count, (index) => transactions.read(index));
  return transactions;
}

async function applyTransactions(
  transactions: BlockTransactions,
  lookup: AccountLookup,
): Promise<ChangedAccounts> {
  const change = new StateChange(transactions, lookup);
  await forEachIndexYielding(transactions.count, (index) => change.apply(index));
  return change.accounts();
}

/** Adds the transaction's position in its block to the error. */
function withPosition({ index, error }: TransferFault): Error {
  if (!(error instanceof ConsensusError)) return error;
  const place = index + 1; // the coinbase is not among the transfers
  return new ConsensusError(error.code, `transaction ${place}: ${error.message}`, { index: place });
}

function toValidatedBlock(
  raw: Uint8Array,
  header: BlockHeader,
  transactions: BlockTransactions,
  transactionIds: Uint8Array,
  accounts: ChangedAccounts,
  parentWork: bigint,
): ValidatedBlock {
  return {
    raw,
    header,
    id: blockId(raw),
    transactions,
    transactionIds,
    accounts,
    totalFees: transactions.totalFees,
    reward: transactions.values[0]!,
    work: parentWork + blockWork(header.bits),
  };
}
