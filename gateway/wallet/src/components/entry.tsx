import type { Address } from '@cairn/protocol';
import { classes } from '@cairn/ui';
import type { ComponentChildren } from 'preact';

/** An item of the list of accounts or contacts: the name's initial, the details (`children`), and buttons. */
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
      <div class="w-entry__lines">{children}</div>
      <div class="w-entry__actions">{actions}</div>
    </li>
  );
}

/** Number of background colours. */
const TINTS = 5;

/**
 * The first letter of a name, or the number at its end, on a background colour that depends on the address. It helps to find
 * an item, and is deliberately no identicon: that could be imitated, and users could take it for a proof.
 */
function Initial({ name, address }: { name: string; address: Address }) {
  const sum = Array.from(address).reduce((total, character) => total + character.charCodeAt(0), 0);
  // The number tells names such as “Account 3” apart.
  const first = /\d{1,2}$/.exec(name)?.[0] ?? Array.from(name.trim())[0] ?? '?';
  return (
    <span class={classes('w-initial', `w-initial--${sum % TINTS}`)} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  );
}
