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
import { forEachInSlices } from './scheduling.ts';
import type { LoadedTransactions, TransactionChecker } from './transaction-checker.ts';
import { digestTransactions, type TransferFault } from './transaction-checks.ts';

/** Height of the block that every ASERT target is reckoned from (PROTOCOL.md section 5). */
const ASERT_ANCHOR_HEIGHT = 1;

/** A block that holds on top of its parent, with everything that the index needs of it. */
export interface ValidatedBlock {
  readonly raw: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID, 64 hex characters. */
  readonly id: BlockId;
  /** In block order, the coinbase first. */
  readonly transactions: BlockTransactions;
  /** Transaction IDs in block order, 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
  /** Of every address that the block names. */
  readonly accounts: ChangedAccounts;
  /** Pebbles. */
  readonly totalFees: bigint;
  /** Pebbles. */
  readonly reward: bigint;
  /** Of the chain up to this block, genesis included (PROTOCOL.md section 8). */
  readonly work: bigint;
}

/** The context of a block's validation. */
export interface ValidationContext {
  readonly header: HeaderContext;
  /** Of the chain up to the parent. */
  readonly parentWork: bigint;
  /** The state before the block. */
  readonly lookup: AccountLookup;
  readonly checker: TransactionChecker;
  /** The block's transactions, where they were loaded before; the checker loads them otherwise. */
  readonly loaded?: LoadedTransactions | undefined;
  /**
   * False for a block of the node's own files: what each transfer says by itself, and its signature, were validated when
   * the block came, and the Merkle root shows that these are the same transfers. True by default.
   */
  readonly validateTransfers?: boolean;
}

/**
 * Header rules of the block after `parent`, for validation and for a miner.
 * @param timestampAt timestamp, in Unix seconds, of a block up to the parent
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

/** Applies the genesis block, which the rules do not bind. */
export async function applyGenesis(raw: Uint8Array): Promise<ValidatedBlock> {
  const { ids } = digestTransactions(raw.subarray(HEADER_SIZE));
  const transactions = await readTransactions(raw);
  const accounts = await applyTransactions(transactions, () => undefined);
  return assemble(raw, decodeBlockHeader(raw.subarray(0, HEADER_SIZE)), transactions, ids, accounts, 0n);
}

/**
 * Validates a block by every rule of PROTOCOL.md section 5. What is cheap comes first, so that junk costs little; what
 * transfers say by themselves is looked at by other threads while this one applies them.
 * @throws ProtocolError when the bytes are no block, ConsensusError when a rule is broken
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
    const faults = begun(context.validateTransfers === false ? NO_FAULT : loaded.findFault(ids));
    const transactions = await readTransactions(raw);
    checkCoinbase(header, transactions, context.header.network);
    const applied = begun(applyTransactions(transactions, context.lookup));
    const fault = await faults;
    if (fault !== undefined) throw locate(fault);
    return assemble(raw, header, transactions, ids, await applied, context.parentWork);
  } finally {
    loaded?.release();
  }
}

/**
 * Validates the transactions of a side block by every rule that does not depend on the state before it.
 * @param header of the block, validated already
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
    const faults = begun(loaded.findFault(ids));
    checkCoinbase(header, await readTransactions(raw), network);
    const fault = await faults;
    if (fault !== undefined) throw locate(fault);
  } finally {
    loaded.release();
  }
}

const NO_FAULT = Promise.resolve(undefined);

/** Handles the rejection of a promise that is awaited later, or never after another error. */
function begun<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}

/** Reads a block's transactions in turns. @throws ProtocolError `invalid_transaction` */
export async function readTransactions(raw: Uint8Array): Promise<BlockTransactions> {
  const transactions = new BlockTransactions(raw.subarray(HEADER_SIZE));
  await forEachInSlices(transactions.count, (index) => transactions.read(index));
  return transactions;
}

async function applyTransactions(
  transactions: BlockTransactions,
  lookup: AccountLookup,
): Promise<ChangedAccounts> {
  const change = new StateChange(transactions, lookup);
  await forEachInSlices(transactions.count, (index) => change.apply(index));
  return change.accounts();
}

/** The error, with the transaction's place in its block. */
function locate({ index, error }: TransferFault): Error {
  if (!(error instanceof ConsensusError)) return error;
  const place = index + 1; // the coinbase is not among the transfers
  return new ConsensusError(error.code, `transaction ${place}: ${error.message}`, { index: place });
}

function assemble(
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
