import type { ComponentChildren } from 'preact';
import './page-head.css';

export interface PageHeadProps {
  title: ComponentChildren;
  /** Below the title: an identifier, or a sentence. */
  children?: ComponentChildren;
  /** Opposite the title: buttons, and links to the previous and next page. */
  actions?: ComponentChildren;
}

/** The head of a page, with its only first-level heading. */
export function PageHead({ title, children, actions }: PageHeadProps) {
  return (
    <div class="c-head">
      <div class="c-head__text">
        <h1 class="c-head__title">{title}</h1>
        {children !== undefined && <div class="c-head__more">{children}</div>}
      </div>
      {actions !== undefined && <div class="c-head__actions">{actions}</div>}
    </div>
  );
}
