/** One rule taken out of the source: the tests must notice. */
export interface Mutation {
  /** What the rule belongs to. */
  readonly group: string;
  /** What the program then does. */
  readonly effect: string;
  /** From the checkout's root. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly from: string;
  readonly to: string;
}

/** What is mutated, and what is needed to run its tests. Paths from the checkout's root. */
export interface Subject {
  /** Copied, so that a mutant never stands in the checkout. */
  readonly copied: readonly string[];
  /** Only read. */
  readonly linked: readonly string[];
  readonly mutations: readonly Mutation[];
  /** By group: tests that are likely to notice, and quick. They run first. */
  readonly near: Readonly<Record<string, readonly string[]>>;
  /** Run where the near ones notice nothing. */
  readonly all: readonly string[];
}

/** One mutation of a group. */
export type Entry = readonly [effect: string, file: string, from: string, to: string];

/** Mutations by what their rules belong to. */
export type Groups = Readonly<Record<string, readonly Entry[]>>;

/** The mutations of all groups, in their order. */
export function groupMutations(groups: Groups): Mutation[] {
  return Object.entries(groups).flatMap(([group, entries]) =>
    entries.map(([effect, file, from, to]) => ({ group, effect, file, from, to })),
  );
}
