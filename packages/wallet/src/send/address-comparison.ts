/** How far two addresses agree at their ends, which people compare and attackers imitate. */
export interface MatchingEnds {
  /** Number of equal characters at the start. */
  readonly prefix: number;
  /** Number of equal characters at the end. */
  readonly suffix: number;
}

/** Two addresses look alike from this number of equal characters: at both ends together, without the first character. */
const LOOK_ALIKE_CHARACTERS = 4;

/** Counts the equal characters at both ends of two addresses. The ends do not overlap. */
export function compareEnds(one: string, other: string): MatchingEnds {
  const length = Math.min(one.length, other.length);
  let prefix = 0;
  while (prefix < length && one[prefix] === other[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < length - prefix && one.at(-1 - suffix) === other.at(-1 - suffix)) suffix += 1;
  return { prefix, suffix };
}

/**
 * True if an address could be mistaken for another at a glance. The first character does not count, because it is the
 * same for all addresses of a network. Of random pairs, about one in two million (5 in 58^4) agrees this much, so a
 * match is likely deliberate (address poisoning).
 */
export function looksAlike(one: string, other: string): boolean {
  if (one === other) return false;
  const { prefix, suffix } = compareEnds(one, other);
  return Math.max(0, prefix - 1) + suffix >= LOOK_ALIKE_CHARACTERS;
}

/** True for each position at which the two addresses differ. */
export function differingPositions(one: string, other: string): boolean[] {
  return Array.from(one, (character, position) => character !== other[position]);
}
