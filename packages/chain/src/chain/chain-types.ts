/** What the chain takes and tells: its options and errors, tips, blocks, transactions and changes. */
import type { AccountPath, BlockId, Network, Transaction, TransactionId, TreeLimits } from '@cairn/protocol';
import type { Home } from '../home.ts';
import type { Log } from '../runtime.ts';
import type { AccountChanges } from '../storage/account-tree.ts';
export type { PrefixMatches } from '../storage/core-store.ts';
import type { Accounts, PlacedBlock } from '../storage/core-store.ts';
import type { Location } from '../storage/layout.ts';
import type { CheckedBlock } from './block-validation.ts';
import type { ProgressListener } from './progress.ts';

/** What one write of the chain may hold. */
export interface ChangeLimits {
  readonly blocks: number;
  /** Of the blocks that leave and join together. A single block of any size is always taken. */
  readonly bytes: number;
}

export interface ChainOptions {
  readonly home: Home;
  readonly network: Network;
  readonly logger: Log;
  /** Current Unix seconds, for the rule on future timestamps. */
  readonly clock: () => number;
  /** Limits of side branches; for tests. */
  readonly treeLimits?: TreeLimits | undefined;
  /** What one write holds; for tests. */
  readonly changeLimits?: ChangeLimits | undefined;
  /** Rebuilds `core/` from the block files even if it is intact; false by default. */
  readonly reindex?: boolean | undefined;
  /** Stops a rebuild of `core/` between two blocks; the next start resumes it. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each block of the log that `core/` did not account for, while the chain is opened. */
  readonly onProgress?: ProgressListener | undefined;
  /** Called at every step of a write; for tests that end the process there. */
  readonly onCommitStep?: StepListener | undefined;
  /**
   * Called when the process has to end: with a StorageWriteError once a write has failed (nothing more is written, and the next start
   * recovers), with a LevelError when a read of `core/` finds damage (`cairn reindex` makes it anew).
   */
  readonly onFatal?: ((error: Error) => void) | undefined;
  /** Measures how long each block takes. */
  readonly observer?: ChainObserver | undefined;
}

type ChainErrorCode = 'other_genesis' | 'genesis_cannot_step_back' | 'closed';

/** The chain's state does not allow the call. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly code: ChainErrorCode;

  constructor(code: ChainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * The steps of a write, in order. A crash after each leaves a different state on disk (PROTOCOL.md section 6):
 * nothing written; the block files are synced; the index is synced.
 */
export const COMMIT_STEPS = ['begun', 'appended', 'indexed'] as const;
export type CommitStep = (typeof COMMIT_STEPS)[number];

/** Called when a write reaches a step; an error that it throws is not caught. */
export type StepListener = (step: CommitStep, height: number) => void;

/** Metrics of the chain. Called after each event; must not throw. */
export interface ChainObserver {
  /** A block is validated, without the wait in the queue. @returns what is called once it is valid */
  validating(): () => void;
  /** A block breaks a rule, or its bytes do not decode. */
  refused(): void;
  /** Blocks are written. @returns what is called once they are in every store, and listeners have heard of them */
  committing(): () => void;
}

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
export type StoredBlockSummary = Omit<PlacedBlock, 'file' | 'offset'>;

/** A stored block that is not canonical. */
export type StaleBlock = Pick<StoredBlockSummary, 'id' | 'header' | 'transactionCount'>;

/** A canonical block and the location of its bytes, from which another thread can read it. */
export interface LocatedBlock extends ChainTip {
  /** Path of the block file. */
  readonly path: string;
  /** Offset of the block's first byte in the file. */
  readonly offset: number;
  /** Bytes of the block, 118 + 213 × n. */
  readonly size: number;
}

/** Location of a confirmed transaction: its block's height and its zero-based position there. */
export type TransactionLocation = Location;

/** A confirmed transaction. */
export interface ConfirmedTransaction extends TransactionLocation {
  /** Transaction ID, 64 lowercase hex characters. */
  readonly id: TransactionId;
  readonly transaction: Transaction;
}

/** Part of a list. */
export interface PageRequest {
  /** Items to skip, 0–2,147,483,647. */
  readonly offset: number;
  /** 1–100. */
  readonly limit: number;
}

/** A confirmed transaction, with what a list shows of its block. */
export interface ListedTransaction extends ConfirmedTransaction {
  readonly blockId: BlockId;
  /** Unix seconds of the block. */
  readonly timestamp: number;
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
  /** `undefined` for the first block that a replica sees. */
  readonly oldTip: ChainTip | undefined;
  readonly newTip: ChainTip;
  /** Height of the newest block that both tips have in their chains. */
  readonly commonHeight: number;
  /** IDs of the blocks that left the chain, newest first. */
  readonly disconnected: readonly BlockId[];
  /** IDs of the blocks that joined the chain, oldest first. */
  readonly connected: readonly BlockId[];
}

/** A change of the tip, with what listeners need of it. Listeners run after the commit: every lookup answers for the new tip. */
export interface ChainEvent extends TipChange {
  readonly oldTip: ChainTip;
  /** The blocks that left, highest first: their bytes stay in the block files. */
  readonly left: readonly PlacedBlock[];
  /** Every account that the blocks changed, as of the new tip; `undefined` for one that has no transactions left. */
  readonly accounts: AccountChanges;
  /** Transactions of disconnected blocks, oldest block first; those of the newest ones are left out beyond 16 MiB. */
  readonly returned: readonly CheckedBlock[];
}

/** A block whose header was hashed to its ID, and whose transactions to the Merkle root in its header. */
export interface ProvenBlock {
  readonly raw: Uint8Array;
  /** Transaction IDs in block order, 32 bytes each. */
  readonly transactionIds: Uint8Array;
}

/** What proves an account at a tip (PROTOCOL.md section 9). */
export interface StoredAccountProof {
  readonly block: StoredBlockSummary;
  /** Where its record is, or would be. */
  readonly path: AccountPath;
  /** The part of its history that was asked for. */
  readonly history: StoredHistory | undefined;
}

/** A part of the history of an address: the newest transactions before one, or of all. */
export interface HistoryRange {
  /** Exclusive. */
  readonly before?: TransactionLocation | undefined;
  /** Most transactions; by default none, but the history before `before`. */
  readonly limit?: number | undefined;
}

/** Transactions of an address, and what they were added to (PROTOCOL.md section 9). */
export interface StoredHistory {
  /** Newest first. */
  readonly rows: readonly StoredTransaction[];
  /** 32 bytes: the history before the oldest row, or before the range if there is none. */
  readonly before: Uint8Array;
}

/** What the next block's header has to obey (PROTOCOL.md section 5). */
export interface BlockRules {
  readonly parent: ChainTip;
  /** Compact target. */
  readonly bits: number;
  /** Unix seconds of the last 11 blocks, oldest first; all of them on a shorter chain. */
  readonly lastTimestamps: readonly number[];
}

/** What a block is composed on: the tip, or the newest block while the chain is being changed. */
export interface BlockBase {
  readonly network: Network;
  readonly rules: BlockRules;
  /** Before the block. */
  readonly accounts: Accounts;
}
