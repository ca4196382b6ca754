import type {
  AccountPath,
  AccountRecord,
  Address,
  BlockHeader,
  BlockId,
  BlockTransactions,
  Network,
  Transaction,
  TransactionId,
} from '@cairn/protocol';
import type { BlockSource, ProvenBlock, WholeBlocks } from './whole-blocks.ts';

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
 * A change of the tip: blocks were connected, or the chain switched to a branch with more work (PROTOCOL.md section 8).
 * Readers see the new tip at once, never one in between.
 */
export interface TipChange {
  /** `undefined` before the genesis block. */
  readonly oldTip: ChainTip | undefined;
  readonly newTip: ChainTip;
  /** Height of the newest block that both tips have in their chains; -1 before the genesis block. */
  readonly commonHeight: number;
  /** IDs of the blocks that left the chain, newest first. */
  readonly disconnected: readonly BlockId[];
  /** IDs of the blocks that joined the chain, oldest first. */
  readonly connected: readonly BlockId[];
}

/** A change of the tip, with what listeners need of it. Listeners run after the commit: every lookup answers for the new tip. */
export interface ChainEvent extends TipChange {
  /** Every account that the blocks changed, as of the new tip; `undefined` for one that has no transactions left. */
  readonly accounts: ReadonlyMap<Address, AccountRecord | undefined>;
  /** Transactions of disconnected blocks, oldest block first; those of the newest ones are left out beyond 16 MiB. */
  readonly returned: readonly BlockContents[];
}

/** The transactions of a block. */
export interface BlockContents {
  readonly raw: Uint8Array;
  /** In block order, the coinbase first. */
  readonly transactions: BlockTransactions;
  /** 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
}

/** Blocks, transactions and addresses whose identifiers share a prefix, sorted by identifier. */
export interface PrefixMatches {
  readonly blocks: readonly ChainTip[];
  readonly transactions: readonly { readonly id: TransactionId; readonly height: number }[];
  readonly addresses: readonly Address[];
}

/** What proves an account at a tip (PROTOCOL.md section 9). */
export interface StoredAccountProof {
  readonly block: StoredBlockSummary;
  /** Where its record is, or would be. */
  readonly path: AccountPath;
  /** The history before the transaction that was asked for. */
  readonly historyBefore: Uint8Array | undefined;
}

/**
 * Read access to the canonical chain. Lookups of small records are synchronous (one LevelDB get); methods that read block
 * files are asynchronous and read only the bytes they need. Absence is `undefined`; a damaged block file rejects with an
 * error that names file and offset (PROTOCOL.md section 6).
 */
export interface ChainReader extends BlockSource {
  readonly network: Network;
  /** `undefined` while no genesis block is stored. */
  tip(): ChainTip | undefined;
  blockSummary(height: number): StoredBlockSummary | undefined;
  /**
   * The headers of consecutive canonical blocks as they are stored, 118 bytes each, one after another; all of one tip.
   * @param from height of the first @param count at most; fewer at the tip
   */
  readHeaders(from: number, count: number): Promise<Buffer>;
  /** @param id 64 lowercase hex characters */
  heightOfBlock(id: BlockId): number | undefined;
  /** Whole blocks, proven. */
  readonly wholeBlocks: WholeBlocks;
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
  /**
   * What proves an account, or that there is none, at the tip.
   * @param before the history before this transaction of the address is added
   * @returns `undefined` if the address has no such transaction
   */
  accountProof(address: Address, before?: TransactionLocation): Promise<StoredAccountProof | undefined>;
  /** Confirmed state; `undefined` for an address without confirmed transactions. */
  account(address: Address): AccountRecord | undefined;
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
  /** Blocks that are not canonical, highest first. */
  staleBlocks(limit: number): StaleBlock[];
  /** Changes whenever the result of `staleBlocks` may change. */
  readonly branchesVersion: number;
  /** The change from a former tip to the current one; `undefined` for an unknown block. */
  reorganizationFrom(id: BlockId): TipChange | undefined;
}
