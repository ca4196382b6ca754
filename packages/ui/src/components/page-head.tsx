import type { ComponentChildren } from 'preact';

export interface PageHeadProps {
  title: ComponentChildren;
  /** A quiet line above the title: what kind of thing the page is about. */
  kind?: ComponentChildren;
  /** Under the title: an identifier, or a sentence. */
  children?: ComponentChildren;
  /** Opposite the title: links to neighbours, buttons. */
  actions?: ComponentChildren;
}

/** The head of a page: its one first-level heading and what belongs to it. */
export function PageHead({ title, kind, children, actions }: PageHeadProps) {
  return (
    <div class="c-head">
      <div class="c-head__text">
        {kind !== undefined && <p class="c-head__kind">{kind}</p>}
        <h1 class="c-head__title">{title}</h1>
        {children !== undefined && <div class="c-head__more">{children}</div>}
      </div>
      {actions !== undefined && <div class="c-head__actions">{actions}</div>}
    </div>
  );
}
