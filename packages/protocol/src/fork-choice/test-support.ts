/** For tests only: a small tree of blocks with known work. */
import { getNetwork } from '../networks.ts';
import { HeaderTree } from './header-tree.ts';

/** Compact bits of work 2, 4 and 8. */
export const BITS = [0x207fffff, 0x203fffff, 0x201fffff] as const;
/** Bytes of the smallest block. */
export const BODY_SIZE = 331;
export const ROOT = 'root';

/** A tree that consists of its root, whose work is 2. */
export function newTree(): HeaderTree {
  const base = { id: ROOT, height: 0, work: 2n, timestamps: [0], anchorTimestamp: undefined };
  return new HeaderTree(getNetwork('devnet'), base);
}

/** Moves the active tip to the best one step by step, as the tree's owner does. Connecting a bad block fails. */
export function settle(tree: HeaderTree, isBad: (id: string) => boolean = () => false): void {
  for (let path = tree.reorganization(); path !== undefined; path = tree.reorganization()) {
    const [left] = path.disconnect;
    const [next] = path.connect;
    if (left !== undefined) tree.setActive(left.parent!.id);
    else if (isBad(next!.id)) tree.invalidate(next!.id);
    else tree.setActive(next!.id);
  }
}
