import { classes } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { NodeNotice } from './notices.tsx';
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
      <h1 class="c-head__title">{title}</h1>
      {actions !== undefined && <div class="c-head__actions">{actions}</div>}
      {children !== undefined && <div class="c-head__more">{children}</div>}
    </div>
  );
}

export interface PageProps extends Omit<PageHeadProps, 'children'> {
  /** Below the title: an identifier, or a sentence. */
  lead?: ComponentChildren;
  /** True for a page with one thing to do or to read, in the middle of a wide window. */
  isNarrow?: boolean | undefined;
  children: ComponentChildren;
}

/** A page: its head, a warning if the node is behind, and its parts. */
export function Page({ title, lead, actions, isNarrow = false, children }: PageProps) {
  return (
    <div class={classes('c-stack', isNarrow && 'narrow')}>
      <PageHead title={title} actions={actions}>
        {lead || undefined}
      </PageHead>
      <NodeNotice />
      {children}
    </div>
  );
}
