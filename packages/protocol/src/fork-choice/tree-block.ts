import type { BlockId } from '../identifiers.ts';
import type { BlockHeader } from '../block-header.ts';

/** The root of a tree: a block of the canonical chain. Branches that begin below it are ignored. */
export interface TreeBase {
  /** Block ID, 64 lowercase hex characters. */
  readonly id: BlockId;
  readonly height: number;
  /** Work of the chain up to this block, genesis included. */
  readonly work: bigint;
  /** Unix seconds of the last 11 blocks up to this one, oldest first; all of them on a shorter chain. */
  readonly timestamps: readonly number[];
  /** Timestamp of block 1, the anchor of ASERT; `undefined` if the base is the genesis block. */
  readonly anchorTimestamp: number | undefined;
}

/** The header fields that the tree uses. */
export type TreeHeader = Pick<BlockHeader, 'previousBlockId' | 'timestamp' | 'bits'> & {
  /** Block ID, 64 lowercase hex characters. */
  readonly id: BlockId;
};

/** A block of the tree. Its flags change when the tree changes. */
export interface TreeBlock {
  readonly id: BlockId;
  readonly height: number;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Work of the branch up to this block, genesis included. */
  readonly work: bigint;
  /** `undefined` for the base. */
  readonly parent: TreeBlock | undefined;
  /** True if the block's body is kept, canonical or not. */
  readonly hasBody: boolean;
  /** True if it is kept with the chain: it is or was active. */
  readonly isStored: boolean;
  /** True if the bodies of the block and of all its ancestors have arrived, so that it may become the tip if it is valid. */
  readonly isComplete: boolean;
  /** True if the block or one of its ancestors breaks a rule. */
  readonly isInvalid: boolean;
  /** True for the node's tip and its ancestors. */
  readonly isActive: boolean;
}

/** Path from one block of the tree to another. */
export interface BranchPath {
  readonly commonAncestor: TreeBlock;
  /** Newest first. */
  readonly disconnect: readonly TreeBlock[];
  /** Oldest first. */
  readonly connect: readonly TreeBlock[];
}

/** The end of a branch, as `cairn tips` lists it. */
export interface BranchEnd {
  readonly block: TreeBlock;
  /** Newest block of the branch on the active chain. */
  readonly commonAncestor: TreeBlock;
  /** `headers-only` while the body of any block of the branch is missing; `valid` does not cover the state transition. */
  readonly state: 'active' | 'valid' | 'headers-only' | 'invalid';
}

/**
 * Limits of a tree. An eviction frees a tenth of an exceeded limit, so that a peer cannot cause one with every header. A
 * block that never was on the active chain is a side block, even if only its header is known.
 */
export interface TreeLimits {
  /** Greatest distance from the tip at which a branch may begin, in blocks. */
  readonly depth: number;
  /** Number of side blocks, more than the headers that a sync reads ahead. Each takes about 300 bytes of memory. */
  readonly sideBlocks: number;
  /** Bytes of the bodies of side blocks. */
  readonly sideBytes: number;
}

/** Depth and bytes are from PROTOCOL.md section 8. 20,000 headers take about 6 MB and are evicted in about 10 ms. */
export const DEFAULT_TREE_LIMITS: TreeLimits = {
  depth: 1_000,
  sideBlocks: 20_000,
  sideBytes: 256 * 1024 * 1024,
};

/**
 * A block with its links, used only by the tree. Children are a doubly linked list: removing one takes the same time however
 * many there are.
 */
export class TreeNode implements TreeBlock {
  readonly id: BlockId;
  readonly height: number;
  readonly timestamp: number;
  readonly work: bigint;
  readonly anchorTimestamp: number | undefined;
  parent: TreeNode | undefined;
  firstChild: TreeNode | undefined = undefined;
  nextSibling: TreeNode | undefined = undefined;
  previousSibling: TreeNode | undefined = undefined;
  hasBody = false;
  isStored = false;
  /** Bytes of a side block's body; 0 without one, and for a stored block. */
  bodySize = 0;
  /** Order in which blocks became complete; for incomplete blocks, the order in which their bodies arrived. */
  arrival = 0;
  isComplete = false;
  isInvalid = false;
  isActive = false;

