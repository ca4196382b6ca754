import { classes } from '@cairn/ui';

/** Tints that a name's ground may have. */
const TINTS = 5;

/**
 * The first letter of a name on a ground whose tint follows from the address: helps the eye along a list. It proves
 * nothing, and so it is no picture made of the address, which somebody could imitate.
 */
export function Initial({ name, address }: { name: string; address: string }) {
  const sum = Array.from(address).reduce((total, character) => total + character.charCodeAt(0), 0);
  const [first = '?'] = Array.from(name.trim());
  return (
    <span class={classes('w-initial', `w-initial--${sum % TINTS}`)} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  );
}
