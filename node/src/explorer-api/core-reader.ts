import type { BlockLocator, IdentifierPrefix } from '@cairn/api/explorer';
import type { AccountState, Address, TransactionId } from '@cairn/protocol';
import type {
  ConfirmedTransaction,
  PrefixMatches,
  StoredAccountProof,
  StoredBlockSummary,
  TransactionLocation,
} from '../chain/chain-types.ts';
import type { BlockBytes } from '../chain/whole-blocks.ts';
import type { FeeEstimate } from '../mempool/fee-estimate.ts';
import type { ListedTransaction, PageRequest } from '../projection/index.ts';

/** Everything that a Merkle proof needs. */
export interface ProofRow {
  readonly transaction: ConfirmedTransaction;
  readonly block: StoredBlockSummary;
  /** RFC 6962 audit path, nearest sibling first; 32 bytes each. */
  readonly path: readonly Uint8Array[];
}

/** Everything that the proof of an account needs. */
export interface AccountProofRow extends StoredAccountProof {
  /** The 213 bytes of the block's coinbase. */
  readonly coinbase: Uint8Array;
  /** Its Merkle path, nearest sibling first; 32 bytes each. */
  readonly coinbasePath: readonly Uint8Array[];
}

/**
 * The reads of the core routes: a node reads its chain (`ChainReader`), a replica its database. Answers are of the chain's tip
 * at that moment. `undefined` means that the canonical chain has no such block or transaction.
 * @throws ProjectionError if the database cannot be read
 */
export interface CoreReader {
  /** Blocks below height `before` (by default from the tip), newest first, without the first `offset`. */
  blocks(
    page: PageRequest & { readonly before?: number | undefined },
  ): Promise<readonly StoredBlockSummary[]>;
  block(reference: BlockLocator): Promise<StoredBlockSummary | undefined>;
  /** Headers from a height on, lowest first, 118 bytes each; fewer at the tip. */
  headers(from: number, count: number): Promise<Uint8Array>;
  /** Transactions in block order; empty past the end. */
  blockTransactions(
    reference: BlockLocator,
    page: PageRequest,
  ): Promise<
    { readonly block: StoredBlockSummary; readonly transactions: readonly ConfirmedTransaction[] } | undefined
  >;
  /** @param id 64 lowercase hex characters */
  transaction(id: TransactionId): Promise<ListedTransaction | undefined>;
  /** Identifiers with a prefix, at most `limit` of each kind. */
  startingWith(prefix: IdentifierPrefix, limit: number): Promise<PrefixMatches>;
  /** Confirmed state; `undefined` for an address without confirmed transactions. */
  account(address: Address): Promise<AccountState | undefined>;
  /** What recent blocks suggest as a fee. */
  fees(): Promise<FeeEstimate>;
  /** A block's bytes, proven (see `whole-blocks.ts`) before the first byte is sent. */
  blockBytes(block: StoredBlockSummary): Promise<BlockBytes | undefined>;
  /**
   * What proves an account, or that there is none, at the tip.
   * @param before the history before this transaction of the address is added
   * @returns `undefined` if the address has no such transaction
   * @throws HttpError 503 `proofs_unavailable` without an account tree
   */
  accountProof(address: Address, before?: TransactionLocation): Promise<AccountProofRow | undefined>;
  /** The Merkle proof of a transaction. @param id 64 lowercase hex characters */
  proof(id: TransactionId): Promise<ProofRow | undefined>;
}
