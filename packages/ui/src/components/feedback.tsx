import type { ComponentChildren } from 'preact';
import { classes } from '../lib/classes.ts';
import { Icon, type IconName } from './icon.tsx';

/** Meaning of a colour in badges and notices; `neutral` and `accent` have no meaning. */
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warn' | 'error';

export interface BadgeProps {
  tone?: Tone | undefined;
  /** A dot before the text; `pulse` for something that is still changing. */
  dot?: boolean | 'pulse' | undefined;
  title?: string | undefined;
  children: ComponentChildren;
}

/** A state in one or two words. The colour only repeats the meaning of the words. */
export function Badge({ tone = 'neutral', dot = false, title, children }: BadgeProps) {
  return (
    <span class={classes('c-badge', `c-badge--${tone}`, dot === 'pulse' && 'c-badge--pulse')} title={title}>
      {dot !== false && <span class="c-badge__dot" aria-hidden="true" />}
      {children}
    </span>
  );
}

export interface NoticeProps {
  tone: 'info' | 'warn' | 'error' | 'success';
  title?: string | undefined;
  /** Buttons or links below the text. */
  action?: ComponentChildren;
  /**
   * Announces the notice when it appears: for something that just happened, not for text that was always on the page.
   */
  live?: boolean | undefined;
  children?: ComponentChildren;
}

const NOTICE_ICONS: Record<NoticeProps['tone'], IconName> = {
  info: 'info',
  warn: 'warn',
  error: 'warn',
  success: 'check',
};

/** A message in the page: an event or a state, its consequence, and possible actions. */
export function Notice({ tone, title, action, live = false, children }: NoticeProps) {
  const liveRole = tone === 'error' ? 'alert' : 'status';
  return (
    <div class={`c-notice c-notice--${tone}`} role={live ? liveRole : undefined}>
      <span class="c-notice__icon">
        <Icon name={NOTICE_ICONS[tone]} />
      </span>
      <div class="c-notice__body">
        {title !== undefined && <p class="c-notice__title">{title}</p>}
        {children !== undefined && <div>{children}</div>}
        {action !== undefined && <div class="c-notice__action c-row">{action}</div>}
      </div>
    </div>
  );
}

export interface EmptyStateProps {
  title: string;
  /** A decorative picture above the title. */
  icon?: ComponentChildren;
  children?: ComponentChildren;
  action?: ComponentChildren;
}

/** Says that there is nothing to show, and why. For a failure use a `Notice`. */
export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div class="c-empty">
      {icon !== undefined && <div class="c-empty__icon">{icon}</div>}
      <p class="c-empty__title">{title}</p>
      {children !== undefined && <div class="c-empty__text">{children}</div>}
      {action !== undefined && <div class="c-empty__action c-row">{action}</div>}
    </div>
  );
}

/** A grey bar in place of text that is loading. Put `aria-busy` on the region around it. */
export function Skeleton({ width = 'medium' }: { width?: 'short' | 'medium' | 'long' }) {
  return <span class={`c-skeleton c-skeleton--${width}`} aria-hidden="true" />;
}
