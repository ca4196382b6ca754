import type { ComponentChildren } from 'preact';
import { classes } from '../lib/classes.ts';

/** Meaning of a colour, the same in badges and notices; `neutral` and `accent` have none. */
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warn' | 'error';

export interface BadgeProps {
  tone?: Tone | undefined;
  /** A dot before the text; `pulse` for something that lives. */
  dot?: boolean | 'pulse' | undefined;
  title?: string | undefined;
  children: ComponentChildren;
}

/** One or two words of state. The words say it; the colour only helps. */
export function Badge({ tone = 'neutral', dot = false, title, children }: BadgeProps) {
  return (
    <span class={classes('c-badge', `c-badge--${tone}`, dot === 'pulse' && 'c-badge--pulse')} title={title}>
      {dot !== false && <span class="c-badge__dot" aria-hidden="true" />}
      {children}
    </span>
  );
}
