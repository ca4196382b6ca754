import { Button, Icon, LinkButton } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { pageLink } from '../../site/links.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import { useTranslations } from './texts.ts';
import './lists.css';

interface PagerProps {
  /** Name of the list, for the navigation: `Transactions`. */
  label: string;
  /** Position of this page: `1–25 of 300`. */
  position: ComponentChildren;
  /** Texts of the two links, and where they lead; nowhere at an end of the list. */
  texts: readonly [previous: string, next: string];
  previous: string | undefined;
  next: string | undefined;
}

/** Links to the previous and the next page of a list. As links, they work with Back, Forward and copied URLs. */
export function Pager({ label, position, texts, previous, next }: PagerProps) {
  const { t } = useTranslations();
  return (
    <nav class="pager" aria-label={t('common.pages', { label })}>
      <LinkButton size="sm" href={previous} rel="prev">
        <Icon name="chevron-left" />
        {texts[0]}
      </LinkButton>
      <span class="c-row c-small c-muted">{position}</span>
      <LinkButton size="sm" href={next} rel="next">
        {texts[1]}
        <Icon name="chevron-right" />
      </LinkButton>
    </nav>
  );
}

interface NumberedPagerProps {
  /** Name of the list, for the navigation: `Transactions`. */
  label: string;
  /** The page's path without its query. */
  path: string;
  /** Counted from 1. */
  page: number;
  /** Rows on this page. */
  count: number;
  total: number;
  /** True if the list has at least `total` rows: how many more is not known. */
  isMinimum?: boolean | undefined;
}

/** A list with at least this many pages has a field for the page number. */
const MANY_PAGES = 4;

/**
 * Pager of a list whose page number is in the URL; a long list has a field for that number. Works without JavaScript.
 */
export function NumberedPager(props: NumberedPagerProps) {
  const { label, path, page, count, total, isMinimum = false } = props;
  const { t } = useTranslations();
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = first + count - 1;
  const hasMore = isMinimum && count === PAGE_SIZE;
  const range = t(isMinimum ? 'common.rangeAtLeast' : 'common.range', { first, last, total });
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return (
    <Pager
      label={label}
      texts={[t('common.previous'), t('common.next')]}
      previous={page > 1 ? pageLink(path, page - 1) : undefined}
      next={(last < total && count > 0) || hasMore ? pageLink(path, page + 1) : undefined}
      position={
        <>
          {last < first ? t('common.noneOf', { total }) : range}
          {pages >= MANY_PAGES && <GoTo path={path} page={page} pages={pages} />}
        </>
      }
    />
  );
}

function GoTo({ path, page, pages }: { path: string; page: number; pages: number }) {
  const { t } = useTranslations();
  return (
    <form class="c-row" action={path}>
      {[...new URLSearchParams(path.split('?')[1])].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label>
        <span class="c-visually-hidden">{t('common.goToPage')}</span>
        <input
          class="c-input"
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
