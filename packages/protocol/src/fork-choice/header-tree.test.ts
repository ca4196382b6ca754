import { beforeEach, describe, expect, it } from 'vitest';
import type { HeaderTree, TreeLimits } from './header-tree.ts';
import { BITS, BODY_SIZE, newTree, ROOT, settle } from './test-support.ts';

let tree: HeaderTree;
beforeEach(() => {
  tree = newTree();
});

/** Inserts headers of work 2, each on top of the last. @param names separated by spaces; the first is the parent */
function headers(names: string): void {
  const [parent, ...ids] = names.split(' ');
  let previousBlockId = parent!;
  for (const id of ids) {
    expect(tree.insert({ id, previousBlockId, timestamp: 1, bits: BITS[0] })).toBeDefined();
    previousBlockId = id;
  }
}

function bodies(names: string): void {
  for (const id of names.split(' ')) tree.addBody(id, BODY_SIZE);
}

/** A branch with its bodies. */
function branch(names: string): void {
  headers(names);
  bodies(names.split(' ').slice(1).join(' '));
}

const idsOf = (blocks: readonly { id: string }[]): string => blocks.map(({ id }) => id).join(' ');

describe('the choice', () => {
  it('skips a block whose body is missing, and follows once the last one arrived', () => {
    headers(`${ROOT} a1 a2 a3 a4`);
    expect([tree.best.id, tree.bestHeader.id]).toEqual([ROOT, 'a4']);
    bodies('a4 a3 a1');
    expect(tree.best.id).toBe('a1');
    expect(idsOf(tree.missingBodies('a4', 10))).toBe('a2');
    bodies('a2');
    expect([tree.best.id, idsOf(tree.missingBodies('a4', 10))]).toEqual(['a4', '']);
  });

  it('lists the lowest missing bodies first', () => {
    headers(`${ROOT} a1 a2 a3 a4 a5`);
    bodies('a2');
    expect(idsOf(tree.missingBodies('a5', 3))).toBe('a1 a3 a4');
    tree.invalidate('a4');
    expect(tree.missingBodies('a5', 3)).toEqual([]);
  });

  it('is by completeness at equal work: announcing a header early gives no advantage', () => {
    headers(`${ROOT} early`);
    headers(`${ROOT} late`);
    bodies('late');
    bodies('early');
    expect(tree.best.id).toBe('late');
    headers(`${ROOT} p x`);
    headers('p y');
    bodies('y x p'); // one body completes both: the one whose own body came first
    expect(tree.best.id).toBe('y');
  });

  it('does not depend on the tip that the owner has, as after an interrupted switch', () => {
    branch(`${ROOT} a1`);
    branch(`${ROOT} b1`);
    tree.setActive('b1');
    expect(idsOf(tree.reorganization()!.connect)).toBe('a1');
  });

  it('leaves an active branch that turns out to be invalid', () => {
    branch(`${ROOT} a1 a2 a3`);
    settle(tree);
    branch('a1 b2');
    expect(tree.invalidate('a2')).toEqual(['a2', 'a3']);
    const way = tree.reorganization()!;
    expect([idsOf(way.disconnect), idsOf(way.connect)]).toEqual(['a3 a2', 'b2']);
    settle(tree);
    expect([tree.active.id, tree.bestHeader.id]).toEqual(['b2', 'b2']);
  });

  it('removes a block, and accepts it again', () => {
    branch(`${ROOT} a1`);
    settle(tree);
    branch(`${ROOT} b1 b2`);
    expect(tree.remove('b1')).toEqual(['b1', 'b2']);
    expect([tree.best.id, tree.bestHeader.id, tree.size, tree.sideBlocks, tree.sideBytes]).toEqual([
      'a1',
      'a1',
      2,
      0,
      0,
    ]);
    branch(`${ROOT} b1 b2`);
    expect(tree.best.id).toBe('b2');
  });

  it('rejects impossible steps', () => {
    branch(`${ROOT} a1 a2`);
    headers('a2 a3');
    branch(`${ROOT} bad`);
    tree.invalidate('bad');
    expect(() => tree.setActive('a3')).toThrow(RangeError);
    expect(() => tree.setActive('bad')).toThrow(RangeError);
    expect(() => tree.setActive('unknown')).toThrow(RangeError);
    expect(() => tree.addBody('unknown', 1)).toThrow(RangeError);
    expect(() => tree.invalidate(ROOT)).toThrow(RangeError);
    expect(() => tree.remove(ROOT)).toThrow(RangeError);
    expect(tree.insert({ id: 'x', previousBlockId: 'unknown', timestamp: 1, bits: BITS[0] })).toBeUndefined();
    expect(tree.active.id).toBe(ROOT);
  });
});

