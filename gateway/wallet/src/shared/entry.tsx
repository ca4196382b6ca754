import { classes } from '@cairn/ui';
import type { ComponentChildren } from 'preact';

/** An item in a list of accounts or contacts: details (`children`) and buttons (`actions`). */
export function Entry(props: {
  class?: string;
  /** True for the selected account. */
  current?: boolean;
  actions: ComponentChildren;
  children: ComponentChildren;
}) {
  const { current = false, actions, children } = props;
  return (
    <li class={classes('w-entry', props.class)} aria-current={current ? 'true' : undefined}>
      <div class="c-lines">{children}</div>
      <div class="c-row">{actions}</div>
    </li>
  );
}
