import type { Address } from '@cairn/protocol';
import { classes } from '@cairn/ui';

/** Tints that a name's ground may have. */
const TINTS = 5;

/**
 * The first letter of a name, or the number that it ends with, on a ground whose tint follows from the address: helps
 * the eye along a list. It proves nothing, and so it is no picture made of the address, which somebody could imitate.
 */
export function Initial({ name, address }: { name: string; address: Address }) {
  const sum = Array.from(address).reduce((total, character) => total + character.charCodeAt(0), 0);
  // Names that differ by their number are told apart by it.
  const first = /\d{1,2}$/.exec(name)?.[0] ?? Array.from(name.trim())[0] ?? '?';
  return (
    <span class={classes('w-initial', `w-initial--${sum % TINTS}`)} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  );
}
