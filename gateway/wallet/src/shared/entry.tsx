import type { Address } from '@cairn/protocol';
import { classes } from '@cairn/ui';
import type { ComponentChildren } from 'preact';

/** An item in a list of accounts or contacts: initial of the name, details (`children`), and buttons (`actions`). */
export function Entry(props: {
  name: string;
  address: Address;
  class?: string;
  /** True for the selected account. */
  current?: boolean;
  actions: ComponentChildren;
  children: ComponentChildren;
}) {
  const { name, address, current = false, actions, children } = props;
  return (
    <li class={classes('w-entry', props.class)} aria-current={current ? 'true' : undefined}>
      <Initial name={name} address={address} />
      <div class="c-lines">{children}</div>
      <div class="c-row">{actions}</div>
    </li>
  );
}

/** Number of background colours. */
const TINTS = 5;

/**
 * The first letter of a name, or the number at its end, on a background colour that depends on the address. It helps to
 * find an item in the list. It is deliberately no identicon: users might trust one to identify an address, but it can
 * be forged.
 */
function Initial({ name, address }: { name: string; address: Address }) {
  const sum = Array.from(address).reduce((total, character) => total + character.charCodeAt(0), 0);
  // Prefer the number: all default names (“Account 3”) begin with the same letter.
  const first = /\d{1,2}$/.exec(name)?.[0] ?? Array.from(name.trim())[0] ?? '?';
  return (
    <span class={classes('w-initial', `w-initial--${sum % TINTS}`)} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  );
}
