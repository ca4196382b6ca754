import type { ComponentChildren } from 'preact';
import { classes } from '../lib/classes.ts';

export interface ButtonStyle {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined;
  size?: 'sm' | 'md' | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
  children: ComponentChildren;
}

export interface ButtonProps extends ButtonStyle {
  type?: 'button' | 'submit' | undefined;
  disabled?: boolean | undefined;
  /** Shows a spinner. Pressing it then does nothing; it keeps the focus, which a disabled button would lose. */
  busy?: boolean | undefined;
  /** For a button that switches something on and off: whether it is on. */
  pressed?: boolean | undefined;
  onClick?: (() => void) | undefined;
  title?: string | undefined;
  /** Accessible name, if the visible text is not enough. */
  label?: string | undefined;
}

/** A button that performs an action. For navigation use `LinkButton`. */
export function Button(props: ButtonProps) {
  const { type = 'button', disabled = false, busy = false, pressed, onClick, title, label, children } = props;
  return (
    <button
      type={type}
      class={buttonClasses(props)}
      disabled={disabled}
      aria-disabled={busy ? 'true' : undefined}
      aria-busy={busy ? 'true' : undefined}
      aria-label={label}
      aria-pressed={pressed}
      title={title}
      onClick={(event) => {
        // Also keeps a form from being submitted, by Enter too.
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {busy && <span class="c-button__spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

export interface LinkButtonProps extends ButtonStyle {
  /** Without a target the link is shown as disabled. */
  href: string | undefined;
  /** Link relation, such as `prev` or `next`. */
  rel?: string | undefined;
  label?: string | undefined;
}

/** A link that looks like a button. */
export function LinkButton(props: LinkButtonProps) {
  const { href, rel, label, children } = props;
  if (href === undefined) {
    return (
      <a class={buttonClasses(props)} role="link" aria-disabled="true" aria-label={label}>
        {children}
      </a>
    );
  }
  return (
    <a class={buttonClasses(props)} href={href} rel={rel} aria-label={label}>
      {children}
    </a>
  );
}

/** The classes of a button in this style. */
export function buttonClasses({ variant = 'secondary', size = 'md', wide = false }: ButtonStyle): string {
  return classes(
    'c-button',
    `c-button--${variant}`,
    size === 'sm' && 'c-button--sm',
    wide && 'c-button--wide',
  );
}
