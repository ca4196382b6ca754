import { getNetwork } from '../networks.ts';
import { HeaderTree } from './header-tree.ts';

/** Work 2, 4 and 8. */
export const BITS = [0x207fffff, 0x203fffff, 0x201fffff] as const;
/** Bytes: the smallest block. */
export const BODY_SIZE = 331;
export const ROOT = 'root';

/** A tree with its root alone, of work 2. */
export function newTree(): HeaderTree {
  const base = { id: ROOT, height: 0, work: 2n, timestamps: [0], anchorTimestamp: undefined };
  return new HeaderTree(getNetwork('devnet'), base);
}

/** Follows the best branch step by step, as the tree's owner does; a step onto a bad block fails. */
export function settle(of: HeaderTree, isBad: (id: string) => boolean = () => false): void {
  for (let way = of.reorganization(); way !== undefined; way = of.reorganization()) {
    const [gone] = way.disconnect;
    const [next] = way.connect;
    if (gone !== undefined) of.setActive(gone.parent!.id);
    else if (isBad(next!.id)) of.invalidate(next!.id);
    else of.setActive(next!.id);
  }
}
