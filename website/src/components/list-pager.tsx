import { pageLink } from '../lib/links.ts';
import type { PageWindow } from '../lib/pages.ts';
import { formatCount } from '../lib/words.ts';
import { Pager } from './pager.tsx';

export interface ListPagerProps {
  label: string;
  /** The page's path without its query. */
  path: string;
  shown: PageWindow;
}

/** Pages of a list that is counted by `page` in the address bar. */
export function ListPager({ label, path, shown }: ListPagerProps) {
  const { first, last, total, previous, next } = shown;
  const href = (page: number | undefined) => (page === undefined ? undefined : pageLink(path, page));
  return (
    <Pager
      label={label}
      position={
        last < first
          ? `none of ${formatCount(total)}`
          : `${formatCount(first)} – ${formatCount(last)} of ${formatCount(total)}`
      }
      previous={{ href: href(previous), text: 'Previous' }}
      next={{ href: href(next), text: 'Next' }}
    />
  );
}
