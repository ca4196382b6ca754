import { pageLink } from '../lib/links.ts';
import type { PageWindow } from '../lib/pages.ts';
import { useWords } from '../messages/context.tsx';
import { Pager } from './pager.tsx';

export interface ListPagerProps {
  label: string;
  /** The page's path without its query. */
  path: string;
  shown: PageWindow;
}

/** Pages of a list that is counted by `page` in the address bar. */
export function ListPager({ label, path, shown }: ListPagerProps) {
  const { t } = useWords();
  const { first, last, total, previous, next } = shown;
  const href = (page: number | undefined) => (page === undefined ? undefined : pageLink(path, page));
  return (
    <Pager
      label={label}
      position={last < first ? t('common.noneOf', { total }) : t('common.range', { first, last, total })}
      previous={{ href: href(previous), text: t('common.previous') }}
      next={{ href: href(next), text: t('common.next') }}
    />
  );
}
