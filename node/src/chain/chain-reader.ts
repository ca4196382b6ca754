import type {
  AccountState,
  Address,
  BlockHeader,
  BlockId,
  BlockTransactions,
  Network,
  Transaction,
  TransactionId,
} from '@cairn/protocol';
import type { ProvenBlock, SliceSource } from '../whole-blocks/block-proof.ts';

/** The newest canonical block. `id` is 64 lowercase hex characters. */
export interface ChainTip {
  readonly height: number;
  readonly id: BlockId;
}

/** The newest canonical block with the work of the chain up to it, genesis included (PROTOCOL.md section 8). */
export interface TipWithWork extends ChainTip {
  readonly work: bigint;
}

/** The indexed fields of a block: listing blocks reads no block file. */
export interface StoredBlockSummary {
  readonly height: number;
  /** Block ID, 64 lowercase hex characters. */
  readonly id: BlockId;
  readonly header: BlockHeader;
  /** Coinbase included; at least 1. */
  readonly transactionCount: number;
  /** 118 + 213 × `transactionCount`. */
  readonly sizeBytes: number;
  /** Sum of the non-coinbase fees, in pebbles. */
  readonly totalFees: bigint;
  /** Value of the coinbase, in pebbles. */
  readonly reward: bigint;
}

/** A stored block that is not canonical. */
export interface StaleBlock {
  /** Block ID, 64 lowercase hex characters. */
  readonly id: BlockId;
  readonly header: BlockHeader;
  /** Coinbase included; at least 1. */
  readonly transactionCount: number;
}

/** A canonical block and the location of its bytes, from which another thread can read it. */
export interface LocatedBlock extends ChainTip {
  /** Path of the block file. */
  readonly path: string;
  /** Offset of the block's first byte in the file. */
  readonly offset: number;
  /** Bytes of the block, 118 + 213 × n. */
  readonly size: number;
  /** The block itself, if this process has just validated it: it need not be read and hashed again. */
  readonly validated?: ProvenBlock;
}

/** Location of a confirmed transaction: its block's height and its zero-based position there. */
export interface TransactionLocation {
  readonly height: number;
  readonly index: number;
}

/** A confirmed transaction. */
export interface ConfirmedTransaction extends TransactionLocation {
  /** Transaction ID, 64 lowercase hex characters. */
  readonly id: TransactionId;
  readonly transaction: Transaction;
}

/** A confirmed transaction as read from its block file. */
export interface StoredTransaction extends ConfirmedTransaction {
  /** The 213 canonical bytes. */
  readonly raw: Uint8Array;
}

/**
 * A change of the tip: a block was connected, or the newest block was disconnected. Listeners run after the commit:
 * every lookup already answers for the new tip. `raw` is the block's bytes. A disconnected block comes with its decoded
 * transactions and their IDs, 32 bytes each, because they may become pending again.
 */
export type ChainEvent =
  | { readonly type: 'connected'; readonly block: StoredBlockSummary; readonly raw: Uint8Array }
  | {
      readonly type: 'disconnected';
      readonly block: StoredBlockSummary;
      readonly raw: Uint8Array;
      readonly transactions: BlockTransactions;
      readonly transactionIds: Uint8Array;
    };

/**
 * The chain switched to a branch with more work (PROTOCOL.md section 8). If no block was disconnected, the chain only
 * advanced; if no block was connected either, the chain returned to its former tip because the other branch was
 * invalid.
 */
export interface Reorganization {
  readonly oldTip: ChainTip;
  readonly newTip: ChainTip;
  /** Height of the newest block that both branches have. */
  readonly commonHeight: number;
  /** IDs of the disconnected blocks, newest first. */
  readonly disconnected: readonly BlockId[];
  /** IDs of the blocks that replaced them, oldest first. */
  readonly connected: readonly BlockId[];
}

/** Blocks, transactions and addresses whose identifiers share a prefix, sorted by identifier. */
export interface PrefixMatches {
  readonly blocks: readonly ChainTip[];
  readonly transactions: readonly { readonly id: TransactionId; readonly height: number }[];
  readonly addresses: readonly Address[];
}

/**
 * Read access to the canonical chain. Lookups of small records are synchronous (one LevelDB get); methods that read block
 * files are asynchronous and read only the bytes they need. Absence is `undefined`; a damaged block file rejects with an
 * error that names file and offset (PROTOCOL.md section 6).
 */
export interface ChainReader extends SliceSource {
  readonly network: Network;
  /** `undefined` while no genesis block is stored. */
  tip(): ChainTip | undefined;
  blockSummary(height: number): StoredBlockSummary | undefined;
  /** @param id 64 lowercase hex characters */
  heightOfBlock(id: BlockId): number | undefined;
  readRawBlock(height: number): Promise<Uint8Array | undefined>;
  /** One page of a block's transactions in block order; empty past the end; `undefined` for an absent block. */
  readTransactions(
    height: number,
    page: { offset: number; limit: number },
  ): Promise<StoredTransaction[] | undefined>;
  /** The stored location only, unverified: the transaction may not be there. */
  locateTransaction(id: TransactionId): TransactionLocation | undefined;
  /** The transaction with this ID, re-hashed after reading; a stale or mismatched location gives `undefined`. */
  findTransaction(id: TransactionId): Promise<StoredTransaction | undefined>;
  /**
   * Blocks, transactions and addresses by prefix, up to `limit` of each.
   * @param prefix `id`: up to 64 lowercase hex digits; `address`: up to 34 characters
   */
  startingWith(
    prefix: { readonly id?: string; readonly address?: string },
    limit: number,
  ): Promise<PrefixMatches>;
  /** Confirmed state; `undefined` for an address without confirmed transactions. */
  account(address: Address): AccountState | undefined;
  /**
   * Locations of the confirmed transactions that `address` sent or received, newest first.
   * @param page.before exclusive: only entries older than this location
   */
  accountHistory(
    address: Address,
    page: { before?: TransactionLocation; limit: number },
  ): Promise<TransactionLocation[]>;
  /** @returns a function that ends the subscription */
  subscribe(listener: (event: ChainEvent) => void): () => void;
  /**
   * True while the chain switches branches: the tip is an intermediate one. Absent for a chain that never switches.
   */
  readonly isReorganizing?: boolean;
  /** Blocks that are not canonical, highest first; absent for a chain that keeps none. */
  staleBlocks?(limit: number): StaleBlock[];
  /** The bytes of a block of any branch; `undefined` if they are not stored. Absent for a chain that keeps no branches. */
  readBlockById?(id: BlockId): Promise<Uint8Array | undefined>;
  /** Changes whenever the result of `staleBlocks` may change. */
  readonly branchesVersion?: number;
  /**
   * The reorganization from a former tip to the current one; `undefined` for an unknown block. Absent for a chain that keeps
   * no branches.
   */
  reorganizationFrom?(id: BlockId): Reorganization | undefined;
  /**
   * @param listener called at the end of a reorganization, after the events of its blocks
   * @returns a function that ends the subscription
   */
  onReorganized?(listener: (reorganization: Reorganization) => void): () => void;
}
