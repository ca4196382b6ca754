import type { ComponentChildren } from 'preact';
import { classes } from '@cairn/ui';
import type { Answer } from '../../site/request.ts';
import { FailureNotice, NodeNotice } from '../../site/notices.tsx';
import { useTranslations } from './texts.ts';
import { Pager } from './pager.tsx';
import './lists.css';
import { type ListParams, listPath, type Neighbours } from './list-params.ts';
import { ROW_CHOICES } from '../../site/url.ts';

export interface ListPageProps {
  /** The list. */
  answer: Answer<unknown>;
  /** Shown instead of the list until it loads. */
  skeleton: ComponentChildren;
  /** The list, rendered once it has loaded. */
  children: ComponentChildren;
}

/** A page that is one list: notices and the list, or a placeholder until it loads. */
export function ListPage({ answer, skeleton, children }: ListPageProps) {
  const { data, failure } = answer;
  return (
    <div class="c-stack">
      <NodeNotice />
      <FailureNotice of={answer} />
      {data === undefined && failure === undefined && skeleton}
      {children}
    </div>
  );
}

export interface ListFootProps {
  /** Name of the list, for the navigation. */
  label: string;
  /** The page's path without its query. */
  path: string;
  params: ListParams;
  neighbours: Neighbours;
  /** Position of this page. */
  position: string;
  /** Shown beside the choice of the number of rows. */
  children?: ComponentChildren;
}

/** The footer of a list: links to the neighbouring pages, and the choice of the number of rows. */
export function ListFoot({ label, path, params, neighbours, position, children }: ListFootProps) {
  const { t } = useTranslations();
  const href = (to: ListParams | undefined) => to && listPath(path, to);
  return (
    <div class="list-foot">
      <Pager
        label={label}
        position={position}
        previous={{ href: href(neighbours.newer), text: t('list.newer') }}
        next={{ href: href(neighbours.older), text: t('list.older') }}
      />
      <div class="list-foot__tools">
        <SizeChoice path={path} params={params} />
        {children}
      </div>
    </div>
  );
}

function SizeChoice({ path, params }: { path: string; params: ListParams }) {
  const { t } = useTranslations();
  return (
    <nav class="sizes" aria-label={t('list.rows')}>
      <span class="sizes__label" aria-hidden="true">
        {t('list.rows')}
      </span>
      {ROW_CHOICES.map((size) => (
        <a
          key={size}
          class={classes('sizes__choice', size === params.size && 'sizes__choice--current')}
          href={listPath(path, { ...params, size })}
          aria-label={t('list.rowsChoice', { count: size })}
          aria-current={size === params.size ? 'true' : undefined}
        >
          {size}
        </a>
      ))}
    </nav>
  );
}
