import type { BlockId } from '../identifiers.ts';
import { expectedBits } from '../asert.ts';
import { blockId, decodeBlockHeader, HEADER_SIZE, type BlockHeader } from '../block-header.ts';
import { hexToBytes } from '../bytes.ts';
import { checkHeader, MEDIAN_TIME_SPAN, type HeaderContext } from '../consensus/header-rules.ts';
import { blockWork } from '../difficulty.ts';
import type { Network } from '../networks.ts';
import {
  activeAncestorOf,
  compareWork,
  DEFAULT_TREE_LIMITS,
  evictable,
  pathBetween,
  subtreeOf,
  TreeNode,
  type BranchEnd,
  type BranchPath,
  type TreeBase,
  type TreeBlock,
  type TreeHeader,
  type TreeLimits,
} from './tree-block.ts';

export { DEFAULT_TREE_LIMITS };
export type { BranchEnd, BranchPath, TreeBase, TreeBlock, TreeHeader, TreeLimits };

/** An eviction continues until usage is down to this fraction of the exceeded limit. */
const EVICTION_TARGET = 0.9;

/**
 * All branches that may still become the chain (PROTOCOL.md section 8): the last blocks of the canonical chain, side
 * branches, and headers whose bodies have not arrived. `base` is the oldest block in the tree. The tree contains no
 * bodies, reads no clock and writes nothing: its owner reports which blocks arrived and which were committed, and reads
 * which tip the chain should have.
 *
 * - `active` is the tip of the owner's stores; only `setActive` moves it.
 * - `best` is the tip that the stores should have: the end of the complete, valid branch with the most work; at equal
 *   work, of the branch that was complete first.
 * - `bestHeader` is the target of a sync: the valid header with the most work, with or without bodies.
 *
 * `active`, `best` and `bestHeader` take constant time. For an unknown ID or parent, `get`, `headerContext`, `receive` and
 * `insert` return `undefined`, because the block may still arrive; all other methods throw a RangeError.
 *
 * @example
 * const block = tree.receive(headerBytes, now); // undefined: request its ancestors from the peer
 * if (block !== undefined) tree.addBody(block.id, raw.length); // after validating its body
 * for (let path = tree.reorganization(); path !== undefined; path = tree.reorganization()) {
 *   // one step: disconnect path.disconnect[0], or append path.connect[0]; then
 *   tree.setActive(newTipId); // or tree.invalidate(id) if the block breaks a rule
 * }
 */
export class HeaderTree {
  readonly network: Network;
  /** In insertion order. */
  readonly #nodes = new Map<BlockId, TreeNode>();
  /** Timestamps of the 10 blocks below the base, oldest first, for the median of branches that begin at the base. */
  #earlierTimestamps: readonly number[];
  #base: TreeNode;
  #active: TreeNode;
  #best: TreeNode;
  #bestHeader: TreeNode;
  #arrivals = 0;
  #sideBlocks = 0;
  #sideBytes = 0;

  /** Creates a tree whose only block is the base, which is also the tip. @throws RangeError for a base without timestamps */
  constructor(network: Network, base: TreeBase) {
    const timestamp = base.timestamps.at(-1);
    if (timestamp === undefined) throw new RangeError('a base has at least its own timestamp');
    const node = new TreeNode(base, timestamp, base.anchorTimestamp);
    node.hasBody = true;
    node.isStored = true;
    node.isComplete = true;
    node.isActive = true;
    this.network = network;
    this.#nodes.set(node.id, node);
    this.#earlierTimestamps = base.timestamps.slice(0, -1);
    this.#base = node;
    this.#active = node;
    this.#best = node;
    this.#bestHeader = node;
  }

  /** The oldest block. Headers at its height or below belong to no branch that can become the chain. */
  get base(): TreeBlock {
    return this.#base;
  }

  /** The tip of the owner's stores. */
  get active(): TreeBlock {
    return this.#active;
  }

  /** The tip that the chain should have. */
  get best(): TreeBlock {
    return this.#best;
  }

  /** The valid header with the most work, with or without bodies; the first inserted at equal work. */
  get bestHeader(): TreeBlock {
    return this.#bestHeader;
  }

  /** Number of blocks in the tree. */
  get size(): number {
    return this.#nodes.size;
  }

