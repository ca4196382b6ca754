import type { AccountRecord, Address, BlockId } from '@cairn/protocol';
import type { Turn } from '../runtime.ts';
import type {
  AccountChanges,
  AccountTree,
  Bucket,
  BucketChanges,
  TreeChange,
  Hash,
} from '../storage/account-tree.ts';
import type { BlockLocation, FilePosition } from '../storage/block-log.ts';
import type { Accounts, CoreChange } from '../storage/core-store.ts';
import type { CheckedBlock, ValidatedBlock } from './block-validation.ts';
import type { ChangeLimits, TipWithWork } from './chain-types.ts';

const CHANGE_LIMITS: ChangeLimits = { blocks: 256, bytes: 4 * 1024 * 1024 };

/** A block that leaves the chain, and where it stays in the block files. */
export type LeavingBlock = CheckedBlock & BlockLocation;

/** A block that joins the chain. */
interface JoiningBlock {
  readonly block: ValidatedBlock;
  /** Where it is in the block files already; `undefined` for one that is still to be appended. */
  readonly location: BlockLocation | undefined;
}

/**
 * Blocks that leave the chain and blocks that join it in one write, and the accounts after them (PROTOCOL.md sections 6 and 8).
 * It begins on the newest block on disk; dropping it is undoing it.
 */
export class ChainChange implements Accounts, CoreChange {
  readonly #below: Accounts;
  #tree: AccountTree;
  readonly #buckets = new Map<string, Bucket | undefined>();
  readonly #turn: Turn;
  readonly #limits: ChangeLimits;
  readonly #left: LeavingBlock[] = [];
  readonly #joining: JoiningBlock[] = [];
  #tip: TipWithWork;
  #blocks = 0;
  #bytes = 0;
  /** Every account that it changed, as of its tip. */
  readonly #accounts = new Map<Address, AccountRecord | undefined>();
  /** Blocks of the block files that are known no longer. */
  forgotten: readonly BlockId[] = [];
  /** The block to which the chain goes back for good; its record is to be appended before the blocks that join. */
  backTo: BlockId | undefined;
  /** How far the change accounts for records that are in the block files already. */
  end: FilePosition | undefined;

  /** @param below the accounts as of a tip; those of the newest block on disk for a change that is to be written */
  constructor(below: Accounts & { readonly tip: TipWithWork }, turn: Turn, limits = CHANGE_LIMITS) {
    this.#below = below;
    this.#tree = below.tree;
    this.#tip = below.tip;
    this.#turn = turn;
    this.#limits = limits;
  }

  /** The newest block. */
  get tip(): TipWithWork {
    return this.#tip;
  }

  /** Number of blocks that join. */
  get size(): number {
    return this.#joining.length;
  }

  /** Highest first. */
  get left(): readonly LeavingBlock[] {
    return this.#left;
  }

  /** Lowest first. */
  get joining(): readonly JoiningBlock[] {
    return this.#joining;
  }

  get joined(): readonly ValidatedBlock[] {
    return this.#joining.map(({ block }) => block);
  }

  get tree(): AccountTree {
    return this.#tree;
  }

  /** The buckets that differ from those below. */
  get buckets(): BucketChanges {
    return this.#buckets;
  }

  get accounts(): AccountChanges {
    return this.#accounts;
  }

  account(address: Address): AccountRecord | undefined {
    return this.#tree.record(address, this);
  }

  bucket(prefix: string, hash: Hash): Uint8Array {
    const own = this.#buckets.get(prefix);
    return own?.hash === hash ? own.records : this.#below.bucket(prefix, hash);
  }

  /** True if a block of this size may be added. */
  takes(sizeBytes: number): boolean {
    const { blocks, bytes } = this.#limits;
    return this.#blocks === 0 || (this.#blocks < blocks && this.#bytes + sizeBytes <= bytes);
  }

  /** Leaves the next block, from the tip down, before any block joins. Call `moveTo` after the last one. */
  leave(block: LeavingBlock): void {
    this.#left.push(block);
    this.#count(block.sizeBytes);
  }

  /**
   * Moves the accounts alone to those after another block.
   * @param accounts every account that differs, as of that block
   */
  async moveTo(tip: TipWithWork, accounts: AccountChanges): Promise<void> {
    this.#change(tip, await this.#tree.withMany(accounts, this, this.#turn), accounts);
  }

  /** Adds a block on top. @param location where it is in the block files already */
  join(block: ValidatedBlock, location?: BlockLocation): void {
    this.#joining.push({ block, location });
    this.#count(block.raw.length);
    this.goOn(block);
  }

  /** As `join`, in the accounts alone: it cannot be written then. */
  goOn({ header, id, work, tree, buckets, accounts }: ValidatedBlock): void {
    this.#change({ height: header.height, id, work }, { tree, buckets }, accounts.after);
  }

  #count(sizeBytes: number): void {
    this.#blocks += 1;
    this.#bytes += sizeBytes;
  }

  #change({ height, id, work }: TipWithWork, { tree, buckets }: TreeChange, accounts: AccountChanges): void {
    for (const [prefix, bucket] of buckets) this.#buckets.set(prefix, bucket);
    for (const [address, record] of accounts) this.#accounts.set(address, record);
    this.#tree = tree;
    this.#tip = { height, id, work };
  }
}
