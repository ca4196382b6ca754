import { Button, Icon, LinkButton } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { pageLink } from '../../site/links.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import { useTranslations } from './texts.ts';
import './lists.css';

interface PageLink {
  href: string | undefined;
  text: string;
}

export interface PagerProps {
  /** Name of the list, for the navigation: `Transactions`. */
  label: string;
  /** Position of this page: `1–25 of 300`. */
  position: ComponentChildren;
  previous: PageLink;
  next: PageLink;
}

/** Links to the previous and the next page of a list. As links, they work with Back, Forward and copied URLs. */
export function Pager({ label, position, previous, next }: PagerProps) {
  const { t } = useTranslations();
  return (
    <nav class="pager" aria-label={t('common.pages', { label })}>
      <LinkButton size="sm" href={previous.href} rel="prev">
        <Icon name="chevron-left" />
        {previous.text}
      </LinkButton>
      <span class="pager__position">{position}</span>
      <LinkButton size="sm" href={next.href} rel="next">
        {next.text}
        <Icon name="chevron-right" />
      </LinkButton>
    </nav>
  );
}

export interface NumberedPagerProps {
  /** Name of the list, for the navigation: `Transactions`. */
  label: string;
  /** The page's path without its query. */
  path: string;
  /** Counted from 1. */
  page: number;
  /** Rows on this page. */
  count: number;
  total: number;
}

/** A list with at least this many pages has a field for the page number. */
const MANY_PAGES = 4;

/**
 * Pager of a list whose page number is in the URL; a long list has a field for that number. Works without JavaScript.
 */
export function NumberedPager({ label, path, page, count, total }: NumberedPagerProps) {
  const { t } = useTranslations();
  const { first, last, previous, next } = pageWindow(page, count, total);
  const href = (to: number | undefined) => (to === undefined ? undefined : pageLink(path, to));
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return (
    <Pager
      label={label}
      previous={{ href: href(previous), text: t('common.previous') }}
      next={{ href: href(next), text: t('common.next') }}
      position={
        <>
          {last < first ? t('common.noneOf', { total }) : t('common.range', { first, last, total })}
          {pages >= MANY_PAGES && <GoTo path={path} page={page} pages={pages} />}
        </>
      }
    />
  );
}

function GoTo({ path, page, pages }: { path: string; page: number; pages: number }) {
  const { t } = useTranslations();
  return (
    <form class="pager__go" action={path}>
      <label>
        <span class="c-visually-hidden">{t('common.goToPage')}</span>
        <input
          class="pager__field"
          type="number"
          name="page"
          min={1}
          max={pages}
          defaultValue={String(page)}
          required
        />
      </label>
      <Button type="submit" size="sm">
        {t('common.go')}
      </Button>
    </form>
  );
}

/**
 * Position of a page in a list. `first` and `last` count rows from 1; `previous` and `next` are page numbers, if any.
 */
interface PageWindow {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  readonly previous: number | undefined;
  readonly next: number | undefined;
}

/**
 * The position of a page in a list of `total` rows.
 * @param page counted from 1
 * @param count rows on this page
 */
export function pageWindow(page: number, count: number, total: number): PageWindow {
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = first + count - 1;
  return {
    first,
    last,
    total,
    previous: page > 1 ? page - 1 : undefined,
    next: last < total && count > 0 ? page + 1 : undefined,
  };
}
