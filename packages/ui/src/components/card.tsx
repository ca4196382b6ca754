import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { classes } from '../lib/classes.ts';

export interface CardProps {
  /** Heading; the card is then a labelled region. */
  title?: string | undefined;
  /** Level of the heading; 2 by default. */
  level?: 1 | 2 | 3 | undefined;
  /** Right of the heading: links, badges, buttons. */
  actions?: ComponentChildren;
  footer?: ComponentChildren;
  /** No padding around the body, for tables and lists that bring their own. */
  flush?: boolean | undefined;
  /** An identifier for the heading, unique on the page; made up when absent. */
  id?: string | undefined;
  children: ComponentChildren;
}

/** A surface with an optional heading. */
export function Card({ title, level = 2, actions, footer, flush = false, id, children }: CardProps) {
  const ownId = useId();
  const headingId = title === undefined ? undefined : (id ?? ownId);
  const Heading = `h${level}` as const;
  return (
    <section class={classes('c-card', flush && 'c-card--flush')} aria-labelledby={headingId}>
      {(title !== undefined || actions !== undefined) && (
        <div class="c-card__header">
          {title !== undefined && (
            <Heading class="c-card__title" id={headingId}>
              {title}
            </Heading>
          )}
          {actions !== undefined && <div class="c-card__actions">{actions}</div>}
        </div>
      )}
      <div class="c-card__body">{children}</div>
      {footer !== undefined && <div class="c-card__footer">{footer}</div>}
    </section>
  );
}
