import type { AddressSummary, BlockLocator, IdentifierPrefix } from '@cairn/api/explorer';
import type { AccountState, Address, TransactionId } from '@cairn/protocol';
import type {
  ConfirmedTransaction,
  PrefixMatches,
  StoredAccountProof,
  StoredBlockSummary,
  TransactionLocation,
} from '../chain/chain-types.ts';
import type { FeeEstimate } from '../mempool/fee-estimate.ts';
import type {
  ChainTotals,
  FeedRequest,
  HistoryRequest,
  ListedTransaction,
  MinerBlocksRequest,
  MinersPage,
  MinerTotals,
  Page,
  PageRequest,
  SeriesPage,
  SeriesRequest,
} from '../projection/index.ts';
import type { BlockBytes } from '../chain/whole-blocks.ts';

/** Rows with the height of the tip at the time of reading, from which confirmations follow. */
export type AtTip<Rows> = Rows & { readonly tipHeight: number };

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
 * All reads of the Explorer API. A node reads its chain and index (`NodeReader`), a replica reads a database. `undefined` means
 * that the canonical chain has no such block or transaction.
 * @throws HttpError 503 `explorer_index_unavailable` if the index is not open or empty
 * @throws ProjectionError if the index or the database cannot be read; the server answers with the same 503
 */
export interface ExplorerReader {
  /** Blocks below height `before` (by default from the tip), newest first, without the first `offset`. */
  blocks(
    page: PageRequest & { readonly before?: number | undefined },
  ): Promise<AtTip<{ readonly blocks: readonly StoredBlockSummary[] }>>;
  block(reference: BlockLocator): Promise<AtTip<{ readonly block: StoredBlockSummary }> | undefined>;
  /** Headers from a height on, lowest first, 118 bytes each; fewer at the tip. */
  headers(from: number, count: number): Promise<Uint8Array>;
  /** The block with the greatest timestamp, then height, of those with at most this timestamp. */
  blockAt(time: number): Promise<AtTip<{ readonly block: StoredBlockSummary }> | undefined>;
  /** Transactions in block order; empty past the end. */
  blockTransactions(
    reference: BlockLocator,
    page: PageRequest,
  ): Promise<
    | AtTip<{ readonly block: StoredBlockSummary; readonly transactions: readonly ConfirmedTransaction[] }>
    | undefined
  >;
  /** @param id 64 lowercase hex characters */
  transaction(id: TransactionId): Promise<AtTip<ListedTransaction> | undefined>;
  /** Identifiers with a prefix, at most `limit` of each kind. */
  startingWith(prefix: IdentifierPrefix, limit: number): Promise<PrefixMatches>;
  /** Confirmed state; `undefined` for an address without confirmed transactions. */
  account(address: Address): Promise<AccountState | undefined>;
  /** What recent blocks suggest as a fee. */
  fees(): Promise<FeeEstimate>;
  /** Confirmed transactions, newest first. */
  transactions(request: FeedRequest): Promise<AtTip<Page<ListedTransaction>>>;
  /** Confirmed transactions from or to an address, newest first by default. */
  addressTransactions(address: Address, request: HistoryRequest): Promise<AtTip<Page<ListedTransaction>>>;
  /** Addresses by balance descending, then address ascending. */
  addresses(page: PageRequest): Promise<Page<AddressSummary>>;
  totals(): Promise<ChainTotals>;
  /** Sums over hours, days or weeks; `undefined` while the chain has only its genesis block. */
  series(request: SeriesRequest): Promise<SeriesPage | undefined>;
  /** The miners of the newest blocks. */
  miners(blocks: number): Promise<MinersPage>;
  /** Totals of the blocks mined by an address; zeros if there are none. */
  miner(address: Address): Promise<MinerTotals>;
  /** Blocks mined by an address, newest first. */
  minerBlocks(address: Address, request: MinerBlocksRequest): Promise<AtTip<Page<StoredBlockSummary>>>;
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
