/** Agreement of two addresses at their ends, which people compare and attackers imitate. */
export interface Likeness {
  /** Equal characters from the start. */
  readonly prefix: number;
  /** Equal characters at the end. */
  readonly suffix: number;
}

/** Two addresses look alike from this many equal characters at both ends together, not counting the first one. */
const LOOK_ALIKE_CHARACTERS = 4;

/** How far two addresses of equal length agree from both ends; the ends never overlap. */
export function compareEnds(one: string, other: string): Likeness {
  const length = Math.min(one.length, other.length);
  let prefix = 0;
  while (prefix < length && one[prefix] === other[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < length - prefix && one.at(-1 - suffix) === other.at(-1 - suffix)) suffix += 1;
  return { prefix, suffix };
}

/**
 * Whether an address could be mistaken for another at a glance. The first character is the same for all addresses of a
 * network and does not count. Of random pairs, one in some two million agrees this much, so a match is likely deliberate
 * (address poisoning).
 */
export function looksAlike(one: string, other: string): boolean {
  if (one === other) return false;
  const { prefix, suffix } = compareEnds(one, other);
  return Math.max(0, prefix - 1) + suffix >= LOOK_ALIKE_CHARACTERS;
}

/** For each position, whether the two addresses differ. */
export function differingPlaces(one: string, other: string): boolean[] {
  return Array.from(one, (character, place) => character !== other[place]);
}
