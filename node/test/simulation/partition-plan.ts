import type { Random } from '../random.ts';

/** An event; `at` is in milliseconds from the start of its part of the plan. */
export type Action =
  | {
      readonly kind: 'mine' | 'restart' | 'stop' | 'start' | 'lie';
      readonly at: number;
      readonly node: number;
    }
  | {
      readonly kind: 'transfer';
      readonly at: number;
      readonly node: number;
      /** Numbers of development accounts. */
      readonly from: number;
      readonly to: number;
      /** Pebbles. */
      readonly value: number;
    }
  | {
      /** Transfers of one sender with the same nonces, others for each half of the nodes. */
      readonly kind: 'double-spend';
      readonly at: number;
      readonly transfers: number;
    }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'join'; readonly at: number };

export interface PartitionPlan {
  /** Group of each node. */
  readonly groups: readonly number[];
  /** Events during the partition, in chronological order. */
  readonly apart: readonly Action[];
  /** Events after the groups are connected again. */
  readonly together: readonly Action[];
}

/**
 * Plans a partition of the network.
 * @param deepest depth of the deepest reorganization in blocks; the depth is random, with small numbers more likely
 * @param isPaced true if the difficulty adapts: blocks are then about a minute apart
 */
export function planPartition(
  random: Random,
  nodes: number,
  deepest: number,
  isPaced: boolean,
): PartitionPlan {
  const depth = Math.round(Math.exp((random.integer(0, 1_001) / 1_000) * Math.log(deepest)));
  const groups = planGroups(random, nodes);
  const sides = Math.max(...groups) + 1;
  const least = random.integer(0, sides);
  const apart = Array.from({ length: sides }, (_, side) => {
    const members = groups.flatMap((group, node) => (group === side ? [node] : []));
    const more = side === least ? 0 : random.integer(-1, Math.ceil(depth / 4) + 2);
    const blocks = random.chance(0.1) && side !== least ? 0 : Math.max(0, depth + more);
    return planSide(random, members, blocks, isPaced);
  });
  const hostile = [
    planHostile(random, nodes, Math.max(0, ...apart.flat().map(({ at }) => at))),
    planHostile(random, nodes, 30_000),
  ];
  return {
    groups,
    apart: byTime([...apart.flat(), ...hostile[0]!]),
    together: byTime([...planReunion(random, nodes), ...hostile[1]!]),
  };
}

/** A double spender and liars. */
function planHostile(random: Random, nodes: number, end: number): Action[] {
  const some = (): null[] => Array.from({ length: random.integer(0, 4) }, () => null);
  return [
    ...some().map(
      () => ({ kind: 'lie', at: random.integer(0, end + 1), node: random.integer(0, nodes) }) as const,
    ),
    ...some().map(() => {
      const transfers = random.pick([1, 8, 64]);
      return { kind: 'double-spend', at: random.integer(0, end + 1), transfers } as const;
    }),
  ];
}

/** Two or three groups, none of them empty. */
function planGroups(random: Random, nodes: number): number[] {
  const sides = nodes > 3 && random.chance(0.25) ? 3 : 2;
  const first = random.integer(0, nodes);
  return Array.from({ length: nodes }, (_, index) => {
    const place = (index + first) % nodes;
    return place < sides ? place : random.integer(0, sides);
  });
}

function planSide(random: Random, members: readonly number[], blocks: number, isPaced: boolean): Action[] {
  const actions: Action[] = [];
  const pause = isPaced ? random.integer(20_000, 90_000) : random.integer(200, 6_000);
  let at = 0;
  for (let count = 0; count < blocks; count += 1) {
    at += random.integer(1, 2 * pause);
    actions.push({ kind: 'mine', at, node: random.pick(members) });
  }
  const end = at + pause;
  const transfers = random.integer(0, Math.min(60, 2 * blocks + 2));
  for (let count = 0; count < transfers; count += 1) actions.push(planTransfer(random, members, end));
  for (const node of members) {
    if (!random.chance(0.15)) continue;
    const stopped = random.integer(0, end);
    if (random.chance(0.5)) actions.push({ kind: 'restart', at: stopped, node });
    else {
      actions.push({ kind: 'stop', at: stopped, node });
      actions.push({ kind: 'start', at: random.integer(stopped, end + 1), node });
    }
  }
  return actions;
}

/** Mining, transfers, restarts and another partition while the nodes converge to one branch. */
function planReunion(random: Random, nodes: number): Action[] {
  const actions: Action[] = [];
  const all = Array.from({ length: nodes }, (_, node) => node);
  const end = random.pick([3_000, 30_000]);
  const blocks = random.chance(0.5) ? random.integer(0, 4) : 0;
  for (let count = 0; count < blocks; count += 1)
    actions.push({ kind: 'mine', at: random.integer(0, end), node: random.pick(all) });
  for (let count = random.integer(0, 6); count > 0; count -= 1) actions.push(planTransfer(random, all, end));
  if (random.chance(0.15))
    actions.push({ kind: 'restart', at: random.integer(0, end), node: random.pick(all) });
  if (random.chance(0.2)) {
    const at = random.integer(0, end);
    actions.push({ kind: 'cut', at }, { kind: 'join', at: at + random.integer(500, 15_000) });
  }
  return byTime(actions);
}

function planTransfer(random: Random, nodes: readonly number[], end: number): Action {
  return {
    kind: 'transfer',
    at: random.integer(0, end),
    node: random.pick(nodes),
    from: random.integer(1, 10), // account 0 spends twice
    to: random.integer(0, 10),
    value: random.integer(1, 1_000_000_000),
  };
}

function byTime(actions: Action[]): Action[] {
  return actions.toSorted((a, b) => a.at - b.at);
}
