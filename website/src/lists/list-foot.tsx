import { classes } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { Pager } from '../components/pager.tsx';
import { useWords } from '../messages/context.tsx';
import { type ListPlace, listPath, type Neighbours, PAGE_SIZES } from './list-place.ts';

export interface ListFootProps {
  /** Name of the list, for the navigation. */
  label: string;
  /** The page's path without its query. */
  path: string;
  place: ListPlace;
  beside: Neighbours;
  /** Position of this page. */
  position: string;
  /** Right of the choice of rows: exports. */
  children?: ComponentChildren;
}

/** Below a list: its neighbouring pages, how many rows it has, and exports. All but the last are links. */
export function ListFoot({ label, path, place, beside, position, children }: ListFootProps) {
  const { t } = useWords();
  const href = (to: ListPlace | undefined) => to && listPath(path, to);
  return (
    <div class="list-foot">
      <Pager
        label={label}
        position={position}
        previous={{ href: href(beside.newer), text: t('list.newer') }}
        next={{ href: href(beside.older), text: t('list.older') }}
      />
      <div class="list-foot__tools">
        <SizeChoice path={path} place={place} />
        {children}
      </div>
    </div>
  );
}

function SizeChoice({ path, place }: { path: string; place: ListPlace }) {
  const { t } = useWords();
  return (
    <nav class="sizes" aria-label={t('list.rows')}>
      <span class="sizes__label" aria-hidden="true">
        {t('list.rows')}
      </span>
      {PAGE_SIZES.map((size) => (
        <a
          key={size}
          class={classes('sizes__choice', size === place.size && 'sizes__choice--current')}
          href={listPath(path, { ...place, size })}
          aria-label={t('list.rowsChoice', { count: size })}
          aria-current={size === place.size ? 'true' : undefined}
        >
          {size}
        </a>
      ))}
    </nav>
  );
}