  constructor(
    { id, height, work }: Pick<TreeBase, 'id' | 'height' | 'work'>,
    timestamp: number,
    anchorTimestamp: number | undefined,
    parent?: TreeNode,
  ) {
    this.id = id;
    this.height = height;
    this.work = work;
    this.timestamp = timestamp;
    this.anchorTimestamp = anchorTimestamp;
    this.parent = parent;
    if (parent === undefined) return;
    this.isInvalid = parent.isInvalid;
    this.nextSibling = parent.firstChild;
    if (parent.firstChild !== undefined) parent.firstChild.previousSibling = this;
    parent.firstChild = this;
  }

  /** Bytes that count towards the limit `sideBytes`: the body of an invalid block need not be kept. */
  get sideBytes(): number {
    return this.isInvalid ? 0 : this.bodySize;
  }

  unlink(): void {
    if (this.previousSibling !== undefined) this.previousSibling.nextSibling = this.nextSibling;
    else if (this.parent !== undefined) this.parent.firstChild = this.nextSibling;
    if (this.nextSibling !== undefined) this.nextSibling.previousSibling = this.previousSibling;
    this.parent = undefined;
    this.nextSibling = undefined;
    this.previousSibling = undefined;
  }

  *children(): Generator<TreeNode> {
    for (let child = this.firstChild; child !== undefined; child = child.nextSibling) yield child;
  }
}

/** A {@link BranchPath} of `TreeNode`s. */
interface NodePath extends BranchPath {
  readonly commonAncestor: TreeNode;
  readonly disconnect: readonly TreeNode[];
  readonly connect: readonly TreeNode[];
}

/** A block and all its descendants, parents first. Not recursive, because a branch may be thousands of blocks long. */
export function* subtreeOf(root: TreeNode): Generator<TreeNode> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    for (const child of node.children()) stack.push(child);
  }
}

/** Path from one block to another of the same tree. */
export function pathBetween(from: TreeNode, to: TreeNode): NodePath {
  const disconnect: TreeNode[] = [];
  const connect: TreeNode[] = [];
  let [left, right] = [from, to];
  while (left !== right) {
    if (left.height >= right.height) {
      disconnect.push(left);
      left = left.parent!;
    } else {
      connect.push(right);
      right = right.parent!;
    }
  }
  return { commonAncestor: left, disconnect, connect: connect.reverse() };
}

/** Orders blocks by work, the lightest first. */
export function compareWork(a: TreeNode, b: TreeNode): number {
  return a.work < b.work ? -1 : Number(a.work > b.work);
}

/** The newest ancestor of a block on the active chain, which may be the block itself. */
export function activeAncestorOf(node: TreeNode): TreeNode {
  let ancestor = node;
  while (!ancestor.isActive) ancestor = ancestor.parent!;
  return ancestor;
}

/**
 * The side blocks that may be evicted, the lightest branch first, each branch from its end down to its first shared block.
 * The caller may unlink blocks during the iteration.
 * @param isNeeded true for a block that must stay, with its ancestors
 */
export function* evictable(
  nodes: Iterable<TreeNode>,
  isNeeded: (node: TreeNode) => boolean,
): Generator<TreeNode> {
  const sideEnds = [...nodes].filter((node) => node.firstChild === undefined && !node.isStored);
  const lightest = sideEnds.reduce(
    (least, { work }) => (work < least ? work : least),
    sideEnds[0]?.work ?? 0n,
  );
  // Floats sort several times faster than bigints. The sort is stable, so equal work keeps the insertion order.
  const ends = sideEnds.map((node) => ({ node, excess: Number(node.work - lightest) }));
  for (const end of ends.sort((a, b) => a.excess - b.excess)) {
    const branch: TreeNode[] = [];
    for (let node = end.node; !node.isStored && !isNeeded(node); node = node.parent!) {
      const isShared = node.firstChild?.nextSibling !== undefined;
      if (isShared) break;
      branch.push(node);
    }
    yield* branch;
  }
}
