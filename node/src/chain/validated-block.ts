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

/** Applies the genesis block, which the rules do not bind. */
export function applyGenesis(raw: Uint8Array): ValidatedBlock {
  return applyBlock(raw, decodeBlock(raw), () => undefined);
}

/**
 * Judges a block by every rule of PROTOCOL.md section 5.
 * @throws ProtocolError when the bytes are no block, ConsensusError when a rule is broken
 */
export async function validateBlock(raw: Uint8Array, context: ValidationContext): Promise<ValidatedBlock> {
  const { network } = context.header;
  const block = decodeBlock(raw);
  checkFrame(raw, block, context.header);
  // The threads verify signatures while this one does everything else.
  const verified = context.verifier.findBad(raw.subarray(HEADER_SIZE + TRANSACTION_SIZE));
  const [judged, bad] = await Promise.all([judgeTransactions(raw, block, context), verified]);
  if (bad === undefined) return judged;
  const index = bad + 1; // the coinbase has no signature
  throw new ConsensusError(
    'bad_signature',
    `transaction ${index}: the signature is not valid on ${network.name}`,
    {
      index,
    },
  );
}

/**
 * Judges a block of the node's own files again, by all rules but what each transfer says by itself and its signature:
 * the Merkle root shows that these are the transfers that were validated before.
 * @throws ProtocolError, ConsensusError
 */
export function revalidateBlock(
  raw: Uint8Array,
  header: HeaderContext,
  lookup: AccountLookup,
): ValidatedBlock {
  const block = decodeBlock(raw);
  checkFrame(raw, block, header);
  const applied = applyBlock(raw, block, lookup);
  checkMerkleRoot(block.header, applied.transactionIds);
  return applied;
}

function checkFrame(raw: Uint8Array, { header, transactions }: Block, context: HeaderContext): void {
  checkHeader(header, raw.subarray(0, HEADER_SIZE), context);
  checkCoinbase(header, transactions, context.network);
}

async function judgeTransactions(
  raw: Uint8Array,
  block: Block,
  { header: { network }, lookup, isAddress }: ValidationContext,
): Promise<ValidatedBlock> {
  const transactionIds = idsOf(raw);
  checkMerkleRoot(block.header, transactionIds);
  for (const transaction of block.transactions.slice(1)) checkTransaction(transaction, network, isAddress);
  return applyBlock(raw, block, lookup, transactionIds);
}

function applyBlock(
  raw: Uint8Array,
  { header, transactions }: Block,
  lookup: AccountLookup,
  transactionIds = idsOf(raw),
): ValidatedBlock {
  return {
    raw,
    header,
    transactions,
    id: blockId(raw),
    transactionIds,
    accounts: applyTransactions(lookup, transactions),
    totalFees: totalFees(transactions),
    reward: transactions[0]!.value,
  };
}

function idsOf(raw: Uint8Array): Uint8Array[] {
  return splitBlock(raw).transactionBytes.map(transactionIdBytes);
}