  /** Number of blocks that never were on the active chain, including those without a body. */
  get sideBlocks(): number {
    return this.#sideBlocks;
  }

  /** Bytes of the bodies of these side blocks, invalid ones excluded. */
  get sideBytes(): number {
    return this.#sideBytes;
  }

  get(id: BlockId): TreeBlock | undefined {
    return this.#nodes.get(id);
  }

  /** The ancestor of a block at a height, which may be the block itself; `undefined` below the base and above the block. */
  ancestorAt(block: TreeBlock, height: number): TreeBlock | undefined {
    let ancestor: TreeBlock | undefined = block;
    while (ancestor !== undefined && ancestor.height > height) ancestor = ancestor.parent;
    return ancestor?.height === height ? ancestor : undefined;
  }

  /**
   * The context for checking a child of this block (`checkHeader`), on any branch.
   * @param now local clock, Unix seconds; absent for a header that was accepted before
   * @returns `undefined` if the tree does not have the parent
   */
  headerContext(parentId: BlockId, now?: number): HeaderContext | undefined {
    const parent = this.#nodes.get(parentId);
    if (parent === undefined) return undefined;
    const lastTimestamps: number[] = [];
    for (
      let node: TreeNode | undefined = parent;
      node !== undefined && lastTimestamps.length < MEDIAN_TIME_SPAN;
      node = node.parent
    ) {
      lastTimestamps.unshift(node.timestamp);
    }
    const missing = MEDIAN_TIME_SPAN - lastTimestamps.length;
    const earlier = this.#earlierTimestamps;
    lastTimestamps.unshift(...earlier.slice(Math.max(0, earlier.length - missing)));
    const bits = expectedBits(this.network, parent, parent.anchorTimestamp);
    return { network: this.network, parent, lastTimestamps, bits, ...(now === undefined ? {} : { now }) };
  }

  /**
   * Checks a header against its parent (PROTOCOL.md section 5, rules 1 to 4, without the Merkle root), and inserts it.
   * @param headerBytes at least 118; later bytes are ignored
   * @param now local clock, Unix seconds; absent for a header that was accepted before
   * @param decoded the header and its ID, if the caller has them
   * @returns the block, invalid if its parent is; `undefined` for a parent that has not arrived or is below the base
   * @throws ProtocolError, ConsensusError; the tree is unchanged. A slow local clock may cause `timestamp_too_new`.
   */
  receive(
    headerBytes: Uint8Array,
    now?: number,
    decoded: { readonly header: BlockHeader; readonly id: BlockId } = {
      header: decodeBlockHeader(headerBytes),
      id: blockId(headerBytes),
    },
  ): TreeBlock | undefined {
    const { header, id } = decoded;
    const known = this.#nodes.get(id);
    if (known !== undefined) return known;
    const context = this.headerContext(header.previousBlockId, now);
    if (context === undefined) return undefined;
    checkHeader(header, headerBytes.subarray(0, HEADER_SIZE), context, hexToBytes(id));
    return this.insert({ ...header, id });
  }

