import type { ComponentChildren } from 'preact';

export interface EmptyStateProps {
  title: string;
  /** A picture above the title, decoration. */
  icon?: ComponentChildren;
  children?: ComponentChildren;
  action?: ComponentChildren;
}

/** A place that has nothing to show, and why. Never for a failure: that is a `Notice`. */
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
