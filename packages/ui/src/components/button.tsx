import type { ComponentChildren } from 'preact';
import { classes } from '../lib/classes.ts';

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined;
  size?: 'sm' | 'md' | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
  children: ComponentChildren;
}

export interface ButtonProps extends ButtonLook {
  type?: 'button' | 'submit' | undefined;
  disabled?: boolean | undefined;
  /** At work: shows a spinner and takes no press. */
  busy?: boolean | undefined;
  onClick?: (() => void) | undefined;
  title?: string | undefined;
  /** The name for assistive technology where the text alone does not say enough. */
  label?: string | undefined;
}

/** A press that does something. For going somewhere use `LinkButton`. */
export function Button(props: ButtonProps) {
  const { type = 'button', disabled = false, busy = false, onClick, title, label, children } = props;
  return (
    <button
      type={type}
      class={lookOf(props)}
      disabled={disabled || busy}
      aria-busy={busy ? 'true' : undefined}
      aria-label={label}
      title={title}
      onClick={onClick === undefined ? undefined : () => onClick()}
    >
      {busy && <span class="c-button__spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

export interface LinkButtonProps extends ButtonLook {
  /** Absent: there is nowhere to go, and it shows as disabled. */
  href: string | undefined;
  /** Relation of the target, such as `prev` or `next`. */
  rel?: string | undefined;
  label?: string | undefined;
}

/** A link that looks like a button. */
export function LinkButton(props: LinkButtonProps) {
  const { href, rel, label, children } = props;
  if (href === undefined) {
    return (
      <a class={lookOf(props)} role="link" aria-disabled="true" aria-label={label}>
        {children}
      </a>
    );
  }
  return (
    <a class={lookOf(props)} href={href} rel={rel} aria-label={label}>
      {children}
    </a>
  );
}

function lookOf({ variant = 'secondary', size = 'md', wide = false }: ButtonLook): string {
  return classes(
    'c-button',
    `c-button--${variant}`,
    size === 'sm' && 'c-button--sm',
    wide && 'c-button--wide',
  );
}