describe('the branches', () => {
  it('are listed by their ends, with the four states', () => {
    branch(`${ROOT} a1 a2 a3 a4`);
    settle(tree);
    headers('a4 a5');
    branch('a1 b2');
    branch('a2 c3');
    tree.invalidate('c3');
    headers('b2 d3');
    branch('b2 e3');
    const ends = tree.ends().map(({ block, commonAncestor, state }) => [block.id, commonAncestor.id, state]);
    expect(ends).toEqual([
      ['a5', 'a4', 'headers-only'],
      ['a4', 'a4', 'active'],
      ['c3', 'a2', 'invalid'],
      ['d3', 'a1', 'headers-only'],
      ['e3', 'a1', 'valid'],
    ]);
  });

  it('can be walked from one block to another, and down to a height', () => {
    headers(`${ROOT} a1 a2 a3`);
    headers('a1 b2');
    const way = tree.path('a3', 'b2');
    expect([way.commonAncestor.id, idsOf(way.disconnect), idsOf(way.connect)]).toEqual(['a1', 'a3 a2', 'b2']);
    const none = tree.path('a3', 'a3');
    expect([none.commonAncestor.id, none.disconnect, none.connect]).toEqual(['a3', [], []]);
    const tip = tree.get('a3')!;
    expect([3, 1, 0, 4, -1].map((height) => tree.ancestorAt(tip, height)?.id)).toEqual([
      'a3',
      'a1',
      ROOT,
      undefined,
      undefined,
    ]);
    expect(() => tree.path('a3', 'unknown')).toThrow(RangeError);
  });
});

describe('pruning', () => {
  const unlimited: TreeLimits = { depth: 1_000, sideBlocks: 1_000, sideBytes: 1_000_000 };

  it('removes branches that begin more than `depth` blocks below the tip, and returns what a store may delete', () => {
    branch(`${ROOT} a1 a2 a3 a4`);
    settle(tree);
    branch(`${ROOT} b1 b2`);
    branch('a2 c3');
    expect(tree.prune({ ...unlimited, depth: 2 })).toEqual(['b1', 'b2']);
    expect([tree.base.id, tree.base.parent, tree.size]).toEqual(['a2', undefined, 4]);
    expect([tree.sideBlocks, tree.sideBytes]).toEqual([1, BODY_SIZE]);
    expect(tree.insert({ id: 'b2', previousBlockId: 'b1', timestamp: 1, bits: BITS[0] })).toBeUndefined();
  });

  it('never removes the branch to which an owner must return', () => {
    branch(`${ROOT} a1 a2 a3`);
    settle(tree);
    branch(`${ROOT} b1`);
    tree.invalidate('a1');
    expect(tree.prune({ depth: 0, sideBlocks: 0, sideBytes: 0 })).toEqual([]);
    settle(tree);
    expect(tree.active.id).toBe('b1');
  });

  it('removes the best header if it has no more work than the tip', () => {
    headers(`${ROOT} b1`);
    branch(`${ROOT} a1`);
    settle(tree);
    expect(tree.bestHeader.id).toBe('b1');
    expect(tree.prune({ ...unlimited, sideBlocks: 0 })).toEqual(['b1']);
    expect(tree.bestHeader.id).toBe('a1');
  });

  it('evicts the lightest branches first, the oldest at equal work, from the end down', () => {
    branch(`${ROOT} a1 a2 a3 a4`);
    settle(tree);
    branch('a1 heavier2 heavier3');
    branch('a1 old2');
    branch('a1 new2');
    headers('a1 bare2');
    const bytes = { ...unlimited, sideBytes: 4 * BODY_SIZE };
    expect(tree.prune(bytes)).toEqual([]);
    // Evicts until a tenth of the limit is free.
    expect(tree.prune({ ...unlimited, sideBytes: 3 * BODY_SIZE })).toEqual(['old2', 'new2']);
    expect(tree.prune({ ...unlimited, sideBytes: BODY_SIZE * 1.9 })).toEqual(['bare2', 'heavier3']);
    expect(tree.prune({ ...unlimited, sideBlocks: 0 })).toEqual(['heavier2']);
    expect([tree.size, tree.sideBlocks, tree.sideBytes, tree.active.id]).toEqual([5, 0, 0, 'a4']);
  });

  it('evicts a body below headers without bodies', () => {
    branch(`${ROOT} a1 a2 a3`);
    settle(tree);
    branch(`${ROOT} b1`);
    headers('b1 bare2');
    headers('b1 other2');
    expect(tree.prune({ ...unlimited, sideBytes: 1 })).toEqual(['bare2', 'other2', 'b1']);
  });
});
