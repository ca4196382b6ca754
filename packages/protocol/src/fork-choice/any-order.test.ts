import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockWork } from '../difficulty.ts';
import type { HeaderTree, TreeLimits } from './header-tree.ts';
import { BITS, BODY_SIZE, newTree, ROOT, settle } from './test-support.ts';

/** Blocks by their index in the list; each comes after its parent, and `-1` is the root. */
interface PlannedBlock {
  readonly id: string;
  readonly parent: number;
  readonly bits: number;
  readonly isBad: boolean;
}

const anyBlocks: fc.Arbitrary<PlannedBlock[]> = fc
  .array(
    fc.record({
      // Mostly on top of the last few, so that branches grow.
      back: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
        fc.integer({ min: 1, max: 30 }),
      ),
      bits: fc.constantFrom(...BITS),
      isBad: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((plans) =>
    plans.map(({ back, bits, isBad }, index) => ({
      id: `block ${index}`,
      parent: Math.max(-1, index - back),
      bits,
      isBad,
    })),
  );

interface Arrival {
  readonly index: number;
  readonly withBody: boolean;
}

/** Arrivals in any order: of whole blocks, most of which were announced by their headers. */
const anyArrivals = (blocks: readonly PlannedBlock[]): fc.Arbitrary<Arrival[]> => {
  const whole = blocks.map((_, index) => ({ index, withBody: true }));
  const bare = blocks.map((_, index) => ({ index, withBody: false }));
  return fc.shuffledSubarray([...whole, ...bare], { minLength: whole.length * 2 });
};

/** An owner that keeps blocks until their parents arrive, and follows the best branch after every arrival. */
class Owner {
  readonly tree = newTree();
  readonly #blocks: readonly PlannedBlock[];
  #waiting: Arrival[] = [];

  constructor(blocks: readonly PlannedBlock[]) {
    this.#blocks = blocks;
  }

  readonly isBad = (id: string): boolean => this.#blocks.find((block) => block.id === id)?.isBad === true;

  arrive(arrival: Arrival): void {
    this.#waiting.push(arrival);
    for (let count = Infinity; count > this.#waiting.length;) {
      count = this.#waiting.length;
      this.#waiting = this.#waiting.filter((waiting) => !this.#take(waiting));
    }
    settle(this.tree, this.isBad);
  }

  #take({ index, withBody }: Arrival): boolean {
    const { id, parent, bits } = this.#blocks[index]!;
    const previousBlockId = this.#blocks[parent]?.id ?? ROOT;
    if (this.tree.insert({ id, previousBlockId, timestamp: 1, bits }) === undefined) return false;
    if (withBody) this.tree.addBody(id, BODY_SIZE);
    return true;
  }
}

/** True if neither the block nor any of its ancestors breaks a rule. */
function isSound(blocks: readonly PlannedBlock[], { isBad, parent }: PlannedBlock): boolean {
  return !isBad && (parent === -1 || isSound(blocks, blocks[parent]!));
}

/** The result that the specification requires, computed only from the set of bodies that arrived. */
function mostWork(blocks: readonly PlannedBlock[], arrived: ReadonlySet<number>): bigint {
  const works = new Map([[-1, 2n]]);
  blocks.forEach(({ parent, bits, isBad }, index) => {
    const below = works.get(parent);
    if (below !== undefined && arrived.has(index) && !isBad) works.set(index, below + blockWork(bits));
  });
  return [...works.values()].reduce((most, work) => (work > most ? work : most));
}

function expectNoBadAncestor(of: HeaderTree, isBad: (id: string) => boolean): void {
  for (let at: typeof of.active | undefined = of.active; at !== undefined; at = at.parent) {
    expect([at.isInvalid, isBad(at.id), at.isActive]).toEqual([false, false, true]);
  }
}

describe('any order of arrival', () => {
  it('always has a valid tip with the most work, and moves only for more work', () => {
    const scenario = anyBlocks.chain((blocks) => fc.tuple(fc.constant(blocks), anyArrivals(blocks)));
    fc.assert(
      fc.property(scenario, ([blocks, arrivals]) => {
        const owner = new Owner(blocks);
        const arrived = new Set<number>();
        for (const arrival of arrivals) {
          const before = owner.tree.active;
          if (arrival.withBody) arrived.add(arrival.index);
          owner.arrive(arrival);
          const { active, best } = owner.tree;
          expect([active.work, best]).toEqual([mostWork(blocks, arrived), active]);
          if (active.work === before.work) expect(active).toBe(before);
          expectNoBadAncestor(owner.tree, owner.isBad);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('chooses the same tip before and after pruning, with the most work of the remaining blocks', () => {
    const anyLimits = fc.record({
      depth: fc.nat(8),
      sideBlocks: fc.nat(8),
      sideBytes: fc.nat(8 * BODY_SIZE),
    });
    const scenario = anyBlocks.chain((blocks) =>
      fc.tuple(fc.constant(blocks), anyArrivals(blocks), anyLimits),
    );
    fc.assert(
      fc.property(scenario, ([blocks, arrivals, limits]) => {
        const pruned = new Owner(blocks);
        for (const arrival of arrivals) {
          pruned.arrive(arrival);
          const { best, active, bestHeader } = pruned.tree;
          const removed = pruned.tree.prune(limits);
          expect([pruned.tree.best, pruned.tree.active]).toEqual([best, active]);
          expect(pruned.tree.bestHeader.work).toBe(bestHeader.work);
          expect(removed.filter((id) => pruned.tree.get(id) !== undefined)).toEqual([]);
          expectWithinLimits(pruned.tree, blocks, limits);
          const works = blocks
            .filter((block) => isSound(blocks, block))
            .map(({ id }) => pruned.tree.get(id))
            .map((block) => (block?.isComplete === true ? block.work : 0n));
          expect(works.filter((work) => work > active.work)).toEqual([]);
          expectNoBadAncestor(pruned.tree, pruned.isBad);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The counters are exact, and blocks beyond a limit have more work than the active chain or lead to such a block. */
function expectWithinLimits(of: HeaderTree, blocks: readonly PlannedBlock[], limits: TreeLimits): void {
  const kept = blocks.map(({ id }) => of.get(id)).filter((block) => block !== undefined);
  const side = kept.filter(({ isStored }) => !isStored);
  const withBody = side.filter(({ hasBody, isInvalid }) => hasBody && !isInvalid);
  expect([of.sideBlocks, of.sideBytes]).toEqual([side.length, withBody.length * BODY_SIZE]);
  const winning = of.ends().some(({ block, state }) => state !== 'invalid' && block.work > of.active.work);
  if (winning) return;
  expect(of.sideBlocks).toBeLessThanOrEqual(limits.sideBlocks);
  expect(of.sideBytes).toBeLessThanOrEqual(limits.sideBytes);
  expect(of.active.height - of.base.height).toBeLessThanOrEqual(limits.depth);
}
