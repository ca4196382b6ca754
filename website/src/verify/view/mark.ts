/** A text in three parts: what both have at the beginning, what differs, and what both have at the end. */
export interface Marked {
  readonly before: string;
  readonly differs: string;
  readonly after: string;
}

/** Finds what differs between two texts, for each of them. Texts that have nothing in common differ whole. */
export function markDifference(one: string, other: string): readonly [Marked, Marked] {
  const shortest = Math.min(one.length, other.length);
  let start = 0;
  while (start < shortest && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shortest - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [cut(one, start, end), cut(other, start, end)];
}

function cut(text: string, start: number, end: number): Marked {
  const stop = text.length - end;
  return { before: text.slice(0, start), differs: text.slice(start, stop), after: text.slice(stop) };
}