  /**
   * Inserts a header that was checked before, from the owner's own stores; use `receive` for a peer's.
   * @returns the block; `undefined` if the tree does not have its parent
   * @throws ProtocolError `invalid_bits`
   */
  insert({ id, previousBlockId, timestamp, bits }: TreeHeader): TreeBlock | undefined {
    const known = this.#nodes.get(id);
    if (known !== undefined) return known;
    const parent = this.#nodes.get(previousBlockId);
    if (parent === undefined) return undefined;
    const height = parent.height + 1;
    const work = parent.work + blockWork(bits);
    const anchorTimestamp = height === 1 ? timestamp : parent.anchorTimestamp;
    const node = new TreeNode({ id, height, work }, timestamp, anchorTimestamp, parent);
    this.#nodes.set(id, node);
    this.#sideBlocks += 1;
    if (!node.isInvalid && work > this.#bestHeader.work) this.#bestHeader = node;
    return node;
  }

  /**
   * Records that the owner keeps the body of a block, and that it is valid as far as can be checked without the state.
   * Bodies may arrive in any order; with the last body of its ancestors a block becomes complete and may become `best`. Has
   * no effect on a block that has its body or is invalid.
   * @param size bytes of the block, at least 1; 0 for one that the owner keeps with its chain, as it keeps every block that
   * was active: only its depth removes it
   * @throws RangeError for an unknown block
   */
  addBody(id: BlockId, size: number): void {
    const node = this.#require(id);
    if (node.hasBody || node.isInvalid) return;
    node.hasBody = true;
    node.bodySize = size;
    node.arrival = this.#nextArrival();
    if (size === 0) this.#store(node);
    else this.#sideBytes += size;
    if (node.parent?.isComplete === true) this.#complete(node);
  }

  /**
   * Records that a block breaks a rule: it and its descendants stay invalid while they are in the tree, and `best` becomes
   * the end of the best remaining branch, even if the active tip is one of the invalid blocks.
   * @returns IDs of the newly invalid blocks with a body, which need not be kept
   * @throws RangeError for the base and for an unknown block
   */
  invalidate(id: BlockId): BlockId[] {
    const root = this.#require(id);
    if (root === this.#base) throw new RangeError('the base of the tree is final');
    const withBody: BlockId[] = [];
    for (const node of subtreeOf(root)) {
      if (node.isInvalid) continue;
      this.#sideBytes -= node.sideBytes;
      node.isInvalid = true;
      if (node.hasBody) withBody.push(node.id);
    }
    this.#chooseBest();
    return withBody;
  }

  /**
   * Records the tip of the owner's stores, after a block was committed or disconnected.
   * @throws RangeError for an unknown tip, and if a block without its body or an invalid one would be connected
   */
  setActive(id: BlockId): void {
    const tip = this.#require(id);
    const { disconnect, connect } = pathBetween(this.#active, tip);
    const unfit = connect.find(({ isComplete, isInvalid }) => !isComplete || isInvalid);
    if (unfit !== undefined) throw new RangeError(`block ${unfit.id} cannot be connected`);
    for (const node of disconnect) node.isActive = false;
    for (const node of connect) {
      this.#store(node);
      node.isActive = true;
    }
    this.#active = tip;
  }

  /** Path from the active tip to the best one; `undefined` if they are the same. */
  reorganization(): BranchPath | undefined {
    return this.#best === this.#active ? undefined : pathBetween(this.#active, this.#best);
  }

  /** Path from one block to another. @throws RangeError for an unknown block */
  path(fromId: BlockId, toId: BlockId): BranchPath {
    return pathBetween(this.#require(fromId), this.#require(toId));
  }

  /**
   * The blocks of the branch up to this one whose bodies are missing, lowest first.
   * @param limit maximum number, at least 1
   * @returns an empty array for an invalid block
   * @throws RangeError for an unknown block
   */
  missingBodies(id: BlockId, limit: number): TreeBlock[] {
    const end = this.#require(id);
    if (end.isInvalid) return [];
    const missing: TreeNode[] = [];
    for (let node: TreeNode | undefined = end; node?.isComplete === false; node = node.parent) {
      if (!node.hasBody) missing.push(node);
    }
    return missing.slice(-limit).reverse();
  }

  /** The ends of all branches, most work first; the active tip is always among them. */
  ends(): BranchEnd[] {
    return [...this.#nodes.values()]
      .filter((node) => node.firstChild === undefined || node === this.#active)
      .sort((a, b) => compareWork(b, a))
      .map((node) => ({ block: node, commonAncestor: activeAncestorOf(node), state: this.#stateOf(node) }));
  }

  /**
   * Removes a side block and its descendants, as if they had never arrived, for example if its body was lost.
   * @returns the IDs of the removed blocks
   * @throws RangeError for a block of the active chain and for an unknown block
   */
  remove(id: BlockId): BlockId[] {
    const root = this.#require(id);
    if (root.isActive) throw new RangeError(`block ${id} is on the active chain`);
    const removed: BlockId[] = [];
    this.#removeBranch(root, removed);
    this.#chooseBest();
    return removed;
  }

  /**
   * Moves the base up to `depth` blocks below the active tip and removes the branches that begin below it. Then, if a limit
   * is exceeded, evicts side blocks until a tenth of that limit is free: from the lightest branches, the oldest first at
   * equal work, each from its end down. Neither step removes `best`, a valid block with more work than the active chain, or
   * an ancestor of one: the choice of the tip does not change, and only real work can keep the base low or exceed a limit.
   * Blocks that were active are evicted by their depth alone.
   * @returns IDs of the blocks that were removed
   */
  prune({ depth, sideBlocks, sideBytes }: TreeLimits = DEFAULT_TREE_LIMITS): BlockId[] {
    const removed: BlockId[] = [];
    this.#raiseBase(depth, removed);
    if (this.#sideBlocks > sideBlocks || this.#sideBytes > sideBytes) {
      const bytes = this.#sideBytes > sideBytes ? sideBytes * EVICTION_TARGET : sideBytes;
      const blocks = this.#sideBlocks > sideBlocks ? sideBlocks * EVICTION_TARGET : sideBlocks;
      for (const node of evictable(this.#nodes.values(), (one) => this.#isNeeded(one))) {
        if (this.#sideBytes <= bytes && this.#sideBlocks <= blocks) break;
        this.#removeBranch(node, removed);
      }
    }
    if (!this.#nodes.has(this.#bestHeader.id)) this.#chooseBest();
    return removed;
  }

  #raiseBase(depth: number, removed: BlockId[]): void {
    while (this.#active.height - this.#base.height > depth) {
      const children = [...this.#base.children()];
      const side = children.filter(({ isActive }) => !isActive);
      if (side.some((root) => this.#mayWin(root))) return;
      for (const root of side) this.#removeBranch(root, removed);
      const timestamps = [...this.#earlierTimestamps, this.#base.timestamp];
      this.#earlierTimestamps = timestamps.slice(1 - MEDIAN_TIME_SPAN);
      this.#nodes.delete(this.#base.id);
      this.#base = children.find(({ isActive }) => isActive)!;
      this.#base.unlink();
    }
  }

  /** Records that the owner keeps a block with its chain. */
  #store(node: TreeNode): void {
    if (node.isStored) return;
    this.#sideBlocks -= 1;
    this.#sideBytes -= node.sideBytes;
    node.bodySize = 0;
    node.isStored = true;
  }

  #isNeeded(node: TreeNode): boolean {
    return node === this.#best || (!node.isInvalid && node.work > this.#active.work);
  }

  #mayWin(root: TreeNode): boolean {
    for (const node of subtreeOf(root)) if (this.#isNeeded(node)) return true;
    return false;
  }

  #removeBranch(root: TreeNode, removed: BlockId[]): void {
    for (const node of subtreeOf(root)) {
      this.#nodes.delete(node.id);
      if (!node.isStored) this.#sideBlocks -= 1;
      this.#sideBytes -= node.sideBytes;
      removed.push(node.id);
    }
    root.unlink();
  }

  /** Marks a block with complete ancestors as complete, and every descendant whose own body was already there. */
  #complete(root: TreeNode): void {
    const stack = [root];
    const completed: TreeNode[] = [];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      node.isComplete = true;
      completed.push(node);
      for (const child of node.children()) if (child.hasBody && !child.isInvalid) stack.push(child);
    }
    for (const node of completed.sort((a, b) => a.arrival - b.arrival)) {
      node.arrival = this.#nextArrival();
      if (this.#isBetter(node, this.#best)) this.#best = node;
    }
  }

  #nextArrival(): number {
    this.#arrivals += 1;
    return this.#arrivals;
  }

  #isBetter(node: TreeNode, other: TreeNode): boolean {
    return node.work > other.work || (node.work === other.work && node.arrival < other.arrival);
  }

  /** Searches all blocks, which is slow: only after the best block may have been removed or become invalid. */
  #chooseBest(): void {
    this.#best = this.#base;
    this.#bestHeader = this.#base;
    for (const node of this.#nodes.values()) {
      if (node.isInvalid) continue;
      if (node.work > this.#bestHeader.work) this.#bestHeader = node;
      if (node.isComplete && this.#isBetter(node, this.#best)) this.#best = node;
    }
  }

  #stateOf(node: TreeNode): BranchEnd['state'] {
    if (node === this.#active) return 'active';
    if (node.isInvalid) return 'invalid';
    return node.isComplete ? 'valid' : 'headers-only';
  }

  #require(id: BlockId): TreeNode {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new RangeError(`the tree has no block ${id}`);
    return node;
  }
}
