import {
  applyTransactions,
  blockId,
  checkCoinbase,
  checkHeader,
  checkMerkleRoot,
  checkTransaction,
  ConsensusError,
  decodeBlock,
  HEADER_SIZE,
  splitBlock,
  totalFees,
  TRANSACTION_SIZE,
  transactionIdBytes,
  type AccountLookup,
  type AccountState,
  type AddressCheck,
  type Block,
  type HeaderContext,
  type Network,
} from '@cairn/protocol';
import type { SignatureVerifier } from './signature-verifier.ts';

/** A block that holds on top of its parent, with everything that the index needs of it. */
export interface ValidatedBlock extends Block {
  readonly raw: Uint8Array;
  /** Block ID, 64 hex characters. */
  readonly id: string;
  /** Transaction IDs in block order, 32 bytes each. */
  readonly transactionIds: readonly Uint8Array[];
  /** State after the block of every address that it names. */
  readonly accounts: ReadonlyMap<string, AccountState>;
  /** Pebbles. */
  readonly totalFees: bigint;
  /** Pebbles. */
  readonly reward: bigint;
}

/** What a block is validated against. */
export interface ValidationContext {
  readonly header: HeaderContext;
  readonly lookup: AccountLookup;
  readonly verifier: SignatureVerifier;
  readonly isAddress: AddressCheck;
}

/** Reads a block that is known to be valid (genesis, or one from the node's own files) and applies it. */
export function indexBlock(raw: Uint8Array, lookup: AccountLookup): ValidatedBlock {
  const { header, transactions } = decodeBlock(raw);
  return {
    raw,
    header,
    transactions,
    id: blockId(raw),
    transactionIds: splitBlock(raw).transactionBytes.map(transactionIdBytes),
    accounts: applyTransactions(lookup, transactions),
    totalFees: totalFees(transactions),
    reward: transactions[0]!.value,
  };
}

/**
 * Judges a block by every rule of PROTOCOL.md section 5.
 * @throws ProtocolError when the bytes are no block, ConsensusError when a rule is broken
 */
export async function validateBlock(raw: Uint8Array, context: ValidationContext): Promise<ValidatedBlock> {
  const { network } = context.header;
  const { header, transactions } = decodeBlock(raw);
  checkHeader(header, raw.subarray(0, HEADER_SIZE), context.header);
  checkCoinbase(header, transactions, network);
  // The threads verify signatures while this one does everything else.
  const bad = context.verifier.findBad(raw.subarray(HEADER_SIZE + TRANSACTION_SIZE));
  const [block, badIndex] = await Promise.all([judgeTransactions(raw, context, network), bad]);
  if (badIndex !== undefined) {
    throw new ConsensusError('bad_signature', `transaction ${badIndex + 1}: the signature does not hold`, {
      index: badIndex + 1,
    });
  }
  return block;
}

async function judgeTransactions(
  raw: Uint8Array,
  { lookup, isAddress }: ValidationContext,
  network: Network,
): Promise<ValidatedBlock> {
  const block = indexBlock(raw, lookup);
  checkMerkleRoot(block.header, block.transactionIds);
  for (const transaction of block.transactions.slice(1)) checkTransaction(transaction, network, isAddress);
  return block;
}
