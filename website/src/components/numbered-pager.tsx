import { Button, Icon, LinkButton } from '@cairn/ui';
import { pageLink } from '../lib/links.ts';
import { PAGE_SIZE, pageWindow } from '../lib/pages.ts';
import { useWords } from '../messages/context.tsx';

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
  /** Other parameters that the links keep: `direction=in`. */
  keep?: Readonly<Record<string, string>> | undefined;
}

/** From here on a field to type a page into is worth its room. */
const MANY_PAGES = 4;

/**
 * Pages of a list that is counted by `page` in the address bar: links to the neighbours, and a field for any other. All of
 * it are links and a form, so that it works without a script, with back and forward, and in a copied address.
 */
export function NumberedPager({ label, path, page, count, total, keep = {} }: NumberedPagerProps) {
  const words = useWords();
  const { t } = words;
  const { first, last, previous, next } = pageWindow(page, count, total);
  const href = (to: number | undefined) =>
    to === undefined ? undefined : withQuery(pageLink(path, to), keep);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return (
    <nav class="pager" aria-label={t('common.pages', { label })}>
      <LinkButton size="sm" href={href(previous)} rel="prev">
        <Icon name="chevron-left" />
        {t('common.previous')}
      </LinkButton>
      <span class="pager__position">
        {last < first ? t('common.noneOf', { total }) : t('common.range', { first, last, total })}
        {pages >= MANY_PAGES && <GoTo path={path} page={page} pages={pages} keep={keep} />}
      </span>
      <LinkButton size="sm" href={href(next)} rel="next">
        {t('common.next')}
        <Icon name="chevron-right" />
      </LinkButton>
    </nav>
  );
}

function GoTo(props: { path: string; page: number; pages: number; keep: Readonly<Record<string, string>> }) {
  const { t } = useWords();
  return (
    <form class="pager__go" action={props.path}>
      {Object.entries(props.keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label>
        <span class="c-visually-hidden">{t('common.goToPage')}</span>
        <input
          class="pager__field"
          type="number"
          name="page"
          min={1}
          max={props.pages}
          defaultValue={String(props.page)}
          required
        />
      </label>
      <Button type="submit" size="sm">
        {t('common.go')}
      </Button>
    </form>
  );
}

function withQuery(href: string, keep: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(keep).toString();
  if (query === '') return href;
  return href.includes('?') ? `${href}&${query}` : `${href}?${query}`;
}
